import type { Logger } from '../base/injection-tokens.js';
import { testLogger } from '../../testing/logger.js';
import { until } from '../../testing/until.js';
import { isRowFailure, WorkLoop, type WorkLoopSettings } from './work-loop.js';

const logged: unknown[][] = [];
const record = (...text: unknown[]) => void logged.push(text);
const logger = { ...testLogger, warn: record, error: record, info: record } as unknown as Logger;
let loop: WorkLoop | undefined;
beforeEach(() => (logged.length = 0));
afterEach(() => loop?.stop());

async function start(runOnce: WorkLoopSettings['runOnce'], intervalMs = 3_600_000): Promise<WorkLoop> {
  loop = new WorkLoop({ name: 'test', logger, intervalMs, runOnce });
  await loop.start();
  return loop;
}

it('continues immediately while there is more, then waits to be woken', async () => {
  let rounds = 0;
  const running = await start(() => Promise.resolve((rounds += 1) < 3));
  await until('three rounds', () => rounds === 3);
  running.wake();
  await until('a fourth', () => rounds === 4);
});

it('runs another round when woken during one, and never two at a time', async () => {
  let rounds = 0;
  let atOnce = 0;
  let most = 0;
  const ends: (() => void)[] = [];
  const running = await start(async () => {
    rounds += 1;
    most = Math.max(most, (atOnce += 1));
    await new Promise<void>((resolve) => ends.push(resolve));
    atOnce -= 1;
  });
  await until('the first round', () => rounds === 1);
  for (const _ of [1, 2, 3]) running.wake();
  ends.shift()?.();
  await until('the second round', () => rounds === 2);
  ends.shift()?.();
  expect([rounds, most]).toEqual([2, 1]);
});

it('logs an outage once, and its end', async () => {
  let rounds = 0;
  await start(() => {
    rounds += 1;
    return rounds < 4 ? Promise.reject(new Error('away')) : Promise.resolve(false);
  }, 1);
  await until('some rounds', () => rounds > 6);
  expect(logged.map(([, text]) => text)).toEqual(['a loop failed; it is retried', 'a loop recovered']);
});

it('waits for the current round when stopped, and starts no other', async () => {
  let rounds = 0;
  let isDone = false;
  let finish = () => undefined as void;
  const running = await start(async () => {
    rounds += 1;
    await new Promise<void>((resolve) => (finish = resolve));
    isDone = true;
    return true;
  });
  await until('a round', () => rounds === 1);
  const stopped = running.stop();
  running.wake();
  finish();
  await stopped;
  expect([rounds, isDone]).toEqual([1, true]);
});

it('retries a failing row later, logs each reason once, and forgets the row when it succeeds', async () => {
  let attempts = 0;
  const running = await start(async (rows) => {
    if (rows.waiting.includes('bad')) return 10;
    await rows.attempt('bad', () =>
      (attempts += 1) < 3 ? Promise.reject(new Error('refused')) : Promise.resolve('fine'),
    );
    return 10;
  });
  await until('the third attempt', () => attempts >= 3);
  expect(running.rows.count).toBe(0);
  expect(logged).toHaveLength(1);
});

it.each([
  [true, 'a wrong value', { code: '22007' }],
  [true, 'a lock that another transaction holds', { code: '55P03' }],
  [true, 'a statement that takes too long', { code: '57014' }],
  [true, 'a bug', new TypeError('x is not a function')],
  [false, 'no connection', { code: 'ECONNREFUSED' }],
  [false, 'a database that shuts down', { code: '57P01' }],
  [false, 'a full Redis', new Error("OOM command not allowed when used memory > 'maxmemory'.")],
  [false, 'missing rights', new Error('NOPERM this user has no permissions')],
  [false, 'a table that is missing', { code: '42P01' }],
  [false, 'a queue that does not answer', new Error('no answer within 3000 ms')],
])('returns %s for whether the failure is specific to the row: %s', (expected, _what, error) => {
  expect(isRowFailure(error)).toBe(expected);
});
