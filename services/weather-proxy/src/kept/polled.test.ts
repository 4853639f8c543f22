import { testDatabase, type TestDatabase } from '@site/platform/testing/database';
import { testLogger } from '@site/platform/testing/logger';
import { until } from '@site/platform/testing/until';
import { databaseContents } from '../database.js';
import { TestClock } from '../testing/weather.js';
import { Polled, type PolledRules } from './polled.js';
import { takeTurn } from './turns.js';

interface Value {
  number: number;
}

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(databaseContents);
});
const started: Polled<Value>[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((each) => each.stop()));
  await database.dataSource.query('TRUNCATE last_good');
});
afterAll(() => database.drop());

/** A replica that asks a source of numbers every so often. */
async function replica(load: () => Promise<Value>, rules: Partial<PolledRules<Value>> = {}, clock = new TestClock()) {
  const polled = new Polled<Value>(
    { key: 'numbers/1', topic: 'numbers', everyMs: 200, keepMs: 60_000, load, complaint: 'no number', ...rules },
    { dataSource: database.dataSource, clock, logger: testLogger },
  );
  started.push(polled);
  await polled.start();
  return { polled, clock };
}

/** A source that counts who asks. */
function source() {
  const state = { asked: 0, fails: false };
  const load = async () => {
    state.asked += 1;
    if (state.fails) throw new Error('away');
    return { number: state.asked };
  };
  return { state, load };
}

describe('a polled answer', () => {
  it('is asked for by one of two replicas, and both know it', async () => {
    const { state, load } = source();
    const replicas = [await replica(load, { everyMs: 60_000 }), await replica(load, { everyMs: 60_000 })];
    await until('both to know it', () => replicas.every(({ polled }) => polled.state.value !== undefined));
    expect(state.asked).toBe(1);
    expect(replicas.map(({ polled }) => polled.state.value)).toEqual([{ number: 1 }, { number: 1 }]);
    expect(new Set(replicas.map(({ polled }) => polled.state.fetchedAt)).size).toBe(1);
  });

  it('comes again and again, and is stale while its source fails, with its age', async () => {
    const { state, load } = source();
    const { polled } = await replica(load);
    await until('a second answer', () => (polled.state.value?.number ?? 0) >= 2);
    state.fails = true;
    await until('the failure', () => polled.state.isStale);
    const { value, fetchedAt } = polled.state;
    const { asked } = state;
    await until('more attempts', () => state.asked > asked + 1);
    expect(polled.state).toEqual({ value, fetchedAt, isStale: true });
    state.fails = false;
    await until('a new answer', () => !polled.state.isStale);
    expect(polled.state.value).toEqual({ number: state.asked });
  });

  it('is kept over a restart, which does not ask again before it is due', async () => {
    const { state, load } = source();
    const first = await replica(load, { everyMs: 60_000 });
    await until('an answer', () => first.polled.state.value);
    await first.polled.stop();
    const second = await replica(load, { everyMs: 60_000 });
    expect(second.polled.state).toEqual({ ...first.polled.state, isStale: false });
    await second.polled.stop();
    expect(state.asked).toBe(1);
  });

  it('is no longer shown once it is too old', async () => {
    const { state, load } = source();
    const { polled, clock } = await replica(load, { everyMs: 60_000 });
    await until('an answer', () => polled.state.value);
    state.fails = true;
    clock.advance(59_000);
    expect(polled.state.value).toEqual({ number: 1 });
    clock.advance(2_000);
    expect(polled.state.value).toBeUndefined();
  });
});

describe('a turn', () => {
  const turn = (now: number, gapMs: number) => takeTurn(database.dataSource.manager, 'any', { now, gapMs });

  it('is given to one of those who come at once, and again after the gap', async () => {
    const now = Date.now();
    const taken = await Promise.all(Array.from({ length: 4 }, () => turn(now, 10_000)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await turn(now + 9_999, 10_000)).toBe(false);
    expect(await turn(now + 10_000, 10_000)).toBe(true);
  });

  it('that a clock far ahead has taken holds nobody up', async () => {
    const now = Date.now();
    expect(await turn(now + 3_600_000, 10_000)).toBe(true);
    expect(await turn(now, 10_000)).toBe(true);
  });
});
