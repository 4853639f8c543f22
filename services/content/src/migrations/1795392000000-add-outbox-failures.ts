import { createSharedTables3 } from '@site/platform/data/shared-tables';
import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Records given-up jobs. Constant defaults avoid a table rewrite. */
export class AddOutboxFailures1795392000000 implements ForwardMigration {
  name = 'AddOutboxFailures1795392000000';

  async up(runner: QueryRunner): Promise<void> {
    await createSharedTables3(runner);
  }
}
