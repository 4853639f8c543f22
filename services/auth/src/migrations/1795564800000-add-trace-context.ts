import { createSharedTables4 } from '@site/platform/data/shared-tables';
import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** A job continues its request's trace. Nullable, so no table is rewritten. */
export class AddTraceContext1795564800000 implements ForwardMigration {
  name = 'AddTraceContext1795564800000';

  async up(runner: QueryRunner): Promise<void> {
    await createSharedTables4(runner);
  }
}
