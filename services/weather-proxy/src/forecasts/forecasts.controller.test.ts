import { status } from '@grpc/grpc-js';
import type { Current } from '@site/proto/gen/nest/weather/v1/forecasts';
import { until } from '@site/platform/testing/until';
import { littleRock, WeatherBench } from '../testing/weather.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let bench: WeatherBench;
beforeAll(async () => {
  bench = await WeatherBench.open();
});
afterEach(() => bench.reset());
afterAll(() => bench.close());

/** The sun may rise or set while a test moves the clock. */
const withoutSun = (current: Current | undefined) =>
  current && { ...current, isDay: undefined, condition: current.condition?.text };
const savedRows = () =>
  bench.database.dataSource.query<{ key: string; fetched_at: Date; body: unknown }[]>(
    `SELECT key, fetched_at, body FROM last_good WHERE key LIKE 'forecast/%'`,
  );

describe('a forecast', () => {
  it('returns the recorded place with days, hours and meta', async () => {
    const weather = await bench.start();

    const answer = await weather.forecast();

    expect(answer.location).toMatchObject({
      name: 'North Little Rock',
      region: 'Arkansas',
      tzId: 'America/Chicago',
      ...littleRock,
    });
    expect(answer.current).toMatchObject({
      tempC: 12.8,
      tempF: 55,
      windKph: 5.4,
      windMph: 3.4,
      windDir: 'W',
      humidity: 43,
    });
    expect(answer.current).toMatchObject({ visKm: 16.1, pressureMb: 1024.3, feelslikeF: 55 });
    expect(answer.current).not.toHaveProperty('gustKph');
    expect(answer.current).not.toHaveProperty('uv');
    expect(answer.forecast?.forecastday).toHaveLength(7);
    expect(answer.forecast?.hour).toHaveLength(48);
    for (const day of answer.forecast?.forecastday ?? []) {
      expect(day.hour).toHaveLength(24);
      expect(day.hour[0]?.time).toBe(`${day.date} 00:00`);
      expect(day.astro?.sunrise).toMatch(/^0\d:\d\d AM$/);
    }
    expect(answer.meta).toMatchObject({ source: 'nws', stale: false, sample: false });
    expect(answer.meta).toMatchObject({
      currentFrom: 'observation',
      stationId: 'KLIT',
      stationName: 'Little Rock, Adams Field',
      forecastDelayed: false,
    });
    expect(answer.meta?.observedAt).toBeDefined();
    expect(answer.current?.condition?.text).toBe('Clear');
    expect(answer.current?.notMeasured).toEqual(['uv']);
    // Recordings are dated four hours ago.
    const madeAgoMs = weather.clock.now() - Date.parse(answer.meta?.forecastIssuedAt ?? '');
    expect(Math.abs(madeAgoMs - 4 * hourMs)).toBeLessThan(minuteMs);
  });

  it('returns the same current conditions for any number of days', async () => {
    const weather = await bench.start();

    const day = await weather.forecast({ ...littleRock, days: 1 });
    const week = await weather.forecast();

    expect(day.current).toEqual(week.current);
    expect(day.forecast?.forecastday[0]?.day).toEqual(week.forecast?.forecastday[0]?.day);
    expect(day.forecast?.tomorrow).toEqual(week.forecast?.forecastday[1]?.day);
    expect(day.forecast?.tomorrow?.mintempF).toBeDefined();
  });

  it('returns the requested days, and always 48 hours', async () => {
    const weather = await bench.start();

    const answer = await weather.forecast({ ...littleRock, days: 1 });

    expect(answer.forecast?.forecastday).toHaveLength(1);
    expect(answer.forecast?.hour).toHaveLength(48);
    expect(answer.forecast?.hour[0]?.time).toBe(`${answer.forecast?.forecastday[0]?.date} 00:00`);
  });

  it('uses the provider’s grid cell and identifies us to it', async () => {
    const weather = await bench.start({ NWS_USER_AGENT: 'test (ops@example.test)' });

    await weather.forecast();

    const calls = bench.simulator.calls().filter(({ provider }) => provider === 'nws');
    expect(calls.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/points/34.76,-92.28',
        '/gridpoints/LZK/83,73/forecast?units=us',
        '/gridpoints/LZK/83,73/forecast/hourly?units=us',
        '/gridpoints/LZK/83,73',
        '/gridpoints/LZK/83,73/stations?limit=3',
        '/stations/KLIT/observations?limit=1',
      ]),
    );
    for (const { headers } of calls) {
      expect(headers).toMatchObject({ 'user-agent': 'test (ops@example.test)', accept: 'application/geo+json' });
    }
  });

  it('sends a round coordinate without trailing zeros, which the provider would redirect', async () => {
    const weather = await bench.start();

    await expect(weather.forecast({ lat: 34.7, lon: -92 })).resolves.toMatchObject({ meta: { source: 'nws' } });
  });

  it('labels observations of the simulator as samples', async () => {
    const weather = await bench.start({ SIMULATED_WEATHER: 'true' });

    await expect(weather.forecast()).resolves.toMatchObject({ meta: { source: 'nws', currentFrom: 'sample' } });
  });

  it('rejects a place outside the bounds, naming the field', async () => {
    const weather = await bench.start();

    await expect(weather.forecast({ lat: 60, lon: -92 })).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
    await expect(weather.forecast({ ...littleRock, days: 8 })).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
    expect(bench.simulator.calls('/points')).toHaveLength(0);
  });

  it('returns NOT_FOUND when the provider has no forecast', async () => {
    const weather = await bench.start({ SAMPLE_WEATHER: 'true' });

    await expect(weather.forecast({ lat: 29, lon: -90 })).rejects.toMatchObject({ code: status.NOT_FOUND });
  });

  it('calls each upstream address once for fifty concurrent visitors', async () => {
    bench.simulator.setMode('nws', { mode: 'slow', delay_ms: 100 });
    const weather = await bench.start();

    const publicResponses = await Promise.all(Array.from({ length: 50 }, () => weather.forecast()));

    expect(publicResponses).toHaveLength(50);
    const paths = bench.simulator
      .calls()
      .filter(({ provider, path }) => provider === 'nws' && !path.startsWith('/alerts'))
      .map(({ path }) => path);
    expect(new Set(paths).size).toBe(6);
    expect(paths).toHaveLength(6);
  });

  it('makes no further calls within the TTL, also for a neighbor in the same grid cell', async () => {
    const weather = await bench.start();
    await weather.forecast();
    bench.simulator.clearCalls();

    await weather.forecast({ lat: 34.7683, lon: -92.2715 });
    expect(bench.simulator.calls('/points').length + bench.simulator.calls('/gridpoints').length).toBe(0);

    await weather.forecast({ lat: 34.78, lon: -92.28 });
    expect(bench.simulator.calls('/points')).toHaveLength(1);
    expect(bench.simulator.calls('/gridpoints')).toHaveLength(0);
  });

  it('is served while a newer one is fetched', async () => {
    const weather = await bench.start();
    const first = await weather.forecast();
    weather.clock.advance(6 * minuteMs);
    bench.simulator.setMode('nws', { mode: 'slow', delay_ms: 500 });

    const second = await weather.forecast();
    expect(second.meta).toMatchObject({ fetchedAt: first.meta?.fetchedAt, stale: false });
    expect(second.meta?.ageSeconds).toBeGreaterThanOrEqual(360);

    await until('the newer forecast', async () => (await weather.forecast()).meta?.fetchedAt !== first.meta?.fetchedAt);
  });
});

describe('an observation', () => {
  it('comes from the next station when the nearest has no temperature', async () => {
    bench.simulator.setMode('nws', { mode: 'nulls', path: '/stations/KLIT/' });
    const weather = await bench.start();

    const { current, meta } = await weather.forecast();

    expect(current?.tempC).toBe(12.8);
    expect(meta?.observedAt).toBeDefined();
    expect(bench.simulator.calls('/observations').map(({ path }) => path)).toEqual([
      '/stations/KLIT/observations?limit=1',
      '/stations/KSGT/observations?limit=1',
    ]);
  });

  it('is replaced by the forecast for this hour when three stations have none', async () => {
    bench.simulator.setMode('nws', { mode: 'nulls', path: '/observations' });
    const weather = await bench.start();

    const { current, forecast, meta } = await weather.forecast();

    expect(bench.simulator.calls('/observations')).toHaveLength(3);
    const now = weather.clock.now() / 1_000;
    const hour = forecast?.hour.find(({ timeEpoch }) => timeEpoch <= now && now < timeEpoch + 3_600);
    expect(current?.tempF).toBe(hour?.tempF);
    expect(current?.tempF).toBeDefined();
    expect(meta).not.toHaveProperty('observedAt');
  });

  it('doesn’t fail the forecast when it is unavailable', async () => {
    bench.simulator.setMode('nws', { mode: 'http', status: 500, path: '/observations' });
    const weather = await bench.start();

    await expect(weather.forecast()).resolves.toMatchObject({ meta: { source: 'nws', stale: false } });
  });

  it('never turns null into 0', async () => {
    bench.simulator.setMode('nws', { mode: 'nulls' });
    const weather = await bench.start();

    const { current, forecast } = await weather.forecast();

    for (const name of ['humidity', 'windMph', 'windKph', 'visKm', 'pressureMb', 'gustKph', 'dewpointF', 'uv']) {
      expect(current).not.toHaveProperty(name);
    }
    for (const { day } of forecast?.forecastday ?? []) {
      for (const name of ['dailyChanceOfRain', 'totalprecipMm', 'avghumidity', 'avgvisKm', 'maxwindMph', 'uv']) {
        expect(day).not.toHaveProperty(name);
      }
    }
    for (const hour of forecast?.hour ?? []) expect(hour).not.toHaveProperty('chanceOfRain');
  });
});

describe('when the provider fails', () => {
  const failures = [
    { mode: 'http', status: 500 },
    { mode: 'http', status: 403 },
    { mode: 'http', status: 429 },
    { mode: 'http', status: 503 },
    { mode: 'reset' },
    { mode: 'html' },
    { mode: 'malformed' },
    { mode: 'empty' },
    { mode: 'null' },
    { mode: 'wrong_type' },
    { mode: 'stale' },
    { mode: 'future' },
    { mode: 'huge' },
    { mode: 'gzip_bomb' },
    { mode: 'redirect' },
  ] as const;

  it.each(failures)('serves the last good forecast with its true age: %j', async (behavior) => {
    const weather = await bench.start();
    const good = await weather.forecast();
    await until('the last good forecast in the database', async () => (await savedRows()).length === 1);
    const [before] = await savedRows();
    bench.simulator.setMode('nws', behavior);
    weather.clock.advance(10 * minuteMs);

    const answer = await until('a stale forecast', async () => {
      const next = await weather.forecast();
      return next.meta?.stale ? next : undefined;
    });

    expect(answer.meta?.fetchedAt).toBe(good.meta?.fetchedAt);
    const trueAge = (weather.clock.now() - Date.parse(good.meta?.fetchedAt ?? '')) / 1_000;
    expect(Math.abs((answer.meta?.ageSeconds ?? 0) - trueAge)).toBeLessThanOrEqual(2);
    expect(withoutSun(answer.current)).toEqual(withoutSun(good.current));
    const [after] = await savedRows();
    expect(after).toEqual(before);
    expect(bench.simulator.calls().filter(({ provider }) => provider === 'trap')).toHaveLength(0);
  });

  it.each([{ mode: 'hang' }, { mode: 'drip' }] as const)('gives up in time and says so: %j', async (behavior) => {
    bench.simulator.setMode('nws', behavior);
    const weather = await bench.start();
    const started = performance.now();

    await expect(weather.forecast()).rejects.toMatchObject({ code: status.UNAVAILABLE });

    expect(performance.now() - started).toBeLessThan(15_000);
  });

  it('is fresh again soon after the provider recovers', async () => {
    const weather = await bench.start();
    await weather.forecast();
    bench.simulator.setMode('nws', { mode: 'http', status: 500 });
    weather.clock.advance(10 * minuteMs);
    await until('a stale forecast', async () => (await weather.forecast()).meta?.stale);

    bench.simulator.setMode('nws', { mode: 'ok' });
    weather.clock.advance(11_000);

    const answer = await until('a fresh forecast', async () => {
      const next = await weather.forecast();
      return next.meta?.stale ? undefined : next;
    });
    expect(answer.meta?.ageSeconds).toBeLessThanOrEqual(15);
  });

  it('calls it at most once every 10 s after five failures', async () => {
    const weather = await bench.start({ ALERTS_POLL_SECONDS: '3600' });
    await weather.forecast();
    bench.simulator.setMode('nws', { mode: 'http', status: 500 });
    weather.clock.advance(10 * minuteMs);
    for (let runOnce = 0; runOnce < 10; runOnce += 1) {
      await weather.forecast();
      weather.clock.advance(4_000);
      await until('a response', async () => (await weather.forecast()).meta?.stale);
    }
    const callsOf = () => bench.simulator.calls().filter(({ path }) => !path.startsWith('/alerts')).length;
    // From here on the breaker is open.
    const before = callsOf();

    for (let elapsed = 0; elapsed < 60; elapsed += 1) {
      weather.clock.advance(1_000);
      await weather.forecast();
    }

    expect(callsOf() - before).toBeGreaterThanOrEqual(1);
    expect(callsOf() - before).toBeLessThanOrEqual(7);
  });

  it('stops calling outdated forecasts although everything else works, and makes no other calls meanwhile', async () => {
    bench.simulator.setMode('nws', { mode: 'stale', path: '/forecast' });
    const weather = await bench.start({ ALERTS_POLL_SECONDS: '3600', SAMPLE_WEATHER: 'false' });
    const fail = (lat: number) => expect(weather.forecast({ lat, lon: -92.3 })).rejects.toBeDefined();
    for (let place = 0; place < 8; place += 1) await fail(33.1 + place / 10);
    bench.simulator.clearCalls();

    for (let elapsed = 0; elapsed < 60; elapsed += 1) {
      weather.clock.advance(1_000);
      await fail(34 + elapsed / 100);
    }

    // The point lookup works.
    const target = (part: string) => bench.simulator.calls(part).length;
    expect(target('/forecast?')).toBeGreaterThanOrEqual(1);
    expect(target('/forecast?')).toBeLessThanOrEqual(7);
    expect(target('/forecast/hourly')).toBeLessThanOrEqual(7);
    expect(target('/observations')).toBe(0);
  });

  it('is fetched by one replica and loaded by the others, also on refresh', async () => {
    const first = await bench.start();
    const second = await bench.start();
    const advance = (ms: number) => [first, second].map(({ clock }) => clock.advance(ms));
    const savedAt = async () => (await savedRows())[0]?.fetched_at.getTime() ?? 0;
    const good = await first.forecast();
    await until('the forecast in the database', savedAt);
    bench.simulator.clearCalls();
    const calls = () => bench.simulator.calls().filter(({ path }) => !path.startsWith('/alerts'));

    const same = await second.forecast();
    expect(same.current).toEqual(good.current);
    expect(same.meta?.fetchedAt).toBe(good.meta?.fetchedAt);
    expect(calls()).toEqual([]);

    // The last poller polls first.
    advance(2.1 * minuteMs);
    const before = await savedAt();
    await second.forecast();
    expect(calls()).toEqual([]);
    await first.forecast();
    await until('the refreshed forecast in the database', async () => (await savedAt()) > before);
    const callsOfOne = calls().length;
    expect(callsOfOne).toBeGreaterThan(0);
    advance(0.5 * minuteMs);
    await second.forecast();
    expect(calls()).toHaveLength(callsOfOne);
  });

  it('is not loaded from a replica whose clock is hours ahead', async () => {
    const wrong = await bench.start();
    wrong.clock.advance(3 * hourMs);
    await wrong.forecast();
    await until('the forecast in the database', async () => (await savedRows()).length === 1);
    const right = await bench.start();
    bench.simulator.clearCalls();

    const { meta } = await right.forecast();
    expect(meta?.stale).toBe(false);
    expect(meta?.ageSeconds).toBeLessThan(60);
    expect(bench.simulator.calls('/forecast').length).toBeGreaterThan(0);
  });

  it('survives a restart with the last good forecast', async () => {
    const first = await bench.start();
    const good = await first.forecast();
    await until('the last good forecast in the database', async () => (await savedRows()).length === 1);
    await bench.stop(first);
    bench.simulator.setMode('nws', { mode: 'http', status: 500 });

    const second = await bench.start();
    second.clock.advance(hourMs);
    const answer = await second.forecast();

    expect(answer.meta).toMatchObject({ stale: true, source: 'nws', fetchedAt: good.meta?.fetchedAt });
    expect(answer.meta?.ageSeconds).toBeGreaterThanOrEqual(3_600);
    expect(withoutSun(answer.current)).toEqual(withoutSun(good.current));
  });

  it('never presents yesterday’s forecast as current', async () => {
    const weather = await bench.start();
    await weather.forecast();
    bench.simulator.setMode('nws', { mode: 'http', status: 500 });
    weather.clock.advance(24 * hourMs + minuteMs);

    await expect(weather.forecast()).rejects.toMatchObject({ code: status.UNAVAILABLE });
  });

  it('starts with today, however old the forecast', async () => {
    const weather = await bench.start();
    await weather.forecast();
    bench.simulator.setMode('nws', { mode: 'http', status: 500 });
    weather.clock.advance(23 * hourMs);

    const { forecast, location } = await weather.forecast();

    expect(forecast?.forecastday[0]?.date).toBe(location?.localtime.slice(0, 10));
    expect(forecast?.hour[0]?.time).toBe(`${location?.localtime.slice(0, 10)} 00:00`);
  });
});

describe('without any forecast', () => {
  it('returns UNAVAILABLE and when to try again', async () => {
    bench.simulator.setMode('nws', { mode: 'http', status: 500 });
    const weather = await bench.start({ SAMPLE_WEATHER: 'false' });

    const error = await weather.forecast().then(
      () => undefined,
      (failure: { code: number; metadata: { get(key: string): unknown[] } }) => failure,
    );

    expect(error?.code).toBe(status.UNAVAILABLE);
    expect(error?.metadata.get('x-retry-after-seconds')).toHaveLength(1);
  });

  it('shows the labeled sample if allowed, without alerts and without claiming that there are none', async () => {
    bench.simulator.setMode('nws', { mode: 'http', status: 500 });
    const weather = await bench.start({ SAMPLE_WEATHER: 'true' });

    const answer = await weather.forecast();

    expect(answer.meta).toMatchObject({ sample: true, source: 'sample', alertsOk: false, stale: false });
    expect(answer.alerts?.alert ?? []).toEqual([]);
    expect(answer.forecast?.forecastday).toHaveLength(7);
    expect(answer.current?.tempF).toBe(55);
    expect(await savedRows()).toEqual([]);
  });

  it('prefers an old real forecast to the sample', async () => {
    const weather = await bench.start({ SAMPLE_WEATHER: 'true' });
    await weather.forecast();
    bench.simulator.setMode('nws', { mode: 'http', status: 500 });
    weather.clock.advance(hourMs);

    await expect(weather.forecast()).resolves.toMatchObject({ meta: { sample: false, stale: true, source: 'nws' } });
  });
});
