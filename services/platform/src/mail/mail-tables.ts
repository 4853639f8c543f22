import type { QueryRunner } from 'typeorm';
import type { ForwardMigration } from '../data/forward-migration.js';

/** Tables of each service that sends mail: what mail servers responded (`MailVerdicts`). */
export class CreateMailVerdicts1798700000000 implements ForwardMigration {
  name = 'CreateMailVerdicts1798700000000';

  async up(runner: QueryRunner): Promise<void> {
    // `recipient_id` identifies the subscriber or channel, otherwise the outbox row of the mail.
    await runner.query(`
      CREATE TABLE mail_refusals (
        recipient_id uuid PRIMARY KEY,
        domain text NOT NULL,
        pattern text NOT NULL,
        outbox_id uuid,
        attempts integer NOT NULL DEFAULT 1,
        first_at timestamptz NOT NULL DEFAULT now(),
        last_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX mail_refusals_pattern ON mail_refusals (pattern, last_at)');
    await runner.query(`
      CREATE TABLE mail_acceptances (
        domain text PRIMARY KEY,
        mails integer NOT NULL,
        last_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE TABLE mail_days (day date PRIMARY KEY, accepted integer NOT NULL)');
  }
}

/** For `purge`. */
export const mailRetentionRules = [
  { table: 'mail_refusals', key: 'recipient_id', passing: true, when: `last_at < now() - interval '90 days'` },
  { table: 'mail_acceptances', key: 'domain', passing: true, when: `last_at < now() - interval '1 day'` },
  { table: 'mail_days', key: 'ctid', passing: true, when: `day < (now() AT TIME ZONE 'UTC')::date - 90` },
];
