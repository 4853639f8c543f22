import type { EntityManager } from 'typeorm';
import { issueMailToken } from './mail-tokens.js';

/**
 * Job "send-confirmation" of the queue "newsletter", payload `{ subscriberId }`. Every sign-up writes it down, whatever is
 * known of the address, so that neither the answer nor the time it takes says anything; whether a mail is due is decided
 * when the job runs, by `takeConfirmation`.
 */
export const sendConfirmationJob = 'send-confirmation';

/** What a confirmation mail needs: where it goes, and the token of its links. */
export interface ConfirmationMail {
  email: string;
  token: string;
}

/**
 * Decides, in the manager's transaction, whether the job of this outbox row is to send a mail: to an address that still
 * waits for its confirmation, one per address and hour. The same job may ask again (it crashed before the mail was out).
 * @returns undefined when no mail is due: the job is done
 */
export async function takeConfirmation(
  manager: EntityManager,
  job: { subscriberId: string; outboxId: string },
): Promise<ConfirmationMail | undefined> {
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
  return due && { email: due.email, token: await issueMailToken(manager, job.subscriberId, 'confirm') };
}
