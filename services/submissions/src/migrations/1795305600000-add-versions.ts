import { createSharedTables2 } from '@site/platform/data/shared-tables';
import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Versions keep editors from overwriting each other's changes. A constant default avoids a table rewrite. */
export class AddVersions1795305600000 implements ForwardMigration {
  name = 'AddVersions1795305600000';

  async up(runner: QueryRunner): Promise<void> {
    await createSharedTables2(runner);
    await runner.query('ALTER TABLE sponsors ADD COLUMN version integer NOT NULL DEFAULT 1');
  }
}
