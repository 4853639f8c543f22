import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Scheduling, pausing and click counts of campaigns; test mails. */
export class AddCampaignPlanning1796000500000 implements ForwardMigration {
  name = 'AddCampaignPlanning1796000500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE campaigns
        ADD COLUMN scheduled_at timestamptz(3),
        ADD COLUMN queued_at timestamptz(3),
        DROP CONSTRAINT campaigns_state,
        ADD CONSTRAINT campaigns_state
          CHECK (state IN ('planned', 'queued', 'sending', 'paused', 'sent', 'cancelled')),
        ADD CONSTRAINT campaigns_planned CHECK (state <> 'planned' OR scheduled_at IS NOT NULL)`);
    // Before the old index is dropped, so that a post never has two open campaigns.
    await runner.query(`
      CREATE UNIQUE INDEX campaigns_one_open_per_post ON campaigns (post_id)
      WHERE state NOT IN ('sent', 'cancelled')`);
    await runner.query('DROP INDEX campaigns_one_per_post');
    await runner.query(`CREATE INDEX campaigns_due ON campaigns (scheduled_at) WHERE state = 'planned'`);
    await runner.query(`
      CREATE TABLE campaign_links (
        campaign_id uuid NOT NULL,
        number integer NOT NULL,
        url text NOT NULL,
        clicks integer NOT NULL DEFAULT 0,
        PRIMARY KEY (campaign_id, number),
        CONSTRAINT campaign_links_campaign FOREIGN KEY (campaign_id) REFERENCES campaigns (id) ON DELETE CASCADE,
        CONSTRAINT campaign_links_lengths CHECK (number >= 1 AND char_length(url) BETWEEN 1 AND 4000)
      )`);
    await runner.query(`
      CREATE TABLE test_mails (
        id uuid PRIMARY KEY,
        person_id uuid NOT NULL,
        story jsonb NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX test_mails_of_person ON test_mails (person_id, created_at)');
  }
}
