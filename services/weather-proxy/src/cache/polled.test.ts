import { ChangeFeed } from '@site/platform/data/changes';
import { testDatabase, type TestDatabase } from '@site/platform/testing/database';
import { testLogger } from '@site/platform/testing/logger';
import { until } from '@site/platform/testing/until';
import { databaseContents } from '../database.js';
import { TestClock } from '../testing/weather.js';
import { Polled, type PolledRules } from './polled.js';
import { acquireLease, lastPolledAt, underLease } from './poll-lease.js';

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
const started: Polled<Value>[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((each) => each.stop()));
  await database.dataSource.query('TRUNCATE last_good, poll_leases');
});
afterAll(async () => {
  await changes.onModuleDestroy();
  await database.drop();
});

async function replica(load: () => Promise<Value>, rules: Partial<PolledRules<Value>> = {}, clock = new TestClock()) {
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
    { dataSource: database.dataSource, clock, logger: testLogger, changes },
  );
  started.push(polled);
  await polled.start();
  return { polled, clock };
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
    await first.polled.stop();
    const second = await replica(load, { intervalMs: 60_000 });
    expect(second.polled.state).toEqual({ ...first.polled.state, isStale: false });
    await second.polled.stop();
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
  it('one takes over within ten seconds when the other dies during a poll', async () => {
    // As left by a killed replica.
    const { manager } = database.dataSource;
    await acquireLease(manager, { key: 'numbers/1', holder: 'killed', now: Date.now(), gapMs: 50_000 });
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
    await database.dataSource.query('ALTER TABLE poll_leases RENAME TO poll_leases_away');
    try {
      const one = source();
      const other = source();
      await replica(one.load);
      await replica(other.load);
      await until('repeated calls by both', () => one.state.asked > 2 && other.state.asked > 2);
    } finally {
      await database.dataSource.query('ALTER TABLE poll_leases_away RENAME TO poll_leases');
    }
  });

  it('the passive one loads a new value as soon as it is notified', async () => {
    const { load } = source();
    const follower = await replica(load, { intervalMs: 60_000 });
    await until('the end of the first lease', () => lastPolledAt(database.dataSource.manager, 'numbers/1'));
    await database.dataSource.query(`UPDATE poll_leases SET requested_at = now() - interval '1 hour'`);
    const began = performance.now();
    const leader = await replica(load, { intervalMs: 60_000 });
    await until('a call by the leader', () => leader.polled.state.value?.number === 2);
    await until('the value in the other replica', () => follower.polled.state.value?.number === 2);
    // Without a notification it checks only every 15 seconds.
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe('a polling lease', () => {
  const lease = (now: number, gapMs: number, holder = 'one') => ({ key: 'any', holder, now, gapMs });
  const take = async (now: number, gapMs: number, holder?: string) =>
    (await acquireLease(database.dataSource.manager, lease(now, gapMs, holder))) === undefined;
  const use = (now: number) => underLease(database.dataSource.manager, lease(now, 0), async () => {});

  it('is granted to one of several concurrent replicas, and again after the gap', async () => {
    const now = Date.now();
    const taken = await Promise.all(Array.from({ length: 4 }, () => take(now, 10_000)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    await use(now);
    expect(await take(now + 9_999, 10_000)).toBe(false);
    expect(await take(now + 10_000, 10_000)).toBe(true);
  });

  it('is held as long as its work runs', async () => {
    const { manager } = database.dataSource;
    const now = Date.now();
    expect(await take(now, 0)).toBe(true);
    await underLease(manager, lease(now, 0), async () => {
      const current = (await manager.query<{ held_until: Date }[]>('SELECT held_until FROM poll_leases'))[0]
        ?.held_until;
      await until('a renewed lease', async () => {
        const [row] = await manager.query<{ held_until: Date }[]>('SELECT held_until FROM poll_leases');
        return row !== undefined && current !== undefined && row.held_until > current;
      });
      expect(await take(now, 0, 'other')).toBe(false);
    });
    expect(await take(now, 0, 'other')).toBe(true);
  });

  it('is ignored when a clock far ahead has taken it', async () => {
    const now = Date.now();
    expect(await take(now + 3_600_000, 10_000)).toBe(true);
    await use(now + 3_600_000);
    expect(await take(now, 10_000)).toBe(true);
  });
});
