import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/**
 * Adds which alerts couldn't be read or stored, since when events of the list couldn't be recorded, and which counties a
 * revision leaves to another event.
 */
export class SetAsideAlerts1798900000000 implements ForwardMigration {
  name = 'SetAsideAlerts1798900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE alert_list ADD COLUMN set_aside jsonb NOT NULL DEFAULT '[]', ADD COLUMN events_stuck_since timestamptz`,
    );
    await runner.query(`ALTER TABLE alert_events ADD COLUMN replaced_counties text[] NOT NULL DEFAULT '{}'`);
  }
}
