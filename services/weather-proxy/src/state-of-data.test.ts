import { testDatabase, type TestDatabase } from '@site/platform/testing/database';
import { databaseContents } from './database.js';
import { keepToState } from './state-of-data.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase(databaseContents);
});
afterEach(() => database.drop());

it('takes the state for which it is migrated first, again and again', async () => {
  const { url } = database.settings;
  await Promise.all([keepToState(url, 'OK'), keepToState(url, 'OK')]);
  await keepToState(url, 'OK');
  expect(await database.dataSource.query('SELECT postal_code FROM state_of_data')).toEqual([{ postal_code: 'OK' }]);
});

it('refuses another state, and stays with its own', async () => {
  const { url } = database.settings;
  await keepToState(url);
  await expect(keepToState(url, 'OK')).rejects.toThrow(
    'the database holds the data of STATE=AR, not of STATE=OK: give it a database of its own',
  );
  await keepToState(url, 'AR');
});
