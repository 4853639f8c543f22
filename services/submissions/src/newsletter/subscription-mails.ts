import { addToOutbox } from '@site/platform/jobs/outbox';
import type { EntityManager } from 'typeorm';
import { spendConfirmation } from './confirmation-budget.js';
import { issueMailToken } from './mail-tokens.js';

/**
 * Job "send-confirmation" of the queue "newsletter", payload `{ subscriberId }`. Every sign-up adds it, even for a
 * known address, so that the response and its timing reveal nothing. `takeConfirmation` decides whether a
 * mail is due when the job runs.
 */
export const sendConfirmationJob = 'send-confirmation';

/**
 * Decides, in the manager's transaction, whether the job of this outbox row sends a mail: only to an unconfirmed
 * address, and once per hour. The same job may call again if it crashed before the mail was sent.
 * @throws Postponed when the day's budget of `mailsPerDay` is used up
 * @returns the recipient and the token for the links; undefined when no mail is due
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

/** Job "send-welcome" of the queue "newsletter", payload `{ subscriberId }`, sent after the confirmation. */
export const sendWelcomeJob = 'send-welcome';

/** Adds the job in the manager's transaction, which is that of the confirmation. */
export async function addSendWelcomeJob(manager: EntityManager, subscriberId: string): Promise<void> {
  await addToOutbox(manager, { queue: 'newsletter', name: sendWelcomeJob, payload: { subscriberId } });
}
