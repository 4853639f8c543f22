import type { QueryRunner } from 'typeorm';

/** Tables of each service that sends mail: what mail servers responded (`MailVerdicts`). */
export async function createMailTables(runner: QueryRunner): Promise<void> {
  await runner.query(`
    -- recipient_id identifies the subscriber or channel, otherwise the outbox row of the mail.
    CREATE TABLE mail_rejections (
      recipient_id uuid PRIMARY KEY,
      domain text NOT NULL,
      pattern text NOT NULL,
      outbox_id uuid,
      attempts integer NOT NULL DEFAULT 1,
      first_at timestamptz NOT NULL DEFAULT now(),
      last_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX mail_rejections_pattern ON mail_rejections (pattern, last_at);
    CREATE TABLE mail_acceptances (
      domain text PRIMARY KEY,
      mails integer NOT NULL,
      last_at timestamptz NOT NULL DEFAULT now()
    );
    -- mail_tag is empty for a rejection during the session.
    CREATE TABLE mail_reports (
      recipient_id uuid NOT NULL,
      mail_tag text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('bounce', 'refused', 'soft-bounce', 'complaint')),
      reason text NOT NULL DEFAULT '',
      campaign_id uuid,
      reported_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (recipient_id, mail_tag, kind)
    );
    CREATE INDEX mail_reports_by_time ON mail_reports (reported_at);
    CREATE INDEX mail_reports_of_campaign ON mail_reports (campaign_id) WHERE campaign_id IS NOT NULL;
    CREATE TABLE mail_days (day date PRIMARY KEY, accepted integer NOT NULL)`);
}

/** For `purge`. */
export const mailRetentionRules = [
  { table: 'mail_rejections', key: 'recipient_id', passing: true, when: `last_at < now() - interval '90 days'` },
  { table: 'mail_reports', key: 'ctid', passing: true, when: `reported_at < now() - interval '90 days'` },
  { table: 'mail_acceptances', key: 'domain', passing: true, when: `last_at < now() - interval '1 day'` },
  { table: 'mail_days', key: 'ctid', passing: true, when: `day < (now() AT TIME ZONE 'UTC')::date - 90` },
];
