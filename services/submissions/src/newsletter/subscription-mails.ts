/** Jobs that send the mails of a newsletter sign-up: confirmation and welcome. */
import { addToOutbox } from '@site/platform/jobs/outbox';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { idField, type HandlersOf } from '../jobs/job.js';
import { mailJob, type MailParts } from '../mail/send-once.js';
import { spendConfirmation } from './confirmation-budget.js';
import { issueMailToken } from './mail-tokens.js';
import { confirmationLetter, welcomeLetter } from './newsletter-letters.js';
import { addSuppressionJob } from './suppressions.js';
import { Subscriber } from './subscriber.entity.js';

/**
 * Job "send-confirmation", payload `{ subscriberId }`. Every sign-up adds it, even for a known address, so that the
 * response and its timing reveal nothing. `takeConfirmation` decides whether a mail is due.
 */
export const sendConfirmationJob = 'send-confirmation';

/**
 * Decides, in the manager's transaction, whether this outbox row's job sends a mail: only to an unconfirmed address,
 * and once per hour. A job that crashed before the mail was sent may call again.
 * @throws Postponed when the day's budget of `maxEmailsPerDay` is used up
 * @returns the recipient and the token for the links; undefined when no mail is due
 */
export async function takeConfirmation(
  manager: EntityManager,
  job: { subscriberId: string; outboxId: string },
  maxEmailsPerDay: number,
): Promise<{ email: string; token: string; importedAt?: Date } | undefined> {
  const [[due]] = await manager.query<[{ email: string; signedUpAt: Date; isImported: boolean }[], number]>(
    `UPDATE newsletter_subscribers SET
       last_confirmation_at = CASE WHEN last_confirmation_job = $2 THEN last_confirmation_at ELSE now() END,
       last_confirmation_job = $2
     WHERE id = $1 AND state = 'pending'
       AND (last_confirmation_job = $2 OR last_confirmation_at IS NULL
            OR last_confirmation_at <= now() - interval '1 hour')
     RETURNING email, signed_up_at AS "signedUpAt", consent_source <> '' AS "isImported"`,
    [job.subscriberId, job.outboxId],
  );
  if (!due) return undefined;
  await spendConfirmation(manager, maxEmailsPerDay);
  const { email, signedUpAt, isImported } = due;
  const token = await issueMailToken(manager, job.subscriberId, 'confirm');
  return { email, token, ...(isImported && { importedAt: signedUpAt }) };
}

/** Job "send-welcome", payload `{ subscriberId }`, sent after the confirmation. */
export const sendWelcomeJob = 'send-welcome';

export async function addSendWelcomeJob(manager: EntityManager, subscriberId: string): Promise<void> {
  await addToOutbox(manager, { queue: 'mail', name: sendWelcomeJob, payload: { subscriberId } });
}

const subscriber = z.object({ subscriberId: idField });

/** @param parts `confirmationsPerDay` limits confirmation mails per UTC day */
export const subscriptionMailJobs = (
  parts: MailParts & { confirmationsPerDay: number },
): HandlersOf<'send-confirmation' | 'send-welcome'> => ({
  ...mailJob(parts, sendConfirmationJob, subscriber, ({ outboxId, payload: { subscriberId } }) => ({
    recipientId: subscriberId,
    prepare: async (manager) => {
      const mail = await takeConfirmation(manager, { subscriberId, outboxId }, parts.confirmationsPerDay);
      return mail && { to: mail.email, letter: confirmationLetter({ ...mail, site: parts.site }) };
    },
    bounced: markBounced(subscriberId),
  })),
  ...mailJob(parts, sendWelcomeJob, subscriber, ({ payload: { subscriberId } }) => ({
    recipientId: subscriberId,
    prepare: async (manager) => {
      const reader = await manager.findOneBy(Subscriber, { id: subscriberId, state: 'confirmed' });
      if (!reader) return undefined;
      const token = await issueMailToken(manager, subscriberId, 'manage');
      return { to: reader.email, letter: welcomeLetter({ site: parts.site, token }) };
    },
    bounced: markBounced(subscriberId),
  })),
});

/** Returns a function that ends newsletters and alerts to the subscriber, for `mailJob`'s `bounced`. */
export const markBounced = (subscriberId: string) => async (manager: EntityManager) => {
  await manager.query(
    `UPDATE newsletter_subscribers SET state = 'bounced' WHERE id = $1 AND state IN ('pending', 'confirmed')`,
    [subscriberId],
  );
  await addSuppressionJob(manager, subscriberId);
};
