import { both, Breaker } from './breaker.js';
import { UpstreamError } from './upstream-error.js';

const failing = () => Promise.reject(new UpstreamError('down', 'http_error'));

function setUp() {
  // Only elapsed time counts: the wall clock runs backward.
  const clock = { time: 0, now: () => -clock.time, elapsed: () => clock.time };
  const breaker = new Breaker(clock);
  let calls = 0;
  const call = (work: () => Promise<unknown>) =>
    breaker.run(() => {
      calls += 1;
      return work();
    });
  return {
    clock,
    call,
    calls: () => calls,
    fail: () => expect(call(failing)).rejects.toMatchObject({ outcome: 'http_error' }),
  };
}

describe('a breaker', () => {
  it('stops calling after five failures in a row', async () => {
    const { call, calls, fail } = setUp();
    for (let count = 0; count < 5; count += 1) await fail();

    await expect(call(failing)).rejects.toMatchObject({ outcome: 'refused' });
    expect(calls()).toBe(5);
  });

  it('resets the failures after a success, which includes "not found"', async () => {
    const { call, calls, fail } = setUp();
    for (let count = 0; count < 4; count += 1) await fail();
    await expect(call(() => Promise.reject(new UpstreamError('none', 'not_found')))).rejects.toMatchObject({
      outcome: 'not_found',
    });
    for (let count = 0; count < 4; count += 1) await fail();

    await call(() => Promise.resolve('fine'));
    expect(calls()).toBe(10);
  });

  it('sends one probe after 10 s while other calls wait for its outcome', async () => {
    const { clock, call, calls, fail } = setUp();
    for (let count = 0; count < 5; count += 1) await fail();
    clock.time = 9_999;
    await expect(call(failing)).rejects.toMatchObject({ outcome: 'refused' });
    clock.time = 10_000;

    const outcomes = await Promise.allSettled([call(failing), call(failing), call(failing)]);

    expect(calls()).toBe(6);
    expect(
      outcomes.map((outcome) => outcome.status === 'rejected' && (outcome.reason as UpstreamError).outcome),
    ).toEqual(['http_error', 'refused', 'refused']);
  });

  it('calls at most once every 10 s while open', async () => {
    const { clock, call, calls, fail } = setUp();
    for (let count = 0; count < 5; count += 1) await fail();

    for (clock.time = 0; clock.time < 60_000; clock.time += 100) await call(failing).catch(() => undefined);

    expect(calls() - 5).toBe(5);
  });

  it('closes at the first success, for all waiting calls', async () => {
    const { clock, call, calls, fail } = setUp();
    for (let count = 0; count < 5; count += 1) await fail();
    clock.time = 10_000;

    const publicResponses = await Promise.all([1, 2, 3].map((value) => call(() => Promise.resolve(value))));

    expect(publicResponses).toEqual([1, 2, 3]);
    expect(calls()).toBe(8);
  });

  it('pauses after a 429 for as long as Retry-After says', async () => {
    const { clock, call, calls } = setUp();
    const limited = () => Promise.reject(new UpstreamError('slow down', 'rate_limited', { retryAfterMs: 30_000 }));
    await expect(call(limited)).rejects.toMatchObject({ outcome: 'rate_limited' });

    clock.time = 29_999;
    await expect(call(limited)).rejects.toMatchObject({ outcome: 'refused' });
    clock.time = 30_000;
    await call(() => Promise.resolve('fine'));
    expect(calls()).toBe(2);
  });

  it('pauses for at most ten minutes', async () => {
    const { clock, call } = setUp();
    const limited = () => Promise.reject(new UpstreamError('slow down', 'rate_limited', { retryAfterMs: 86_400_000 }));
    await call(limited).catch(() => undefined);

    clock.time = 600_000;

    await expect(call(() => Promise.resolve('fine'))).resolves.toBe('fine');
  });
});

describe('two combined breakers', () => {
  const setUpBoth = () => {
    // Only elapsed time counts: the wall clock runs backward.
    const clock = { time: 0, now: () => -clock.time, elapsed: () => clock.time };
    const outer = new Breaker(clock);
    const guards = { bad: both(outer, new Breaker(clock)), good: both(outer, new Breaker(clock)) };
    const calls = { bad: 0, good: 0 };
    const bad = () => {
      calls.bad += 1;
      return failing();
    };
    const good = () => {
      calls.good += 1;
      return Promise.resolve('fine');
    };
    return {
      clock,
      calls,
      outer,
      bad: () => guards.bad.run(bad).catch((error: UpstreamError) => error.outcome),
      good: () => guards.good.run(good).catch((error: UpstreamError) => error.outcome),
      fails: () => guards.good.run(bad).catch((error: UpstreamError) => error.outcome),
    };
  };

  it('stop calling one failing resource while others work', async () => {
    const { clock, calls, bad, good } = setUpBoth();
    for (let runOnce = 0; runOnce < 100; runOnce += 1) {
      await good();
      await bad();
    }
    expect(calls).toEqual({ bad: 5, good: 100 });
    clock.time = 10_000;
    expect(await bad()).toBe('http_error');
    expect(await bad()).toBe('refused');
    expect(await good()).toBe('fine');
  });

  it('send one probe in 10 s to a provider that fails as a whole', async () => {
    const { clock, calls, bad, fails } = setUpBoth();
    for (let runOnce = 0; runOnce < 20; runOnce += 1) {
      await bad();
      await fails();
    }
    expect(calls.bad).toBe(5);
    for (clock.time = 0; clock.time < 100_000; clock.time += 100) {
      await bad();
      await fails();
    }
    expect(calls.bad - 5).toBeLessThanOrEqual(10);
    expect(calls.bad - 5).toBeGreaterThanOrEqual(8);
  });

  it('close again at the first success', async () => {
    const { clock, bad, good, outer } = setUpBoth();
    for (let runOnce = 0; runOnce < 5; runOnce += 1) await bad();
    expect(outer.isOpen).toBe(true);
    clock.time = 10_000;
    expect(await good()).toBe('fine');
    expect(outer.isOpen).toBe(false);
  });
});
