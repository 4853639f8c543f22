import { createSharedTables4 } from '@site/platform/data/shared-tables';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a job continue the trace of the request that asked for it. Nullable, so no table is rewritten. */
export class AddTraceContext1795564800000 implements MigrationInterface {
  name = 'AddTraceContext1795564800000';

  async up(runner: QueryRunner): Promise<void> {
    await createSharedTables4(runner);
  }

  down(): Promise<void> {
    throw new Error('Migrations only go forward; restore a backup to go back.');
  }
}
