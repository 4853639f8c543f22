import { until } from '@site/platform/testing/until';
import { WeatherBench } from '../testing/weather.js';

const minuteMs = 60_000;
const clarksville = { lat: 35.2, lon: -91.83 } as const;

let bench: WeatherBench;
beforeAll(async () => {
  bench = await WeatherBench.open();
});
afterEach(() => bench.reset());
afterAll(() => bench.close());

const keyed = (environment: Record<string, string> = {}) =>
  bench.start({ WEATHERAPI_KEY: 'a-key-nobody-reads', ...environment });
const callsOf = (provider: string) =>
  bench.simulator.calls().filter((call) => call.provider === provider && !call.path.startsWith('/alerts'));

describe('with a WeatherAPI key', () => {
  it('forecasts come from there, and only alerts from the weather service', async () => {
    bench.simulator.setMode('nws', { mode: 'tornado', expires_in_s: 600 });
    const weather = await keyed();

    // Alerts are fetched separately.
    const response = await until('the alerts', async () => {
      const next = await weather.forecast();
      return next.meta?.alertsOk ? next : undefined;
    });

    expect(response.meta).toMatchObject({ source: 'weatherapi', stale: false });
    expect(response.current).toMatchObject({ tempF: 64.9, uv: expect.any(Number) });
    expect(response.current?.airQuality).toMatchObject({ pm2_5: 8.4, o3: 41, usEpaIndex: 1 });
    expect(response.meta).toMatchObject({ currentFrom: 'observation', stationId: '', forecastDelayed: false });
    expect(response.meta).not.toHaveProperty('forecastIssuedAt');
    expect(response.forecast?.forecastday).toHaveLength(7);
    expect(response.forecast?.hour.every(({ tempC }) => tempC !== undefined)).toBe(true);
    expect(callsOf('nws')).toEqual([]);
    expect(response.alerts?.alert[0]).toMatchObject({ event: 'Tornado Warning', sender: 'NWS Little Rock AR' });
  });

  it('a place is requested once per TTL', async () => {
    const weather = await keyed();
    await Promise.all(Array.from({ length: 20 }, () => weather.forecast()));
    weather.clock.advance(3 * minuteMs);
    await weather.forecast();
    expect(callsOf('weatherapi').map(({ path }) => path)).toEqual([
      '/forecast.json?q=34.76,-92.28&days=7&aqi=yes&alerts=yes&key=a-key-nobody-reads',
    ]);
  });

  it.each([
    { mode: 'http', status: 401 },
    { mode: 'http', status: 403 },
    { mode: 'http', status: 429 },
    { mode: 'http', status: 500 },
    { mode: 'html', status: 403 },
    { mode: 'malformed' },
    { mode: 'content_type' },
    { mode: 'wrong_type' },
    { mode: 'renamed' },
    { mode: 'infinite' },
    { mode: 'null' },
    { mode: 'future' },
    { mode: 'stale' },
    { mode: 'hang' },
    { mode: 'redirect' },
    { mode: 'gzip_bomb' },
  ] as const)('the weather service is the fallback when it fails: %j', async (behavior) => {
    bench.simulator.setMode('weatherapi', behavior);
    const weather = await keyed();

    await expect(weather.forecast()).resolves.toMatchObject({ meta: { source: 'nws', stale: false } });
    expect(callsOf('trap')).toEqual([]);
  });

  it('numbers that come as text are numbers', async () => {
    bench.simulator.setMode('weatherapi', { mode: 'strings' });
    const weather = await keyed();
    const { current, forecast, meta } = await weather.forecast();
    expect(meta?.source).toBe('weatherapi');
    expect(current?.tempC).toBe(18.3);
    expect(forecast?.forecastday[0]?.day?.dailyChanceOfRain).toBe(40);
  });

  it('a plan with three days gives three days', async () => {
    bench.simulator.setMode('weatherapi', { mode: 'free_plan' });
    const weather = await keyed();
    const { forecast } = await weather.forecast();
    expect(forecast?.forecastday).toHaveLength(3);
    expect(forecast?.hour).toHaveLength(48);
  });

  it('a used-up quota isn’t requested again within ten minutes', async () => {
    bench.simulator.setMode('weatherapi', { mode: 'http', status: 403 });
    const weather = await keyed();
    await weather.forecast();
    for (let elapsed = 0; elapsed < 9; elapsed += 3) {
      weather.clock.advance(3 * minuteMs);
      await weather.forecast(clarksville);
    }
    expect(callsOf('weatherapi')).toHaveLength(1);
  });

  it('the daily budget is kept: once used up, the weather service is used instead', async () => {
    const weather = await keyed({ WEATHERAPI_DAILY_BUDGET: '2' });
    const sources: (string | undefined)[] = [];
    for (const lat of [34.1, 34.2, 34.3]) sources.push((await weather.forecast({ lat, lon: -92.3 })).meta?.source);
    expect(sources).toEqual(['weatherapi', 'weatherapi', 'nws']);
    expect(callsOf('weatherapi')).toHaveLength(2);
  });

  it('the daily budget is shared by all replicas and survives restarts', async () => {
    const budget = { WEATHERAPI_DAILY_BUDGET: '4' };
    const first = await keyed(budget);
    const second = await keyed(budget);
    for (const [index, weather] of [first, second, first].entries())
      await weather.forecast({ lat: 34 + index / 10, lon: -92.3 });
    await Promise.all([bench.stop(first), bench.stop(second)]);

    const restarted = await keyed(budget);
    const sources: (string | undefined)[] = [];
    for (const lat of [35.1, 35.2, 35.3]) sources.push((await restarted.forecast({ lat, lon: -92.3 })).meta?.source);
    expect(sources).toEqual(['weatherapi', 'nws', 'nws']);
    expect(callsOf('weatherapi')).toHaveLength(4);
  });

  it('the daily budget is counted in the process while the database is down, and added later', async () => {
    const budget = { WEATHERAPI_DAILY_BUDGET: '2' };
    const weather = await keyed(budget);
    const { dataSource } = bench.database;
    await dataSource.query('ALTER TABLE provider_calls RENAME TO provider_calls_away');
    const sources: (string | undefined)[] = [];
    try {
      for (const lat of [34.1, 34.2, 34.3]) sources.push((await weather.forecast({ lat, lon: -92.3 })).meta?.source);
    } finally {
      await dataSource.query('ALTER TABLE provider_calls_away RENAME TO provider_calls');
    }
    expect(sources).toEqual(['weatherapi', 'weatherapi', 'nws']);
    await bench.stop(weather);
    expect((await (await keyed(budget)).forecast({ lat: 34.4, lon: -92.3 })).meta?.source).toBe('nws');
  });

  it('responses are cached longer when the budget runs low', async () => {
    const weather = await keyed({ WEATHERAPI_DAILY_BUDGET: '10' });
    // The daily budget must not reset during this test.
    const dayLeftMs = 86_400_000 - (weather.clock.now() % 86_400_000);
    if (dayLeftMs < 30 * minuteMs) weather.clock.advance(dayLeftMs);
    for (let index = 0; index < 8; index += 1) await weather.forecast({ lat: 34 + index / 10, lon: -92.3 });
    weather.clock.advance(15 * minuteMs);
    await weather.forecast({ lat: 34, lon: -92.3 });
    expect(callsOf('weatherapi')).toHaveLength(8);
    weather.clock.advance(6 * minuteMs);
    await until('a ninth call', async () => {
      await weather.forecast({ lat: 34, lon: -92.3 });
      return callsOf('weatherapi').length === 9;
    });
  });

  it('its own alerts are used while the weather service’s are unavailable, and never mean that there are no others', async () => {
    bench.simulator.setMode('nws', { mode: 'http', status: 500 });
    bench.simulator.setMode('weatherapi', { mode: 'tornado' });
    const weather = await keyed();

    const warned = await weather.forecast();
    expect(warned.meta).toMatchObject({ source: 'weatherapi', alertsOk: false });
    expect(warned.alerts?.alert).toMatchObject([{ event: 'Tornado Warning', sender: 'WeatherAPI.com' }]);

    weather.clock.advance(31 * minuteMs);
    bench.simulator.setMode('weatherapi', { mode: 'ok' });
    const later = await weather.forecast();
    expect(later.alerts?.alert ?? []).toEqual([]);
    expect(later.meta?.alertsOk).toBe(false);
  });

  it('its own alerts aren’t shown beside the weather service’s', async () => {
    bench.simulator.setMode('weatherapi', { mode: 'tornado' });
    const weather = await keyed();
    const { alerts } = await until('the weather service’s list', async () => {
      const next = await weather.forecast();
      return next.meta?.alertsOk ? next : undefined;
    });
    expect(alerts?.alert.some(({ sender }) => sender === 'WeatherAPI.com')).toBe(false);
  });
});
