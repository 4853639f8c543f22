import { ResponseCache } from './response-cache.js';

interface Result {
  text: string;
}
type Rules = Partial<ConstructorParameters<typeof ResponseCache<Result>>[0]>;

/** Values are fresh for 10 ms and kept for 100. */
function setUp(rules: Rules = {}) {
  let now = 1_000;
  let setBackMs = 0;
  const clock = { now: () => now - setBackMs, elapsed: () => now };
  const cache = new ResponseCache<Result>({ clock, freshMs: () => 10, maxAgeMs: 100, maxSize: 2, ...rules });
  const calls: { address: string; give: (text: string) => void; fail: (error: Error) => void }[] = [];
  const load = (address: string) => () =>
    new Promise<Result>((resolve, reject) => {
      calls.push({ address, give: (text) => resolve({ text }), fail: reject });
    });
  const fetch = (address = 'a') => cache.get(address, load(address));
  const prefetch = (address = 'a') => cache.prefetch(address, load(address));
  const existing = async (text: string, address = 'a') => {
    const target = fetch(address);
    calls.at(-1)?.give(text);
    await target;
  };
  return {
    cache,
    calls,
    ask: fetch,
    prefetch,
    known: existing,
    advance: (ms: number) => (now += ms),
    setBack: (ms: number) => (setBackMs += ms),
  };
}

describe('cached values', () => {
  it('need one call for concurrent callers, and none again within the TTL', async () => {
    const { ask, calls, advance } = setUp();
    const crowd = Promise.all([ask(), ask(), ask()]);
    calls[0]?.give('one');
    expect(await crowd).toEqual(Array(3).fill({ value: { text: 'one' }, fetchedAt: 1_000 }));

    advance(9);
    expect((await ask()).value.text).toBe('one');
    expect(calls).toHaveLength(1);
  });

  it('are as old as the request, not the response', async () => {
    const { ask, calls, advance } = setUp();
    const target = ask();
    advance(8);
    calls[0]?.give('slow');
    expect((await target).fetchedAt).toBe(1_000);

    advance(2);
    void ask();
    expect(calls).toHaveLength(2);
  });

  it('are served while a newer one is fetched, up to the allowed age', async () => {
    const { ask, known, calls, advance } = setUp({ staleWhileRevalidateMs: 50 });
    await known('old');
    advance(20);
    expect((await ask()).value.text).toBe('old');
    calls[1]?.give('new');
    await new Promise(setImmediate);
    expect((await ask()).value.text).toBe('new');

    advance(60);
    const waited = ask();
    calls[2]?.give('newest');
    expect((await waited).value.text).toBe('newest');
  });

  it('are served while the provider fails, marked as such, until they are too old', async () => {
    const { ask, known, calls, advance } = setUp();
    const error = new Error('away');
    const failing = async () => {
      const target = ask();
      calls.at(-1)?.fail(error);
      return target;
    };
    await known('good');
    advance(20);
    expect(await failing()).toEqual({ value: { text: 'good' }, fetchedAt: 1_000, failure: error });
    advance(90);
    await expect(failing()).rejects.toBe(error);
    await known('good again');
    expect(await ask()).toEqual({ value: { text: 'good again' }, fetchedAt: 1_110 });
  });

  it('pause after a failure, even without a value', async () => {
    const { ask, calls, advance } = setUp({ pauseMs: 5 });
    const error = new Error('away');
    const first = ask();
    calls[0]?.fail(error);
    await expect(first).rejects.toBe(error);
    await expect(ask()).rejects.toBe(error);
    expect(calls).toHaveLength(1);

    advance(5);
    void ask();
    expect(calls).toHaveLength(2);
  });

  it('don’t make callers wait for a provider that failed recently', async () => {
    const { ask, known, calls, advance } = setUp({ distrustMs: 50 });
    await known('old');
    advance(20);
    const first = ask();
    calls[1]?.fail(new Error('away'));
    await first;

    expect((await ask()).value.text).toBe('old');
    expect(calls).toHaveLength(3);
  });

  it('fall back on an earlier process’s value', async () => {
    const restored = { value: { text: 'restored' }, fetchedAt: 950 };
    const { ask, calls } = setUp({ restore: () => Promise.resolve(restored) });
    const target = ask();
    await new Promise(setImmediate);
    calls[0]?.fail(new Error('away'));
    expect(await target).toMatchObject(restored);
  });

  it('are loaded from another process while fresh, and refreshed here only when that one is late', async () => {
    const others = { value: { text: 'theirs' }, fetchedAt: 995 };
    const { ask, calls, advance } = setUp({
      restore: (_address, since) => Promise.resolve(since < others.fetchedAt ? others : undefined),
    });
    expect((await ask()).value.text).toBe('theirs');

    advance(7);
    expect((await ask()).value.text).toBe('theirs');
    expect(calls).toEqual([]);

    advance(1);
    const target = ask();
    await new Promise(setImmediate);
    calls[0]?.give('ours');
    expect((await target).value.text).toBe('ours');
  });

  it('are served immediately when another process has a recent one, and refreshed in the background', async () => {
    const others = { value: { text: 'theirs' }, fetchedAt: 960 };
    const { ask, calls } = setUp({
      staleWhileRevalidateMs: 50,
      restore: (_address, since) => Promise.resolve(since < others.fetchedAt ? others : undefined),
    });
    expect(await ask()).toMatchObject(others);

    await new Promise(setImmediate);
    calls[0]?.give('ours');
    await new Promise(setImmediate);
    expect((await ask()).value.text).toBe('ours');
    expect(calls).toHaveLength(1);
  });

  it('are prefetched only when they are no longer fresh, and report failures', async () => {
    const { known, prefetch, calls, advance } = setUp({ staleWhileRevalidateMs: 50 });
    await known('old');
    await expect(prefetch()).resolves.toBeUndefined();
    expect(calls).toHaveLength(1);

    advance(20);
    const renewed = prefetch();
    calls[1]?.give('new');
    await expect(renewed).resolves.toBeUndefined();

    advance(20);
    const failed = prefetch();
    const error = new Error('away');
    calls[2]?.fail(error);
    await expect(failed).resolves.toBe(error);
  });

  it('don’t stay fresh when the clock is set back', async () => {
    const { ask, known, calls, advance, setBack } = setUp();
    await known('old');
    setBack(3 * 3_600_000);
    advance(10);
    const target = ask();
    calls[1]?.give('new');
    expect((await target).value.text).toBe('new');
  });

  it('from another process count as old when they are dated in the future', async () => {
    const others = { value: { text: 'theirs' }, fetchedAt: 1_000 + 3_600_000 };
    const { ask, calls } = setUp({ maxAgeMs: 24 * 3_600_000, restore: () => Promise.resolve(others) });
    const target = ask();
    await new Promise(setImmediate);
    calls[0]?.fail(new Error('away'));
    expect(await target).toMatchObject({ value: others.value, failure: new Error('away') });
  });

  it('are refreshed immediately when contradicted, and again after five minutes', async () => {
    const { cache, known, calls, advance } = setUp({ freshMs: () => 86_400_000, maxAgeMs: 86_400_000 });
    await known('old');
    const revalidate = () =>
      cache.revalidate(
        'a',
        () =>
          new Promise((resolve) =>
            calls.push({ address: 'a', give: (text) => resolve({ text }), fail: () => undefined }),
          ),
      );
    const results = Promise.all([revalidate(), revalidate()]);
    calls[1]?.give('new');
    expect((await results).map(({ value }) => value.text)).toEqual(['new', 'new']);
    advance(299_999);
    expect((await revalidate()).value.text).toBe('new');
    expect(calls).toHaveLength(2);
    advance(1);
    void revalidate();
    expect(calls).toHaveLength(3);
  });

  it('are served without waiting once the provider takes too long, and a late one is cached', async () => {
    const { ask, known, calls, advance } = setUp({ waitMs: 20, pauseMs: 5 });
    await known('old');
    advance(20);
    expect(await ask()).toMatchObject({ value: { text: 'old' }, failure: new Error('no answer within 20 ms') });
    expect(await ask()).toMatchObject({ value: { text: 'old' }, failure: expect.any(Error) });
    calls[1]?.give('late');
    await new Promise(setImmediate);
    expect(await ask()).toEqual({ value: { text: 'late' }, fetchedAt: 1_020 });
    expect(calls).toHaveLength(2);
  });

  it('are forgotten after a final error', async () => {
    const missing = new Error('no such thing');
    const { ask, known, calls, advance, cache } = setUp({ waitMs: 1_000, isFinal: (error) => error === missing });
    await known('old');
    advance(20);
    const target = ask();
    calls[1]?.fail(missing);
    await expect(target).rejects.toBe(missing);
    expect(cache.peek('a')).toBeUndefined();

    const again = ask();
    calls[2]?.fail(new Error('away'));
    await expect(again).rejects.toThrow('away');
  });

  it('that are no longer right need a wait, even if fresh', async () => {
    let outdated = 'none';
    const { ask, known, calls, cache } = setUp({
      freshMs: () => 50,
      staleWhileRevalidateMs: 80,
      isCurrent: ({ text }) => text !== outdated,
    });
    await known('old');
    expect([cache.hasFresh('a'), cache.ready('a', () => Promise.reject(new Error()))?.value.text]).toEqual([
      true,
      'old',
    ]);
    outdated = 'old';
    expect([cache.hasFresh('a'), cache.ready('a', () => Promise.reject(new Error()))]).toEqual([false, undefined]);
    const target = ask();
    calls[1]?.give('new');
    expect((await target).value.text).toBe('new');
  });

  it('arrive although they were evicted while loading', async () => {
    const { ask, known, calls, cache } = setUp();
    const slow = ask('slow');
    for (const address of ['b', 'c', 'd']) await known(address, address);
    calls[0]?.give('late');
    expect((await slow).value.text).toBe('late');
    expect(cache.entries().length).toBeLessThanOrEqual(2);
  });
});
