import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Subject, preheader, introduction and reply-to address of a campaign and its test mails. */
export class AddCampaignTexts1798300000000 implements ForwardMigration {
  name = 'AddCampaignTexts1798300000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['campaigns', 'test_mails'])
      await runner.query(`ALTER TABLE ${table} ADD COLUMN texts jsonb NOT NULL DEFAULT '{}'`);
  }
}
