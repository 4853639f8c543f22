import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateLastGood1795132800000 implements MigrationInterface {
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

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE last_good');
  }
}
