import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Where an imported subscriber consented. */
export class AddConsentSource1798400000000 implements ForwardMigration {
  name = 'AddConsentSource1798400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE newsletter_subscribers ADD COLUMN consent_source text NOT NULL DEFAULT ''`);
  }
}
