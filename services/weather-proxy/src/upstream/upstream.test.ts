import { z } from 'zod';
import { startSimulator, type Simulator } from '../../../../simulator/simulator.js';
import { systemClock } from '@site/platform/base/clock';
import { Breaker } from './breaker.js';
import { Upstream } from './upstream.js';

let simulator: Simulator;
let upstream: Upstream;
beforeEach(async () => {
  simulator = await startSimulator();
  upstream = new Upstream({ provider: 'test', baseUrl: `${simulator.url}/nws`, headers: { 'user-agent': 'test' } });
});
afterEach(async () => {
  await upstream.close();
  await simulator.close();
});

const anything = z.object({ properties: z.looseObject({ gridId: z.string() }) });
const fetch = (withinMs = 4_000) =>
  upstream.getJson('test', '/points/34.75,-92.28', anything, {
    breaker: new Breaker(systemClock),
    deadline: AbortSignal.timeout(withinMs),
  });

describe('a call to a provider', () => {
  it('returns what the schema parses', async () => {
    await expect(fetch()).resolves.toMatchObject({ value: { properties: { gridId: 'LZK' } } });
  });

  it.each([
    [{ mode: 'redirect' }, 'redirect'],
    [{ mode: 'huge' }, 'too_large'],
    [{ mode: 'gzip_bomb' }, 'too_large'],
    [{ mode: 'html' }, 'invalid'],
    [{ mode: 'malformed' }, 'invalid'],
    [{ mode: 'empty' }, 'invalid'],
    [{ mode: 'null' }, 'invalid'],
    [{ mode: 'http', status: 403 }, 'http_error'],
    [{ mode: 'http', status: 404 }, 'not_found'],
    [{ mode: 'http', status: 429 }, 'rate_limited'],
    [{ mode: 'reset' }, 'network'],
  ] as const)('fails with the right kind of error: %j', async (behavior, outcome) => {
    simulator.setMode('nws', behavior);

    await expect(fetch()).rejects.toMatchObject({ outcome });
    expect(simulator.calls().every(({ provider }) => provider === 'nws')).toBe(true);
  });

  it('rejects a response without the essentials', async () => {
    await expect(
      upstream.getJson('test', '/gridpoints/LZK/83,73/stations', anything, {
        breaker: new Breaker(systemClock),
        deadline: AbortSignal.timeout(4_000),
      }),
    ).rejects.toMatchObject({ outcome: 'invalid' });
  });

  it.each(['hang', 'drip'] as const)('stops at its deadline: %s', async (mode) => {
    simulator.setMode('nws', { mode });
    const started = performance.now();

    await expect(fetch(300)).rejects.toMatchObject({ outcome: 'timeout' });

    expect(performance.now() - started).toBeLessThan(15_000);
  });

  it('stops reading a body of 50 MB at the limit', async () => {
    simulator.setMode('nws', { mode: 'huge' });
    const before = process.memoryUsage().arrayBuffers;

    await expect(fetch()).rejects.toMatchObject({ outcome: 'too_large' });

    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 1024 * 1024);
  });

  it('is retried after a transient failure', async () => {
    simulator.setMode('nws', { mode: 'http', status: 500, times: 1 });

    await expect(fetch()).resolves.toMatchObject({ value: { properties: { gridId: 'LZK' } } });
    expect(simulator.calls()).toHaveLength(2);
  });

  it('is not retried after a permanent failure', async () => {
    simulator.setMode('nws', { mode: 'malformed', times: 1 });

    await expect(fetch()).rejects.toMatchObject({ outcome: 'invalid' });
    expect(simulator.calls()).toHaveLength(1);
  });

  it('is retried for at most a tenth of all calls', async () => {
    simulator.setMode('nws', { mode: 'http', status: 500 });

    for (let count = 0; count < 40; count += 1) await fetch().catch(() => undefined);

    // One retry at the start, plus a tenth per call.
    expect(simulator.calls().length).toBeLessThanOrEqual(40 + 1 + 4);
  });

  it('reports an unreachable host', async () => {
    await simulator.close();

    await expect(fetch()).rejects.toMatchObject({ outcome: 'network' });
  });
});
