import type { DataSource } from 'typeorm';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { until } from '../../testing/until.js';
import { Lease } from './lease.js';

let database: TestDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await testDatabase({ schema: 'sample', entities: [], migrations: [] });
  ({ dataSource } = database);
  await dataSource.query('CREATE TABLE work (id integer PRIMARY KEY, holder text, until timestamptz, done_by text)');
});
beforeEach(() => dataSource.query(`TRUNCATE work; INSERT INTO work (id) VALUES (1)`));
afterAll(() => database.drop());

const lease = new Lease({ holder: 'holder', until: 'until' }, 3);
const changed = async (statement: string, holder: string) =>
  (await dataSource.query<[unknown, number]>(statement, [holder]))[1] > 0;
const take = (holder: string) => changed(`UPDATE work SET ${lease.take('$1')} WHERE ${lease.isFree('work')}`, holder);
const renew = (holder: string) => changed(`UPDATE work SET ${lease.renew} WHERE ${lease.isOwnedBy('$1')}`, holder);
const release = (holder: string) => changed(`UPDATE work SET ${lease.release} WHERE ${lease.isOwnedBy('$1')}`, holder);
const commit = (holder: string) => changed(`UPDATE work SET done_by = $1 WHERE ${lease.isOwnedBy('$1')}`, holder);
const moveClock = (by: string) => dataSource.query(`UPDATE work SET until = until - interval '${by}'`);

it('has one holder among many concurrent claims', async () => {
  const taken = await Promise.all(['a', 'b', 'c', 'd'].map(take));
  expect(taken.filter(Boolean)).toHaveLength(1);
});

it('passes to another holder once released, not before', async () => {
  await take('a');
  expect(await take('b')).toBe(false);
  expect(await release('b')).toBe(false);
  await release('a');
  expect(await take('b')).toBe(true);
});

it('passes to another holder once it has ended; the former one can no longer commit, renew or release', async () => {
  await take('a');
  await moveClock('4 seconds');
  expect(await take('b')).toBe(true);
  expect([await commit('a'), await renew('a'), await release('a')]).toEqual([false, false, false]);
  expect(await commit('b')).toBe(true);
});

it('is free when the clock was set back by more than its duration', async () => {
  await take('a');
  await moveClock('-2 hours');
  expect(await take('b')).toBe(true);
});

it('is kept while the work continues, and taken over when the holder stops renewing', async () => {
  await take('a');
  const [{ ends }] = await dataSource.query<[{ ends: Date }]>('SELECT until AS ends FROM work');
  await lease.during(
    () => renew('a'),
    () =>
      until('the lease to be renewed', async () => {
        const [row] = await dataSource.query<{ until: Date }[]>('SELECT until FROM work');
        return row !== undefined && row.until > ends;
      }),
  );
  expect(await take('b')).toBe(false);
  await until('another holder to take over', () => take('b'));
});

it('continues the work when a renewal fails', async () => {
  const attempts: number[] = [];
  const work = lease.during(
    () => Promise.reject(new Error(`no connection ${attempts.push(1)}`)),
    () => until('a renewal to fail', () => attempts.length > 0),
  );
  await expect(work).resolves.toBe(true);
});
