import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Counties for which an event ended while it went on for others. The constant default rewrites no rows. */
export class ReleasedCounties1798600000000 implements ForwardMigration {
  name = 'ReleasedCounties1798600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE watched_events ADD COLUMN released text[] NOT NULL DEFAULT '{}'`);
  }
}
