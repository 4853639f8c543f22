import { addToOutbox } from '@site/platform/jobs/outbox';
import type { EntityManager } from 'typeorm';
import { spendConfirmation } from './confirmation-budget.js';
import { issueMailToken } from './mail-tokens.js';

/**
 * Job "send-confirmation" of the queue "newsletter", payload `{ subscriberId }`. Every sign-up writes it down, whether or not
 * we know the address, so that neither the answer nor the time it takes gives anything away; whether a mail is due is decided
 * when the job runs, by `takeConfirmation`.
 */
export const sendConfirmationJob = 'send-confirmation';

/**
 * Decides, in the manager's transaction, whether the job of this outbox row is to send a mail: only to an address that is not
 * confirmed yet, and one per hour. The same job may ask again (it crashed before the mail was out).
 * @throws Postponed when the day's budget of `mailsPerDay` is used up
 * @returns where the mail goes and the token of its links; undefined when no mail is due
 */
export async function takeConfirmation(
  manager: EntityManager,
  job: { subscriberId: string; outboxId: string },
  mailsPerDay: number,
): Promise<{ email: string; token: string } | undefined> {
  const [[due]] = await manager.query<[{ email: string }[], number]>(
    `UPDATE newsletter_subscribers SET
       last_confirmation_at = CASE WHEN last_confirmation_job = $2 THEN last_confirmation_at ELSE now() END,
       last_confirmation_job = $2
     WHERE id = $1 AND state = 'pending'
       AND (last_confirmation_job = $2 OR last_confirmation_at IS NULL
            OR last_confirmation_at <= now() - interval '1 hour')
     RETURNING email`,
    [job.subscriberId, job.outboxId],
  );
  if (!due) return undefined;
  await spendConfirmation(manager, mailsPerDay);
  return { email: due.email, token: await issueMailToken(manager, job.subscriberId, 'confirm') };
}

/** Job "send-welcome" of the queue "newsletter", payload `{ subscriberId }`: to somebody who has just confirmed. */
export const sendWelcomeJob = 'send-welcome';

/** Writes the job down in the manager's transaction, which is that of the confirmation. */
export async function addSendWelcomeJob(manager: EntityManager, subscriberId: string): Promise<void> {
  await addToOutbox(manager, { queue: 'newsletter', name: sendWelcomeJob, payload: { subscriberId } });
}
