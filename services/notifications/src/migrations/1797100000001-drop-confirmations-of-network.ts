import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Not in a transaction, so that no sign-up waits for it. */
export class DropConfirmationsOfNetwork1797100000001 implements ForwardMigration {
  name = 'DropConfirmationsOfNetwork1797100000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS confirmations_of_network');
  }
}
