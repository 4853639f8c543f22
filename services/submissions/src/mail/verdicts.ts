/** Decides whether refused mails are the recipient's fault, once for all mails of the process. */
import { addToOutbox } from '@site/platform/jobs/outbox';
import { MailVerdicts, type RejectedRecipient } from '@site/platform/mail/mail-verdicts';
import type { JobName } from '@site/proto/queues';
import type { DataSource, EntityManager } from 'typeorm';

const ofDatabase = new WeakMap<DataSource, MailVerdicts>();

/** Shared by all mails of this process, so that their acceptances count together. */
export function verdictsOf(dataSource: DataSource): MailVerdicts {
  const verdicts = ofDatabase.get(dataSource) ?? new MailVerdicts(dataSource, { restore });
  ofDatabase.set(dataSource, verdicts);
  return verdicts;
}

/** Makes subscribers readers again, and queues their newsletters and all other refused mails again. */
async function restore(manager: EntityManager, rejected: readonly RejectedRecipient[]): Promise<void> {
  const ids = rejected.map(({ recipientId }) => recipientId);
  const [restored] = await manager.query<[{ id: string }[], number]>(
    `UPDATE newsletter_subscribers SET state = CASE WHEN confirmed_at IS NULL THEN 'pending' ELSE 'confirmed' END
     WHERE id = ANY($1::uuid[]) AND state = 'bounced' RETURNING id`,
    [ids],
  );
  for (const { id } of restored)
    await addToOutbox(manager, { queue: 'mail', name: 'update-suppression', payload: { subscriberId: id } });
  await manager.query(
    `UPDATE campaign_deliveries AS delivery SET state = 'queued', tries = 0, due_at = now() FROM campaigns AS campaign
     WHERE campaign.id = delivery.campaign_id AND campaign.finished_at IS NULL
       AND delivery.subscriber_id = ANY($1::uuid[]) AND delivery.state IN ('failed', 'skipped')`,
    [ids],
  );
  await resendEmails(
    manager,
    rejected.flatMap(({ outboxId }) => outboxId ?? []),
  );
}

/** Adds new jobs for given-up mails, because the queue still contains the failed jobs of the old ones. */
async function resendEmails(manager: EntityManager, outboxIds: readonly string[]): Promise<void> {
  const [requeued] = await manager.query<
    [{ id: string; name: JobName<'mail'>; payload: Record<string, string> }[], number]
  >(
    `UPDATE outbox SET processed_at = coalesce(processed_at, now()), failed_at = NULL, failed_reason = ''
     FROM mail_sends AS mail
     WHERE outbox.id = ANY($1::uuid[]) AND mail.id = outbox.id AND mail.state <> 'sent'
       AND (failed_at IS NOT NULL OR processed_at IS NOT NULL)
     RETURNING outbox.id, name, payload`,
    [outboxIds],
  );
  for (const { id, name, payload } of requeued) {
    const next = await addToOutbox(manager, { queue: 'mail', name, payload });
    await manager.query('UPDATE contact_replies SET outbox_id = $2, bounced_at = NULL WHERE outbox_id = $1', [
      id,
      next,
    ]);
    await manager.query(
      'UPDATE newsletter_subscribers SET last_confirmation_job = $2 WHERE last_confirmation_job = $1',
      [id, next],
    );
    await manager.query('UPDATE mail_rejections SET outbox_id = NULL WHERE outbox_id = $1', [id]);
  }
}
