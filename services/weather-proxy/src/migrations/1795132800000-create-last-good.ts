import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

export class CreateLastGood1795132800000 implements ForwardMigration {
  name = 'CreateLastGood1795132800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE last_good (
        key text PRIMARY KEY,
        body jsonb NOT NULL,
        fetched_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX last_good_fetched_at ON last_good (fetched_at)');
  }
}
