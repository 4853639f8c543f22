/** Sends the email about a decision once it can no longer be undone. */
import { undoSeconds } from '@site/proto/submissions/v1/snapshots.schema';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { idField, Postponed, type HandlersOf } from '../jobs/job.js';
import type { Letter, Site } from '../mail/letter.js';
import { mailJob, type MailParts } from '../mail/send-once.js';
import { outcomeSubjects, sendOutcomeJob, type OutcomeSubject } from './decision-mail.js';

/** The mail about a decision that is still in effect. */
export type LoadDecisionMail = (
  manager: EntityManager,
  id: string,
  site: Site,
) => Promise<{ to: string; letter: Letter; decidedAt: string | null; mayBeUndone: boolean } | undefined>;

/** `decidedAt` is missing when the picture worker rejected a photo. */
const payload = z.object({ type: z.enum(outcomeSubjects), id: idField, decidedAt: z.iso.datetime().optional() });

/** Longer than the undo period. */
const undoDelayMs = (undoSeconds + 5) * 1_000;

export interface OutcomeParts extends MailParts {
  /** Shortened by tests. */
  outcomeDelayMs?: number;
}

/** Job "send-outcome" of the queue "mail". */
export const outcomeJobs = (
  parts: OutcomeParts,
  outcomes: Record<OutcomeSubject, LoadDecisionMail>,
): HandlersOf<'send-outcome'> =>
  mailJob(parts, sendOutcomeJob, payload, ({ payload: { type, id, decidedAt } }) => ({
    prepare: async (manager) => {
      const outcome = await outcomes[type](manager, id, parts.site);
      if (!outcome || (decidedAt !== undefined && decidedAt !== outcome.decidedAt)) return undefined;
      if (outcome.mayBeUndone && outcome.decidedAt) {
        const waitMs = Date.parse(outcome.decidedAt) + (parts.outcomeDelayMs ?? undoDelayMs) - Date.now();
        if (waitMs > 0) throw new Postponed('the decision can still be undone', waitMs);
      }
      return outcome;
    },
  }));

/** Returns the footer that gives the reason for a mail. */
export const sentSomething = (site: Site) => `You're getting this mail because you sent something to ${site.name}.`;
