import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Adds when an event left the list, and whether it was in effect before it was seen. */
export class UnlistedEvents1796400000000 implements ForwardMigration {
  name = 'UnlistedEvents1796400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alert_event_heads ADD COLUMN unlisted_at timestamptz');
    await runner.query(
      'CREATE INDEX alert_event_heads_unlisted ON alert_event_heads (unlisted_at) WHERE unlisted_at IS NOT NULL AND ended_at IS NULL',
    );
    await runner.query('ALTER TABLE alert_events ADD COLUMN already_active boolean NOT NULL DEFAULT false');
  }
}
