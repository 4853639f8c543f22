import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Drops an unused index. Not in a transaction, so that no push waits for it. */
export class DropToldByTime1796600000001 implements ForwardMigration {
  name = 'DropToldByTime1796600000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS told_by_time');
  }
}
