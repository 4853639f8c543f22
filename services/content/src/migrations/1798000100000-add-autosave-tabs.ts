import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Records which tab wrote an autosave. The default lets the previous release go on writing. */
export class AddAutosaveTabs1798000100000 implements ForwardMigration {
  name = 'AddAutosaveTabs1798000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE post_revisions ADD COLUMN tab text NOT NULL DEFAULT ''");
  }
}
