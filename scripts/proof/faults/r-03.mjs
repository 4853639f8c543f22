import { until } from '../../lib/until.mjs';
import { burst, machineIsBusy } from '../lib/load.mjs';

export const name = 'R-03';
export const title = 'coalescing of cold forecasts';
export const rule =
  'A cold place requested by 1,000 visitors at the same time, then 50 places by 20 each: each provider address is called once, everyone gets 200.';

const latencyMs = 800;
/** Sequential calls: the point, the forecasts of its cell, the observation of a station in the cell. */
const callsInARow = { weatherapi: 1, nws: 3 };
/** Allowed on top of the provider's own time: 1.6 s in all for a provider that takes one call. */
const overheadMs = 800;

export async function run(context) {
  const { checks, rows } = context;
  for (const source of ['nws', 'weatherapi']) {
    const product = await context.product({
      fresh: true,
      environment: {
        SAMPLE_WEATHER: 'false',
        SAMPLE_CONTENT: 'false',
        // No cached response may expire during the load.
        FORECAST_TTL_SECONDS: '600',
        OBSERVATION_TTL_SECONDS: '600',
        ALERTS_POLL_SECONDS: '3600',
        ...(source === 'weatherapi' && { WEATHERAPI_KEY: 'simulated' }),
      },
    });
    await product.simulator.behave(source, { mode: 'slow', delay_ms: latencyMs });

    const crowd = async (what, places, visitorsEach) => {
      await product.simulator.forget();
      const urls = Array.from({ length: places.length * visitorsEach }, (_unused, index) => {
        const { lat, lon } = places[index % places.length];
        return `${product.url}/main/weather/forecast?lat=${lat}&lon=${lon}&days=7`;
      });
      const wasBusy = machineIsBusy();
      const { tally } = await burst(urls, { keepBody: false });
      const calls = (await product.simulator.calls()).filter(
        ({ provider, path }) => provider === source && !path.startsWith('/alerts'),
      );
      const counts = new Map();
      for (const { path } of calls) counts.set(path, (counts.get(path) ?? 0) + 1);
      const mostPerAddress = Math.max(0, ...counts.values());
      const limitMs = callsInARow[source] * latencyMs + overheadMs;
      const p99 = tally.percentile(0.99);
      rows.push({
        source,
        what,
        statuses: tally.text,
        'p99 ms': p99,
        limit: limitMs,
        addresses: counts.size,
        'calls per address': mostPerAddress,
        machine: wasBusy ? 'busy: time not judged' : 'quiet',
      });
      checks.that(tally.text === `200×${urls.length}`, `${source}, ${what}: ${tally.text}`);
      checks.that(mostPerAddress === 1, `${source}, ${what}: an address was called ${mostPerAddress} times`);
      checks.that(wasBusy || p99 <= limitMs, `${source}, ${what}: p99 ${p99} ms`);
    };

    await crowd('1 place × 1,000', [{ lat: 35.31, lon: -92.31 }], 1_000);
    const many = Array.from({ length: 50 }, (_unused, index) => ({
      lat: (34 + index * 0.04).toFixed(2),
      lon: (-93 + index * 0.03).toFixed(2),
    }));
    await crowd('50 places × 20', many, 20);
  }

  // The history of a gauge is fetched on demand; the gauges themselves are polled regardless of demand.
  const product = await context.product({ fresh: true, environment: { SAMPLE_CONTENT: 'false' } });
  const gauge = await until('the river gauges', async () => {
    const { data } = await (await fetch(`${product.url}/main/weather/rivers`)).json();
    return data?.gauges[0]?.id;
  });
  await product.simulator.behave('nwps', { mode: 'slow', delay_ms: latencyMs });
  await product.simulator.forget();
  const { tally } = await burst(
    Array.from({ length: 1_000 }, () => `${product.url}/main/weather/rivers/${gauge}`),
    { keepBody: false },
  );
  const calls = (await product.simulator.calls()).filter(({ path }) => path.includes(`/gauges/${gauge.toLowerCase()}`));
  const addresses = new Set(calls.map(({ path }) => path));
  rows.push({
    source: 'nwps',
    what: '1 gauge × 1,000',
    statuses: tally.text,
    'p99 ms': tally.percentile(0.99),
    addresses: addresses.size,
    'calls per address': calls.length / addresses.size,
  });
  checks.that(tally.text === '200×1000', `a gauge × 1,000: ${tally.text}`);
  checks.that(
    calls.length === addresses.size,
    `a gauge was requested ${calls.length} times at ${addresses.size} addresses`,
  );
  return { latencyMs };
}
