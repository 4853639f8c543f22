import { databaseOptions } from '@site/platform/data/database';
import { state } from '@site/state/state';
import { DataSource } from 'typeorm';
import { databaseContents } from './database.js';

/**
 * Ties a database to the US state in its migrations: under another state's name its alerts, places and photos would be
 * wrong. Runs in the migration step, so that switching to another state's images changes nothing.
 * @param databaseUrl of a database whose schema is up to date
 * @param postalCode of the state that this build is for
 * @throws Error when the database contains another state's data
 */
export async function keepToState(databaseUrl: string, postalCode: string = state.postalCode): Promise<void> {
  const dataSource = new DataSource(databaseOptions({ ...databaseContents, url: databaseUrl, poolMax: 1 }));
  await dataSource.initialize();
  try {
    const rows = await dataSource.query<{ postal_code: string }[]>('SELECT postal_code FROM state_of_data');
    for (const { postal_code: held } of rows)
      if (held !== postalCode)
        throw new Error(
          `the database contains data of STATE=${held}, not of STATE=${postalCode}: use a separate database`,
        );
  } finally {
    await dataSource.destroy();
  }
}
