import {
  createSharedTables,
  createSharedTables2,
  createSharedTables3,
  createSharedTables4,
} from '@site/platform/data/shared-tables';
import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Dated like other services' first migrations, because the shared steps for the audit log must come later. */
export class CreateNotifications1795132800000 implements ForwardMigration {
  name = 'CreateNotifications1795132800000';

  async up(runner: QueryRunner): Promise<void> {
    await createSharedTables(runner);
    await createSharedTables2(runner);
    await createSharedTables3(runner);
    await createSharedTables4(runner);
  }
}
