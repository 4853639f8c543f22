import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Both tables are small, so checking their rows is fast. */
export class AddEditorRole1796000600000 implements ForwardMigration {
  name = 'AddEditorRole1796000600000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['people', 'sessions'])
      await runner.query(`
        ALTER TABLE ${table}
          DROP CONSTRAINT ${table}_role_check,
          ADD CONSTRAINT ${table}_role_check CHECK (role IN ('admin', 'editor', 'moderator'))`);
  }
}
