import { databaseOptions } from '@site/platform/data/database';
import { state } from '@site/regions/state';
import { DataSource } from 'typeorm';
import { databaseContents } from './database.js';

/**
 * Ties a database to its US state, since another state's alerts, places and photos would be wrong. Runs in the
 * migration step, before another state's images change anything.
 * @param databaseUrl with a schema up to date
 * @param postalCode of this build's state
 * @throws Error when the database contains another state's data
 */
export async function bindToState(databaseUrl: string, postalCode: string = state.postalCode): Promise<void> {
  const dataSource = new DataSource(databaseOptions({ ...databaseContents, url: databaseUrl, poolMax: 1 }));
  await dataSource.initialize();
  try {
    const rows = await dataSource.query<{ postal_code: string }[]>('SELECT postal_code FROM state_of_data');
    for (const { postal_code: storedCode } of rows)
      if (storedCode !== postalCode)
        throw new Error(
          `the database contains data of STATE=${storedCode}, not of STATE=${postalCode}: use a separate database`,
        );
  } finally {
    await dataSource.destroy();
  }
}
