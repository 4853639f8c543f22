import { state } from '@site/state/state';
import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/**
 * Writes the state of a new database. A row that is there already stays as it is and is only written again: restoring a backup
 * replaces the rows that migrations wrote, and refuses a database with any others.
 */
export class FillStateOfData1796300000000 implements ForwardMigration {
  name = 'FillStateOfData1796300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `INSERT INTO state_of_data AS known (postal_code) VALUES ($1)
       ON CONFLICT (id) DO UPDATE SET postal_code = known.postal_code`,
      [state.postalCode],
    );
  }
}
