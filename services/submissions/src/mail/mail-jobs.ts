import type { EntityManager } from 'typeorm';
import { firstValueFrom } from 'rxjs';
import { z } from 'zod';
import { idField, job, type JobHandlers } from '../jobs/job.js';
import { sendConfirmationJob, takeConfirmation } from '../newsletter/confirmation-mail.js';
import { issueMailToken } from '../newsletter/mail-tokens.js';
import { Subscriber } from '../newsletter/subscriber.entity.js';
import { sendWelcomeJob } from '../newsletter/welcome-mail.js';
import { Snapshot } from '../snapshots/snapshot.entity.js';
import { Sponsor } from '../sponsors/sponsor.entity.js';
import {
  confirmationLetter,
  passwordChangedLetter,
  resetCodeLetter,
  snapshotOutcomeLetter,
  sponsorOutcomeLetter,
  welcomeLetter,
} from './letters.js';
import type { MailParts } from './mail-parts.js';
import { sendOutcomeJob, type OutcomeSubject } from './outcome-mail.js';
import { sendOnce, type Sending } from './send-once.js';

/** Jobs that send one mail to one reader. Each reads today's rows: what was taken back meanwhile is not sent. */

/** Asked for by the auth service, in its own outbox. */
export const sendResetCodeJob = 'send-reset-code';
export const sendPasswordChangedJob = 'send-password-changed';

/** Longer than the mail server's silence is borne. */
const limitSeconds = 100;
const subscriber = z.object({ subscriberId: idField });

export const mailJobs = (parts: MailParts): JobHandlers => ({
  [sendConfirmationJob]: job(subscriber, limitSeconds, ({ outboxId, payload: { subscriberId } }) =>
    sendOnce(parts, {
      outboxId,
      kind: sendConfirmationJob,
      prepare: async (manager) => {
        const mail = await takeConfirmation(manager, { subscriberId, outboxId });
        return mail && { to: mail.email, letter: confirmationLetter({ site: parts.site, token: mail.token }) };
      },
      bounced: markBounced(subscriberId),
    }),
  ),
  [sendWelcomeJob]: job(subscriber, limitSeconds, ({ outboxId, payload: { subscriberId } }) =>
    sendOnce(parts, {
      outboxId,
      kind: sendWelcomeJob,
      prepare: async (manager) => {
        const reader = await manager.findOneBy(Subscriber, { id: subscriberId, state: 'confirmed' });
        if (!reader) return undefined;
        const token = await issueMailToken(manager, subscriberId, 'manage');
        return { to: reader.email, letter: welcomeLetter({ site: parts.site, token }) };
      },
      bounced: markBounced(subscriberId),
    }),
  ),
  [sendOutcomeJob]: job(
    z.object({ type: z.enum(['snapshot', 'sponsor']), id: idField }),
    limitSeconds,
    ({ outboxId, payload: { type, id } }) =>
      sendOnce(parts, { outboxId, kind: sendOutcomeJob, prepare: outcomes[type](parts, id) }),
  ),
  [sendResetCodeJob]: job(z.object({ resetId: idField }), limitSeconds, async ({ outboxId, payload: { resetId } }) => {
    // Only when it is our turn: each call makes another code, and the one before it ends.
    const complete = () => firstValueFrom(parts.auth.completeResetMail({ outboxId }));
    await sendOnce(parts, {
      outboxId,
      kind: sendResetCodeJob,
      prepare: async () => {
        const { send, email, name, code, validMinutes } = await firstValueFrom(
          parts.auth.issueResetCode({ resetId, outboxId }),
        );
        if (!send) return undefined;
        return { to: email, letter: resetCodeLetter({ site: parts.site, name, code, validMinutes }) };
      },
      complete,
    });
  }),
  [sendPasswordChangedJob]: job(z.object({ personId: idField }), limitSeconds, ({ outboxId, payload: { personId } }) =>
    sendOnce(parts, {
      outboxId,
      kind: sendPasswordChangedJob,
      prepare: async () => {
        const { send, email, name, changedAt } = await firstValueFrom(
          parts.auth.describePasswordChange({ personId, outboxId }),
        );
        if (!send) return undefined;
        return { to: email, letter: passwordChangedLetter({ site: parts.site, name, changedAt }) };
      },
      complete: () => firstValueFrom(parts.auth.completeResetMail({ outboxId })),
    }),
  ),
});

/** There is no such mailbox: nothing is sent there any more. */
export const markBounced = (subscriberId: string) => async (manager: EntityManager) => {
  await manager.query(
    `UPDATE newsletter_subscribers SET state = 'bounced' WHERE id = $1 AND state IN ('pending', 'confirmed')`,
    [subscriberId],
  );
};

/** What was decided, as long as it holds. */
const outcomes: Record<OutcomeSubject, (parts: MailParts, id: string) => Sending['prepare']> = {
  snapshot: (parts, id) => async (manager) => {
    const snapshot = await manager.findOneBy(Snapshot, { id });
    if (!snapshot || !isDecided(snapshot)) return undefined;
    const { email, firstName, location, rejectReason, status } = snapshot;
    const outcome = { id, firstName, location, approved: status === 'approved', reason: rejectReason ?? undefined };
    return { to: email, letter: snapshotOutcomeLetter({ site: parts.site, snapshot: outcome }) };
  },
  sponsor: (parts, id) => async (manager) => {
    const sponsor = await manager.findOneBy(Sponsor, { id });
    if (!sponsor || !isDecided(sponsor)) return undefined;
    const { email, name, companyName, rejectReason, status } = sponsor;
    const outcome = { name, companyName, approved: status === 'approved', reason: rejectReason ?? undefined };
    return { to: email, letter: sponsorOutcomeLetter({ site: parts.site, sponsor: outcome }) };
  },
};

/** A rejected one is deleted by being rejected; an approved one that was deleted since is not on the site. */
const isDecided = ({ status, deletedAt }: { status: string; deletedAt: string | null }) =>
  status === 'rejected' || (status === 'approved' && !deletedAt);
