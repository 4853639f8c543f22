import { createSharedTables3 } from '@site/platform/data/shared-tables';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The outbox remembers a job that was given up, and why. Constant defaults: no table rewrite. */
export class AddOutboxFailures1795392000000 implements MigrationInterface {
  name = 'AddOutboxFailures1795392000000';

  async up(runner: QueryRunner): Promise<void> {
    await createSharedTables3(runner);
  }

  down(): Promise<void> {
    throw new Error('Migrations only go forward; restore a backup to go back.');
  }
}
