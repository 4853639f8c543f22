import { ChangeFeed } from '@site/platform/data/changes';
import { testDatabase, type TestDatabase } from '@site/platform/testing/database';
import { testLogger } from '@site/platform/testing/logger';
import { until } from '@site/platform/testing/until';
import { databaseContents } from '../database.js';
import { WeatherLeader } from '../leader/weather-leader.js';
import { TestClock } from '../testing/weather.js';
import { Polled, type PolledRules } from './polled.js';

interface Value {
  number: number;
}

let database: TestDatabase;
let changes: ChangeFeed;
beforeAll(async () => {
  database = await testDatabase(databaseContents);
  changes = new ChangeFeed(database.dataSource, testLogger);
  await changes.onModuleInit();
});
const started: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((each) => each.stop()));
  await database.dataSource.query('TRUNCATE last_good, weather_leader');
});
afterAll(async () => {
  await changes.onModuleDestroy();
  await database.drop();
});

async function replica(load: () => Promise<Value>, rules: Partial<PolledRules<Value>> = {}, clock = new TestClock()) {
  const leader = new WeatherLeader(database.dataSource, testLogger);
  await leader.onModuleInit();
  const polled = new Polled<Value>(
    {
      key: 'numbers/1',
      topic: 'numbers',
      intervalMs: 200,
      maxAgeMs: 60_000,
      load,
      failureMessage: 'no number',
      ...rules,
    },
    { dataSource: database.dataSource, clock, logger: testLogger, changes, leader },
  );
  const stop = async () => {
    await polled.stop();
    await leader.beforeApplicationShutdown();
  };
  started.push({ stop });
  await polled.start();
  return { polled, clock, stop };
}

function source() {
  const state = { asked: 0, fails: false };
  const load = async () => {
    state.asked += 1;
    if (state.fails) throw new Error('away');
    return { number: state.asked };
  };
  return { state, load };
}

describe('a polled value', () => {
  it('is fetched by one of two replicas and available in both', async () => {
    const { state, load } = source();
    const replicas = [await replica(load, { intervalMs: 60_000 }), await replica(load, { intervalMs: 60_000 })];
    await until('the value in both replicas', () => replicas.every(({ polled }) => polled.state.value !== undefined));
    expect(state.asked).toBe(1);
    expect(replicas.map(({ polled }) => polled.state.value)).toEqual([{ number: 1 }, { number: 1 }]);
    expect(new Set(replicas.map(({ polled }) => polled.state.fetchedAt)).size).toBe(1);
  });

  it('is polled again and again, and is stale while its source fails, with its age', async () => {
    const { state, load } = source();
    const { polled } = await replica(load);
    await until('a second response', () => (polled.state.value?.number ?? 0) >= 2);
    state.fails = true;
    await until('the failure', () => polled.state.isStale);
    const { value, fetchedAt } = polled.state;
    const { asked } = state;
    await until('more attempts', () => state.asked > asked + 1);
    expect(polled.state).toEqual({ value, fetchedAt, isStale: true });
    state.fails = false;
    await until('a new response', () => !polled.state.isStale);
    expect(polled.state.value).toEqual({ number: state.asked });
  });

  it('survives a restart, after which it isn’t polled before it is due', async () => {
    const { state, load } = source();
    const first = await replica(load, { intervalMs: 60_000 });
    await until('a response', () => first.polled.state.value);
    await first.stop();
    const second = await replica(load, { intervalMs: 60_000 });
    expect(second.polled.state).toEqual({ ...first.polled.state, isStale: false });
    await second.stop();
    expect(state.asked).toBe(1);
  });

  it('is no longer shown once it is too old', async () => {
    const { state, load } = source();
    const { polled, clock } = await replica(load, { intervalMs: 60_000 });
    await until('a response', () => polled.state.value);
    state.fails = true;
    clock.advance(59_000);
    expect(polled.state.value).toEqual({ number: 1 });
    clock.advance(2_000);
    expect(polled.state.value).toBeUndefined();
  });
});

describe('of two replicas,', () => {
  it('one takes over within ten seconds when the other dies', async () => {
    // As left by a killed leader.
    await database.dataSource.query(
      `INSERT INTO weather_leader (id, holder, held_until) VALUES (1, 'killed', now() + interval '7 seconds')`,
    );
    const { state, load } = source();
    const began = performance.now();
    const { polled } = await replica(load, { intervalMs: 60_000 });
    await until('a call by the other replica', () => polled.state.value);
    expect(state.asked).toBe(1);
    const seconds = (performance.now() - began) / 1_000;
    expect(seconds).toBeGreaterThan(4);
    expect(seconds).toBeLessThan(10);
  }, 20_000);

  it('each polls on its own while there is no database for the lease', async () => {
    await database.dataSource.query('ALTER TABLE weather_leader RENAME TO weather_leader_away');
    try {
      const one = source();
      const other = source();
      await replica(one.load);
      await replica(other.load);
      await until('repeated calls by both', () => one.state.asked > 2 && other.state.asked > 2);
    } finally {
      await database.dataSource.query('ALTER TABLE weather_leader_away RENAME TO weather_leader');
    }
  });

  it('the standby loads a new value as soon as it is notified', async () => {
    const { load } = source();
    const leader = await replica(load, { intervalMs: 4_000 });
    await until('a call by the leader', () => leader.polled.state.value);
    const standby = await replica(load, { intervalMs: 60_000 });
    await until('the next call', () => leader.polled.state.value?.number === 2);
    const began = performance.now();
    await until('the value in the standby', () => standby.polled.state.value?.number === 2);
    // Without a notification it checks only every 15 seconds.
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
