import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** The day's imported addresses that get a confirmation mail. */
export class CountImportedConfirmations1799000000000 implements ForwardMigration {
  name = 'CountImportedConfirmations1799000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE confirmation_days ADD COLUMN imported integer NOT NULL DEFAULT 0');
  }
}
