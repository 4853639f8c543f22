import { metrics } from '@site/platform/base/metrics';
import { until } from '@site/platform/testing/until';
import { counties } from '@site/regions/counties';
import { cellAt } from '@site/domain/weather/forecast-cells';
import { littleRock, TestClock, WeatherBench, type Weather } from '../testing/weather.js';

const minuteMs = 60_000;
const ahead = { COUNTIES_AHEAD: 'true', COUNTIES_AHEAD_SECONDS: '0.01', ALERTS_POLL_SECONDS: '1' };
const conway = { lat: 35.0887, lon: -92.4421 };

const pathOf = (point: { lat: number; lon: number }) => {
  const { lat, lon } = cellAt(point);
  return `/points/${lat},${lon}`;
};
const countyPaths = new Set(counties.map(pathOf));
const [first, second] = counties;
if (!first || !second) throw new Error('there are no counties');

let bench: WeatherBench;
beforeAll(async () => {
  bench = await WeatherBench.open();
});
afterEach(() => bench.reset());
afterAll(() => bench.close());

/** One entry per call. */
const countiesAsked = () =>
  bench.simulator.calls('/points').flatMap(({ path }) => (countyPaths.has(path) ? [path] : []));
const callsForForecasts = () =>
  bench.simulator.calls().filter(({ provider, path }) => provider === 'nws' && !path.startsWith('/alerts'));

async function saved(): Promise<{ count: number; oldestAt: number }> {
  const keys = counties.map(cellAt).map(({ lat, lon }) => `forecast/2/${lat.toFixed(2)},${lon.toFixed(2)}`);
  const [row] = await bench.database.dataSource.query<{ count: number; oldest: Date | null }[]>(
    'SELECT count(*)::int AS count, min(fetched_at) AS oldest FROM last_good WHERE key = ANY($1)',
    [keys],
  );
  return { count: row?.count ?? 0, oldestAt: row?.oldest?.getTime() ?? 0 };
}
const allSaved = () => until('forecasts of all counties', async () => (await saved()).count === counties.length);

const failuresIn = (visible: string) => /outcome="failed"\} (\d+)/.exec(visible)?.[1] ?? '0';

const lookAround = async (weather: Weather) => {
  await weather.forecast(littleRock);
  await weather.forecast(conway);
};
/** For three alert polls, during which all other loops ran. */
async function somePolls(weather: Weather): Promise<void> {
  const polls = () => bench.simulator.calls('/alerts').length;
  const from = polls();
  await until('three more polls of the alerts', async () => (await weather.alerts()) && polls() >= from + 3);
}

describe('county forecasts', () => {
  it('are prefetched by one of two replicas, and served by both without a call', async () => {
    const clock = new TestClock();
    const replicas = [await bench.start(ahead, clock), await bench.start(ahead, clock)];
    await Promise.all(replicas.map(lookAround));
    await allSaved();
    expect(countiesAsked().toSorted()).toEqual([...countyPaths].toSorted());

    bench.simulator.clearCalls();
    for (const replica of replicas)
      for (const county of [first, second]) {
        const { meta } = await replica.forecast(county);
        expect(meta).toMatchObject({ source: 'nws', stale: false });
        const trueAge = (clock.now() - Date.parse(meta?.fetchedAt ?? '')) / 1_000;
        expect(Math.abs((meta?.ageSeconds ?? -10) - trueAge)).toBeLessThanOrEqual(2);
      }
    expect(callsForForecasts()).toEqual([]);
  });

  it('are refreshed before visitors would have to wait, with their true age until then', async () => {
    const weather = await bench.start(ahead);
    await lookAround(weather);
    await allSaved();
    const { oldestAt } = await saved();
    weather.clock.advance(4 * minuteMs);
    expect((await weather.forecast(first)).meta?.ageSeconds).toBeGreaterThanOrEqual(240);

    weather.clock.advance(2 * minuteMs);
    await until('newer forecasts of all', async () => (await saved()).oldestAt >= oldestAt + 3 * minuteMs);
    const visible = await metrics.getSingleMetricAsString('weather_counties_ahead_ready');
    expect(visible).toContain('weather_counties_ahead_ready 75');
    await until('the age of the round', async () =>
      /seconds \d/.test(await metrics.getSingleMetricAsString('weather_counties_ahead_round_age_seconds')),
    );
  });

  it('are served immediately by a replica that has none, while it calls a provider that hangs', async () => {
    const leader = await bench.start(ahead);
    await lookAround(leader);
    await allSaved();
    await bench.stop(leader);
    bench.simulator.setMode('nws', { mode: 'hang' });
    const other = await bench.start();
    other.clock.advance(10 * minuteMs);

    const { meta } = await other.forecast(first);
    // A response that waited would be stale.
    expect(meta).toMatchObject({ source: 'nws', stale: false });
    expect(meta?.ageSeconds).toBeGreaterThanOrEqual(600);
    await until('the background call', () => callsForForecasts().some(({ mode }) => mode === 'hang'));
    await until('a stale one', async () => (await other.forecast(first)).meta?.stale);
  });

  it('are not prefetched without visitors: one place alone is what gateways keep fresh', async () => {
    const weather = await bench.start(ahead);
    await weather.forecast(littleRock);
    await somePolls(weather);
    await weather.forecast(littleRock);
    expect(countiesAsked()).toEqual([]);

    await weather.forecast(conway);
    await allSaved();
    expect(await metrics.getSingleMetricAsString('weather_counties_ahead_ready')).toMatch(/_ready \d/);

    weather.clock.advance(31 * minuteMs);
    await until('nothing to report', async () => {
      const visible = await metrics.getSingleMetricAsString('weather_counties_ahead_ready');
      return !/_ready \d/.test(visible);
    });
    bench.simulator.clearCalls();
    await somePolls(weather);
    expect(callsForForecasts()).toEqual([]);
  });

  it.each([
    ['when they are turned off', { COUNTIES_AHEAD: 'false' }],
    ['when a source has a call quota', { WEATHERAPI_KEY: 'a-key' }],
    ['when the sample may be shown', { SAMPLE_WEATHER: 'true' }],
  ])('are not prefetched %s', async (_where, environment) => {
    const weather = await bench.start({ ...ahead, ...environment });
    await lookAround(weather);
    await somePolls(weather);
    expect(countiesAsked()).toEqual([]);
    expect((await saved()).count).toBe(0);
  });

  it('continue after one that fails', async () => {
    bench.simulator.setMode('nws', { mode: 'http', status: 500, path: pathOf(first) });
    const weather = await bench.start(ahead);
    await lookAround(weather);
    await until('the others', async () => (await saved()).count === counties.length - 1);
    // One retry; then the county is skipped.
    await somePolls(weather);
    expect(countiesAsked().filter((path) => path === pathOf(first)).length).toBeLessThanOrEqual(2);

    bench.simulator.setMode('nws', { mode: 'ok' });
    weather.clock.advance(2.1 * minuteMs);
    await allSaved();
  });

  it('wait for a failing provider, and arrive when it is back', async () => {
    const weather = await bench.start(ahead);
    await lookAround(weather);
    bench.simulator.setMode('nws', { mode: 'http', status: 503 });
    weather.clock.advance(20 * minuteMs);
    await weather.forecast(littleRock).catch(() => undefined);
    await weather.forecast(conway).catch(() => undefined);
    await until('the breaker', async () =>
      (await metrics.getSingleMetricAsString('weather_provider_breaker_open')).includes(
        'provider="nws",purpose="forecasts"} 1',
      ),
    );
    bench.simulator.clearCalls();
    await somePolls(weather);
    // One attempt in ten seconds.
    expect(callsForForecasts().length).toBeLessThanOrEqual(2);

    bench.simulator.setMode('nws', { mode: 'ok' });
    weather.clock.advance(3 * minuteMs);
    await allSaved();
  });

  it('let visitors go first', async () => {
    bench.simulator.setMode('nws', { mode: 'hang', path: '/points/36.' });
    const weather = await bench.start(ahead);
    const places = [0, 1, 2, 3].map((step) => ({ lat: 36.1, lon: -92.1 - step / 10 }));
    const target = places.map((place) => weather.forecast(place).catch(() => undefined));
    await until('all of them at the provider', () => bench.simulator.calls('/points/36.1').length >= places.length);
    bench.simulator.clearCalls();
    await Promise.race(target);
    // One call may have been in flight.
    expect(countiesAsked().length).toBeLessThanOrEqual(1);

    bench.simulator.setMode('nws', { mode: 'ok' });
    weather.clock.advance(11_000);
    await allSaved();
  });

  it('are left to visitors without the database, and prefetched again once it is back', async () => {
    const weather = await bench.start(ahead);
    await bench.database.dataSource.query(
      'ALTER TABLE weather_leader RENAME TO weather_leader_away; ALTER TABLE last_good RENAME TO last_good_away',
    );
    try {
      await lookAround(weather);
      await somePolls(weather);
      expect(countiesAsked()).toEqual([]);
      expect((await weather.forecast(first)).meta).toMatchObject({ source: 'nws', stale: false });
    } finally {
      await bench.database.dataSource.query(
        'ALTER TABLE weather_leader_away RENAME TO weather_leader; ALTER TABLE last_good_away RENAME TO last_good',
      );
    }
    // Forecasts that visitors got meanwhile couldn't be saved.
    weather.clock.advance(6 * minuteMs);
    await allSaved();
  });

  it('are continued by another replica when the fetching one stops', async () => {
    const clock = new TestClock();
    const one = await bench.start(ahead, clock);
    const other = await bench.start(ahead, clock);
    // Several counties, none among the first ten.
    bench.simulator.setMode('nws', { mode: 'hang', path: '/points/35.5' });
    await lookAround(one);
    await until('a hanging call', () => bench.simulator.calls('/points/35.5').length > 0);
    const failed = () => metrics.getSingleMetricAsString('weather_counties_ahead_total').then(failuresIn);
    const failedBefore = await failed();
    await bench.stop(one);
    expect(await failed()).toBe(failedBefore);
    const [turn] = await bench.database.dataSource.query<{ free: boolean }[]>(
      `SELECT held_until <= clock_timestamp() AS free FROM weather_leader`,
    );
    expect(turn?.free).toBe(true);

    bench.simulator.setMode('nws', { mode: 'ok' });
    bench.simulator.clearCalls();
    const before = (await saved()).count;
    expect(before).toBeLessThan(counties.length);
    await lookAround(other);
    await allSaved();
    // Calls in flight at the stop may have been saved.
    expect(countiesAsked().length).toBeLessThanOrEqual(counties.length - before);
  });
});
