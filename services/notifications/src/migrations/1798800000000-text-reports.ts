import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** The text carrier's delivery reports. */
export class TextReports1798800000000 implements ForwardMigration {
  name = 'TextReports1798800000000';

  async up(runner: QueryRunner): Promise<void> {
    // Without a dispatch for sign-up messages.
    await runner.query(`
      CREATE TABLE text_reports (
        message_id text PRIMARY KEY,
        channel_id uuid,
        day date,
        run_id uuid,
        state text NOT NULL CHECK (state IN ('delivered', 'undelivered')),
        code integer NOT NULL DEFAULT 0,
        is_applied boolean NOT NULL,
        received_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX text_reports_open ON text_reports (received_at) WHERE NOT is_applied');
    await runner.query('CREATE INDEX text_reports_by_time ON text_reports (received_at)');
  }
}
