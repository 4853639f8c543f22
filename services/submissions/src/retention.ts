/** Retention rules of the submissions service. */
import { FailedRows } from '@site/platform/jobs/work-loop';
import { mailRetentionRules } from '@site/platform/mail/mail-tables';
import { purge, type RetentionRule, type Sweep } from '@site/platform/lifecycle/retention';
import { submissionKinds } from './submission-kinds.js';
import { addPurgeImageJob } from './images/purge-image.job.js';

const rules: RetentionRule[] = [
  ...submissionKinds.map(({ table, picture }) => ({ table, hasPersonalName: true, imageColumn: picture?.column })),
  {
    table: 'contact_messages',
    when: `deleted_at IS NULL AND created_at < now() - interval '12 months'`,
    hasPersonalName: true,
  },
  // The ledger records for 90 days what was sent. Complaints are kept, so that we never write again.
  {
    table: 'newsletter_subscribers',
    when: `(state = 'pending' AND signed_up_at < now() - interval '30 days')
      OR (state = 'unsubscribed' AND coalesce(unsubscribed_at, signed_up_at) < now() - interval '90 days')`,
  },
  // Long enough to unsubscribe from an old mail (RFC 8058).
  { table: 'newsletter_tokens', key: 'hash', when: `created_at < now() - interval '2 years'`, passing: true },
  // While someone may ask about the mail.
  { table: 'mail_sends', when: `created_at < now() - interval '30 days'`, passing: true },
  // By ctid: the key has two columns. The campaign row, with its figures, is kept.
  {
    table: 'campaign_deliveries',
    key: 'ctid',
    when: `campaign_id IN (SELECT id FROM campaigns WHERE finished_at < now() - interval '90 days')`,
    passing: true,
  },
  { table: 'test_mails', when: `created_at < now() - interval '1 day'`, passing: true },
  { table: 'moderation_digests', key: 'reviewer_id', when: `requested_at < now() - interval '90 days'`, passing: true },
  { table: 'confirmation_days', key: 'ctid', passing: true, when: `day < (now() AT TIME ZONE 'UTC')::date` },
  ...mailRetentionRules,
];

/** Deletes expired rows. */
export const sweepRetention: Sweep = async (dataSource, rows = new FailedRows('retention')) => {
  return purge(dataSource, rules, { onImageRemoved: addPurgeImageJob, rows });
};
