import { randomBytes, randomUUID } from 'node:crypto';
import { migrate, openDatabase } from '@site/platform/data/database';
import { testDatabase, type TestDatabase } from '@site/platform/testing/database';
import { notificationsDatabase } from './database.js';

/** The service's role in an installation: reads and writes rows, owns no table. */
const role = `service_${randomBytes(4).toString('hex')}`;

describe('the schema notifications', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase(notificationsDatabase);
  });
  afterAll(() => database.drop());

  it('has exactly the tables and columns that the entities describe', async () => {
    const { upQueries } = await database.dataSource.driver.createSchemaBuilder().log();
    // Indexes, checks and foreign keys are only in the migrations.
    const differences = upQueries
      .map(({ query }) => query)
      .filter((query) => !/^DROP INDEX|DROP CONSTRAINT/.test(query));
    expect(differences).toEqual([]);
  });

  it('is unchanged by a second run of the migrations, even by two at the same time', async () => {
    const { settings } = database;
    await expect(Promise.all([migrate(settings), migrate(settings)])).resolves.toEqual([[], []]);
  });

  it('lets the service add partitions and delete old days although it owns no table', async () => {
    const { dataSource, settings } = database;
    const days = async () =>
      (
        await dataSource.query<{ name: string }[]>(
          `SELECT relname AS name FROM pg_class JOIN pg_inherits ON inhrelid = oid
           WHERE inhparent = 'deliveries'::regclass AND relname <> 'deliveries_rest' ORDER BY 1`,
        )
      ).map(({ name }) => name);
    const defaults = await days();
    expect(defaults).toHaveLength(3);
    await dataSource.query(`CREATE TABLE deliveries_20240101 PARTITION OF deliveries
      FOR VALUES FROM ('2024-01-01') TO ('2024-01-02')`);
    await dataSource.query(`DROP TABLE ${defaults[0]}, ${defaults[2]}`);
    await dataSource.query(`CREATE ROLE ${role} LOGIN PASSWORD 'test'`);
    await dataSource.query(`GRANT USAGE ON SCHEMA notifications TO ${role}`);
    await dataSource.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA notifications TO ${role}`);
    const url = new URL(settings.url);
    url.username = role;
    url.password = 'test';
    const service = await openDatabase({ ...settings, url: url.href });
    try {
      await service.query('SELECT keep_delivery_days()');
      expect(await days()).toEqual(defaults);
      const ids = [randomUUID(), randomUUID()];
      for (const day of ["(now() AT TIME ZONE 'UTC')::date", "'2024-01-01'"])
        await service.query(
          `INSERT INTO deliveries (day, dispatch_id, channel_id, shard, state) VALUES (${day}, $1, $2, 0, 'reserved')`,
          ids,
        );
      const update = `UPDATE deliveries SET state = 'accepted' WHERE dispatch_id = $1 RETURNING tableoid::regclass::text AS part`;
      const [rows] = await service.query<[{ part: string }[], number]>(update, [ids[0]]);
      expect(rows.map(({ part }) => part).toSorted()).toEqual([defaults[0], 'deliveries_rest']);
      // Rows too late for their partition are removed with others of their age.
      await service.query('SELECT keep_delivery_days()');
      expect(await service.query('SELECT FROM deliveries')).toHaveLength(1);
      for (const forbidden of [`DROP TABLE ${defaults[0]}`, 'CREATE TABLE x ()', 'TRUNCATE deliveries'])
        await expect(service.query(forbidden)).rejects.toMatchObject({ code: '42501' });
    } finally {
      await service.destroy();
      await dataSource.query(`DROP OWNED BY ${role}`);
      await dataSource.query(`DROP ROLE ${role}`);
    }
  });

  it("finds a county's subscribers without scanning all others", async () => {
    const runner = database.dataSource.createQueryRunner();
    // With few rows the planner prefers a sequential scan; can it avoid one?
    await runner.query('SET enable_seqscan = off');
    const plan = JSON.stringify(
      await runner.query(`EXPLAIN (FORMAT JSON) SELECT subscriber_id FROM follows WHERE county = '05119'`),
    );
    expect(plan).toContain('follows_pkey');
    await runner.release();
  });
});
