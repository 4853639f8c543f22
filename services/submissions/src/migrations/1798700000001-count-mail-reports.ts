import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Bounces and complaints reported after a campaign's mails were accepted. */
export class CountMailReports1798700000001 implements ForwardMigration {
  name = 'CountMailReports1798700000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE campaigns ADD COLUMN bounced integer NOT NULL DEFAULT 0, ADD COLUMN complained integer NOT NULL DEFAULT 0`,
    );
  }
}
