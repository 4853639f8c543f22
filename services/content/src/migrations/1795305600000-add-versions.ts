import { createSharedTables2 } from '@site/platform/data/shared-tables';
import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Versions keep editors from overwriting each other's changes. Constant defaults avoid a table rewrite. */
export class AddVersions1795305600000 implements ForwardMigration {
  name = 'AddVersions1795305600000';

  async up(runner: QueryRunner): Promise<void> {
    await createSharedTables2(runner);
    for (const table of ['posts', 'faqs', 'team_members', 'site_headers', 'site_logos']) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN version integer NOT NULL DEFAULT 1`);
    }
  }
}
