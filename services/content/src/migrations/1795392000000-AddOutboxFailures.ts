import { createSharedTables3 } from '@site/platform/data/shared-tables';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Remembers, with the reason, which jobs were given up. Constant defaults, so no table is rewritten. */
export class AddOutboxFailures1795392000000 implements MigrationInterface {
  name = 'AddOutboxFailures1795392000000';

  async up(runner: QueryRunner): Promise<void> {
    await createSharedTables3(runner);
  }

  down(): Promise<void> {
    throw new Error('Migrations only go forward; restore a backup to go back.');
  }
}
