import { createSharedTables2 } from '@site/platform/shared-tables';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A version per sponsor, so that an editor's change is not written over another's. A constant default: no rewrite. */
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
