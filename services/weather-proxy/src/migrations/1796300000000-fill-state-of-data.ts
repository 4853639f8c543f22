import { state } from '@site/regions/state';
import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/**
 * Writes the US state into a new database. Rewrites an existing row with its value: restoring a backup replaces rows of
 * migrations, and rejects any others.
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
