import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Counts dispatches of alerts in effect before we could see them separately. */
export class AlreadyActive1796400000000 implements ForwardMigration {
  name = 'AlreadyActive1796400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE delivery_sums ADD COLUMN already_active integer NOT NULL DEFAULT 0');
  }
}
