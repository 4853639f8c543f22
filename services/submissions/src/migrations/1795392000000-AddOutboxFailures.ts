import { createSharedTables3 } from '@site/platform/shared-tables';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A job that was given up is remembered where it was asked for, with the reason. Constant defaults: no rewrite. */
export class AddOutboxFailures1795392000000 implements MigrationInterface {
  name = 'AddOutboxFailures1795392000000';

  async up(runner: QueryRunner): Promise<void> {
    await createSharedTables3(runner);
  }

  down(): Promise<void> {
    throw new Error('Migrations only go forward; restore a backup to go back.');
  }
}
