import { testDatabase, type TestDatabase } from '@site/platform/testing/database';
import { state } from '@site/regions/state';
import { databaseContents } from './database.js';
import { bindToState } from './database-region.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase(databaseContents);
});
afterEach(() => database.drop());

it('accepts the state that the database was migrated for', async () => {
  const { url } = database.settings;
  await Promise.all([bindToState(url), bindToState(url)]);
  expect(await database.dataSource.query('SELECT postal_code FROM state_of_data')).toEqual([
    { postal_code: state.postalCode },
  ]);
});

it('rejects another state, and keeps its own', async () => {
  const { url } = database.settings;
  await bindToState(url);
  await expect(bindToState(url, 'OK')).rejects.toThrow(
    'the database contains data of STATE=AR, not of STATE=OK: use a separate database',
  );
  await bindToState(url, 'AR');
});
