import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** The US state of the data; one row. */
export class StateOfData1796200000000 implements ForwardMigration {
  name = 'StateOfData1796200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE state_of_data (
        id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
        postal_code text NOT NULL
      )`);
  }
}
