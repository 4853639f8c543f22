import { testDatabase } from '@site/platform/testing/database';
import { databaseContents } from './database.js';

it('has migrations that make exactly what the entities describe', async () => {
  const database = await testDatabase(databaseContents);
  try {
    const { upQueries } = await database.dataSource.driver.createSchemaBuilder().log();
    // The index that clears old answers away is the database's business; no entity names it.
    expect(upQueries.map(({ query }) => query).filter((query) => !query.includes('last_good_fetched_at'))).toEqual([]);
  } finally {
    await database.drop();
  }
});
