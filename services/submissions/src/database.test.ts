import { testDatabase, type TestDatabase } from '@site/platform/testing/database';
import { migrate } from '@site/platform/data/database';
import { submissionsDatabase } from './database.js';

describe('the schema', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase(submissionsDatabase);
  });
  afterAll(() => database.drop());

  it("matches the entities, apart from what TypeORM can't express", async () => {
    // Only in migrations: partial and descending indexes, length checks, constraints of shared tables, and the foreign
    // key that deletes replies with their message.
    const existing =
      /^DROP INDEX "submissions"\."\w+"|DROP CONSTRAINT "(\w+_lengths|images_(kind|state)_check|contact_replies_message)"/;
    const { upQueries } = await database.dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query).filter((query) => !existing.test(query))).toEqual([]);
  });

  it('is unchanged by a second migration', async () => {
    expect(await migrate(database.settings)).toEqual([]);
  });

  it('has an index for the order of every list', async () => {
    const runner = database.dataSource.createQueryRunner();
    // On a few rows the planner prefers to sort; can it avoid that?
    await runner.query('SET enable_seqscan = off; SET enable_sort = off; SET enable_bitmapscan = off');
    const live = 'deleted_at IS NULL';
    const lists = {
      snapshots_approved: `FROM snapshots WHERE status = 'approved' AND ${live} ORDER BY decided_at DESC, id DESC`,
      snapshots_pending: `FROM snapshots WHERE status = 'pending' AND ${live} ORDER BY created_at DESC, id DESC`,
      sponsors_placed: `FROM sponsors WHERE status = 'approved' AND ${live} ORDER BY position, id`,
      sponsors_pending: `FROM sponsors WHERE status = 'pending' AND ${live} ORDER BY created_at DESC, id DESC`,
    };
    for (const [index, list] of Object.entries(lists)) {
      const plan = JSON.stringify(await runner.query(`EXPLAIN (FORMAT JSON) SELECT * ${list} LIMIT 20`));
      expect(plan).toContain(index);
      expect(plan).not.toContain('"Sort"');
    }
    await runner.release();
  });
});
