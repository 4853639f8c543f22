import { createSharedTables4 } from '@site/platform/shared-tables';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A job's trace goes on where the request's that asked for it began. Nullable: no rewrite. */
export class AddTraceContext1795564800000 implements MigrationInterface {
  name = 'AddTraceContext1795564800000';

  async up(runner: QueryRunner): Promise<void> {
    await createSharedTables4(runner);
  }

  down(): Promise<void> {
    throw new Error('Migrations only go forward; restore a backup to go back.');
  }
}
