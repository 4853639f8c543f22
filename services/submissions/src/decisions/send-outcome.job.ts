import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { idField, type JobHandlers } from '../jobs/job.js';
import type { Letter, Site } from '../mail/letter.js';
import { mailJob } from '../mail/mail-job.js';
import type { MailParts } from '../mail/mail-parts.js';
import { outcomeSubjects, sendOutcomeJob, type OutcomeSubject } from './outcome-mail.js';

/** What the sender is told of the decision, as long as it holds. */
export type Outcome = (
  manager: EntityManager,
  id: string,
  site: Site,
) => Promise<{ to: string; letter: Letter } | undefined>;

const payload = z.object({ type: z.enum(outcomeSubjects), id: idField });

/** Job "send-outcome" of the queue "newsletter". */
export const outcomeJobs = (parts: MailParts, outcomes: Record<OutcomeSubject, Outcome>): JobHandlers =>
  mailJob(parts, sendOutcomeJob, payload, ({ payload: { type, id } }) => ({
    prepare: (manager) => outcomes[type](manager, id, parts.site),
  }));

/** Why the mail of an outcome comes. */
export const sentSomething = (site: Site) => `You get this mail because you sent something to ${site.name}.`;
