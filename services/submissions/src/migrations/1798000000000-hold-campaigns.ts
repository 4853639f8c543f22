import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Campaigns on hold because their post left the site. Earlier releases don't send them. */
export class HoldCampaigns1798000000000 implements ForwardMigration {
  name = 'HoldCampaigns1798000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE campaigns
        ADD COLUMN hold_reason text NOT NULL DEFAULT '',
        DROP CONSTRAINT campaigns_state,
        ADD CONSTRAINT campaigns_state
          CHECK (state IN ('planned', 'queued', 'sending', 'paused', 'held', 'sent', 'cancelled')),
        ADD CONSTRAINT campaigns_held
          CHECK (hold_reason IN ('', 'deleted', 'unpublished', 'unlisted', 'late') AND (state <> 'held' OR hold_reason <> ''))`);
  }
}
