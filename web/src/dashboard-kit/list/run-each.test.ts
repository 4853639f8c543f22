import { ApiError } from '../../api/api.js';
import { runEach } from './run-each.js';

const items = ['a', 'b', 'c', 'd', 'e'];

describe('the same done to several things', () => {
  it('is done to each once, and told as it goes on', async () => {
    const acted: string[] = [];
    const progress: number[] = [];
    const outcome = await runEach(items, async (item) => acted.push(item), {
      onProgress: (finished) => progress.push(finished),
    });
    expect(acted.sort()).toEqual(items);
    expect(outcome.done.sort()).toEqual(items);
    expect(progress).toEqual([1, 2, 3, 4, 5]);
  });

  it('goes on after one that fails', async () => {
    const broken = new ApiError(503, 'A part is down.');
    const outcome = await runEach(items, async (item) => {
      if (item === 'b') throw broken;
    });
    expect(outcome.done.sort()).toEqual(['a', 'c', 'd', 'e']);
    expect(outcome.failed).toEqual([{ item: 'b', error: broken }]);
  });

  it('ends with the session', async () => {
    const acted: string[] = [];
    const ended = new ApiError(401, 'Your session has ended.');
    const running = runEach(items, async (item) => {
      acted.push(item);
      if (item === 'a') throw ended;
    });
    await expect(running).rejects.toBe(ended);
    expect(acted).not.toContain('e');
  });

  it('makes the pause that a busy server asks for, and tries the same thing again', async () => {
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

  it('does not wait for ever', async () => {
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
