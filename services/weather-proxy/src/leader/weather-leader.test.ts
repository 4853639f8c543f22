import { testDatabase, type TestDatabase } from '@site/platform/testing/database';
import { testLogger } from '@site/platform/testing/logger';
import { until } from '@site/platform/testing/until';
import { databaseContents } from '../database.js';
import { WeatherLeader } from './weather-leader.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(databaseContents);
});
const started: WeatherLeader[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((each) => each.beforeApplicationShutdown()));
  await database.dataSource.query('TRUNCATE weather_leader');
});
afterAll(() => database.drop());

async function replica(): Promise<WeatherLeader> {
  const leader = new WeatherLeader(database.dataSource, testLogger);
  started.push(leader);
  await leader.onModuleInit();
  return leader;
}

it('is one of several replicas, and another after its end', async () => {
  const replicas = await Promise.all([replica(), replica(), replica()]);
  const leading = () => replicas.filter(({ isLeading }) => isLeading);
  const [first] = await until('a leader', () => (leading().length > 0 ? leading() : undefined));
  expect(leading()).toEqual([first]);
  await first?.beforeApplicationShutdown();
  await until('another leader', () => leading().some((each) => each !== first));
});

it('yields to another replica within 3 seconds, and goes on if there is none', async () => {
  const first = await replica();
  await until('the leader', () => first.isLeading);
  const lost: boolean[] = [];
  first.changes.subscribe(() => lost.push(first.isLeading));
  await first.yield();
  const holds = async () => {
    const rows = await database.dataSource.query<unknown[]>('SELECT FROM weather_leader WHERE held_until > now()');
    return rows.length === 1;
  };
  await until('the lease again', holds);
  expect(lost).toEqual([]);

  const second = await replica();
  const began = performance.now();
  await first.yield();
  await until('the other replica', () => second.isLeading);
  expect(performance.now() - began).toBeLessThan(3_000);
  await until('the end of the first', () => !first.isLeading);
});

it('every replica polls while the lease can’t be read', async () => {
  const replicas = [await replica(), await replica()];
  await until('one that polls', () => replicas.filter(({ mayPoll }) => mayPoll).length === 1);
  await database.dataSource.query('ALTER TABLE weather_leader RENAME TO weather_leader_away');
  try {
    await until('both', () => replicas.every(({ mayPoll }) => mayPoll));
    expect(replicas.some(({ isConfirmed }) => isConfirmed)).toBe(false);
  } finally {
    await database.dataSource.query('ALTER TABLE weather_leader_away RENAME TO weather_leader');
  }
  await until('one again', () => replicas.filter(({ mayPoll }) => mayPoll).length === 1);
});
