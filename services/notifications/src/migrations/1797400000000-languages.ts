import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** The language of a subscriber's messages. The constant default rewrites no rows. */
export class Languages1797400000000 implements ForwardMigration {
  name = 'Languages1797400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE wishes ADD COLUMN language text NOT NULL DEFAULT 'en'`);
    await runner.query(`
      ALTER TABLE wishes ADD CONSTRAINT wishes_language_check CHECK (language IN ('en', 'es')) NOT VALID`);
  }
}
