import { createSharedTables2 } from '@site/platform/data/shared-tables';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A version per sponsor, so that editors do not overwrite each other's changes. A constant default: no table rewrite. */
export class AddVersions1795305600000 implements MigrationInterface {
  name = 'AddVersions1795305600000';

  async up(runner: QueryRunner): Promise<void> {
    await createSharedTables2(runner);
    await runner.query('ALTER TABLE sponsors ADD COLUMN version integer NOT NULL DEFAULT 1');
  }

  down(): Promise<void> {
    throw new Error('Migrations only go forward; restore a backup to go back.');
  }
}
