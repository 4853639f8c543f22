import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts dispatches of alerts that were in effect before we could see them apart from the others. */
export class AlreadyActive1796400000000 implements MigrationInterface {
  name = 'AlreadyActive1796400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE delivery_sums ADD COLUMN already_active integer NOT NULL DEFAULT 0');
  }

  async down(): Promise<void> {}
}
