import { ApiError } from '@/api/api.js';
import { runEach } from './run-each.js';

const items = ['a', 'b', 'c', 'd', 'e'];

describe('runEach', () => {
  it('runs once per item and reports progress', async () => {
    const acted: string[] = [];
    const progress: number[] = [];
    const outcome = await runEach(items, async (item) => acted.push(item), {
      onProgress: (finished) => progress.push(finished),
    });
    expect(acted.sort()).toEqual(items);
    expect(outcome.done.sort()).toEqual(items);
    expect(progress).toEqual([1, 2, 3, 4, 5]);
  });

  it('continues after a failure', async () => {
    const broken = new ApiError(503, 'A part is down.');
    const outcome = await runEach(items, async (item) => {
      if (item === 'b') throw broken;
    });
    expect(outcome.done.sort()).toEqual(['a', 'c', 'd', 'e']);
    expect(outcome.failed).toEqual([{ item: 'b', error: broken }]);
  });

  it('stops when the session ends', async () => {
    const acted: string[] = [];
    const ended = new ApiError(401, 'Your session has ended.');
    const running = runEach(items, async (item) => {
      acted.push(item);
      if (item === 'a') throw ended;
    });
    await expect(running).rejects.toBe(ended);
    expect(acted).not.toContain('e');
  });

  it('waits as long as a busy server asks, then retries the same item', async () => {
    const pauses: number[] = [];
    const busy = new ApiError(429, 'Too many requests.', '', [], { retryAfterSeconds: 17 });
    let refusals = 2;
    const outcome = await runEach(
      items,
      async (item) => {
        if (item === 'c' && refusals-- > 0) throw busy;
      },
      { wait: async (seconds) => void pauses.push(seconds) },
    );
    expect(pauses).toEqual([17, 17]);
    expect(outcome.done.sort()).toEqual(items);
  });

  it('gives up after several waits', async () => {
    const pauses: number[] = [];
    const outcome = await runEach(
      ['a'],
      async () => {
        throw new ApiError(429, 'Too many requests.');
      },
      { wait: async (seconds) => void pauses.push(seconds) },
    );
    expect(pauses).toEqual([5, 5, 5, 5, 5]);
    expect(outcome.failed.map(({ item }) => item)).toEqual(['a']);
  });
});
