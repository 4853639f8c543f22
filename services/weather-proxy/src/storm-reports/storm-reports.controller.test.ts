import { until } from '@site/platform/testing/until';
import { watchChanges } from '@site/platform/testing/watch-changes';
import type { ListStormReportsResponse } from '@site/proto/gen/nest/weather/v1/storm_reports';
import type { LastGood } from '../cache/last-good.js';
import { startScriptedSource, type ScriptedSource } from '../testing/scripted-upstream.js';
import { WeatherBench, type Weather } from '../testing/weather.js';

let bench: WeatherBench;
let source: ScriptedSource;
beforeAll(async () => {
  [bench, source] = await Promise.all([WeatherBench.open(), startScriptedSource()]);
});
afterEach(() => bench.reset());
afterAll(async () => {
  await bench.close();
  await source.close();
});

const start = (environment: Record<string, string> = {}) =>
  bench.start({ STORM_REPORTS_POLL_SECONDS: '1', ...environment });
const list = ({ service }: Weather) =>
  service.call<ListStormReportsResponse>('weather.v1.StormReportsService', 'listStormReports', {});
const response = (weather: Weather, what: string, condition: (found: ListStormReportsResponse) => boolean) =>
  until(what, async () => {
    const found = await list(weather);
    return condition(found) ? found : undefined;
  });
const existing = (weather: Weather) => response(weather, 'the reports', ({ ok, stale }) => ok && !stale);
const calls = (name: string) => bench.simulator.calls().filter(({ provider }) => provider === name);
const keptReports = async () =>
  (await bench.database.dataSource.query<LastGood[]>(`SELECT * FROM last_good WHERE key = 'reports/1'`))[0];

describe('storm reports', () => {
  it('are those of the last 24 hours, newest first, with all details', async () => {
    const { reports, source: name, abridged, reason } = await existing(await start());

    expect([name, abridged, reason]).toEqual(['iem', false, '']);
    expect(reports).toHaveLength(5);
    const times = reports.map(({ time }) => time);
    expect(times).toEqual([...times].sort().reverse());
    expect(reports[0]).toEqual({
      id: expect.stringMatching(/^[\w-]{16}$/),
      time: expect.stringMatching(/:00\.000Z$/),
      type: 'Hail',
      kind: 'hail',
      magnitude: '1 inch',
      qualifier: 'measured',
      place: '4 W Little Rock',
      county: '05119',
      lat: 34.75,
      lon: -92.36,
      remark: 'Quarter size hail covered the ground along Chenal Parkway.',
      reporter: 'Trained Spotter',
      office: 'LZK',
    });
    expect(reports.map(({ kind, magnitude }) => `${kind} ${magnitude}`)).toEqual([
      'hail 1 inch',
      'wind 63 mph',
      'wind ',
      'hail 1.75 inches',
      'rain 2.4 inches',
    ]);
    expect(reports[4]).toMatchObject({ county: '05143', office: 'TSA' });
  });

  it('are known to be none on a quiet day', async () => {
    bench.simulator.setMode('nws', { mode: 'calm' });

    expect(await existing(await start())).toMatchObject({ ok: true, reports: [] });
  });

  it('arrive along the track of an outbreak, with stable ids', async () => {
    bench.simulator.setMode('nws', { mode: 'outbreak', minutes_per_s: 8 });
    const weather = await start();
    const early = await response(weather, 'the first tornado', ({ reports }) =>
      reports.some(({ kind }) => kind === 'tornado'),
    );
    const timeout = await response(weather, 'the tornado at Cabot', ({ reports }) =>
      reports.some(({ place }) => place === 'Cabot'),
    );

    const ids = new Set(timeout.reports.map(({ id }) => id));
    expect(ids.size).toBe(timeout.reports.length);
    for (const { id } of early.reports) expect(ids).toContain(id);
    expect(timeout.reports.find(({ kind }) => kind === 'flood')).toMatchObject({ county: '05007' });
  });

  it('are requested by state and time, with our user agent, once per round', async () => {
    await existing(await start({ STORM_REPORTS_POLL_SECONDS: '600' }));

    const [first, ...others] = calls('iem').map(({ path }) => new URL(path, 'http://x').searchParams);
    expect(others).toEqual([]);
    expect(first?.get('states')).toBe('AR');
    expect(first?.get('sts')).toMatch(/^\d{12}$/);
    expect(first?.get('ets')).toMatch(/^\d{12}$/);
    expect(calls('iem')[0]?.headers['user-agent']).toMatch(/^ArkansasWeather/);
    expect(calls('noaa-maps')).toEqual([]);
  });

  it('are announced to the gateways', async () => {
    const weather = await start();
    const changes = watchChanges('weather-proxy', weather.service.address);
    await until('the announcement', () => changes.notices.some(({ topic }) => topic === 'reports'));
    changes.close();
  });
});

describe('when the first source fails', () => {
  it.each([
    { mode: 'http', status: 500 },
    { mode: 'html' },
    { mode: 'malformed' },
    { mode: 'null' },
    { mode: 'nulls' },
    { mode: 'renamed' },
    { mode: 'infinite' },
    { mode: 'huge' },
    { mode: 'redirect' },
    { mode: 'reset' },
  ] as const)('the second provides them in its own wording: %j', async (behavior) => {
    bench.simulator.setMode('iem', behavior);
    const { reports, source: name } = await existing(await start());

    expect(name).toBe('nws');
    expect(reports).toHaveLength(5);
    expect(reports[0]).toMatchObject({
      type: 'Hail',
      kind: 'hail',
      magnitude: '1 inch',
      place: '4 W Little Rock',
      county: '05119',
      office: 'LZK',
    });
    expect(reports[2]).toMatchObject({ type: 'Thunderstorm Wind Damage', kind: 'wind' });
    expect(bench.simulator.calls().some(({ provider }) => provider === 'trap')).toBe(false);
  });

  it('the first is used again as soon as it responds', async () => {
    bench.simulator.setMode('iem', { mode: 'http', status: 404, times: 1 });
    const weather = await start();
    await response(weather, 'the second source', ({ source: name }) => name === 'nws');

    expect((await response(weather, 'the first', ({ source: name }) => name === 'iem')).stale).toBe(false);
  });
});

describe('when both fail', () => {
  const bothFail = () => {
    bench.simulator.setMode('iem', { mode: 'http', status: 503 });
    bench.simulator.setMode('noaa-maps', { mode: 'html' });
  };

  it('“no reports” is only claimed when it is known', async () => {
    bothFail();
    const weather = await start();
    await until('an attempt', () => calls('noaa-maps').length > 0);

    expect(await list(weather)).toEqual({
      reports: [],
      ok: false,
      reason: 'failed',
      stale: false,
      source: '',
      abridged: false,
    });
  });

  it('the last reports stay, marked stale, with their true age, for a limited time', async () => {
    const weather = await start();
    const before = await existing(weather);
    bothFail();
    const stale = await response(weather, 'a failure', (found) => found.stale);

    expect(stale).toMatchObject({ ok: true, source: 'iem', reports: before.reports });
    weather.clock.advance(3_600_000);
    expect((await list(weather)).fetchedAt).toBe(stale.fetchedAt);
    weather.clock.advance(6 * 3_600_000);
    expect(await list(weather)).toMatchObject({ ok: false, reason: 'failed', reports: [], fetchedAt: stale.fetchedAt });
  });

  it('the last reports survive a restart', async () => {
    const first = await start();
    const before = await existing(first);
    await until('the saved reports', keptReports);
    await bench.stop(first);
    bothFail();

    expect(await list(await start())).toMatchObject({ ok: true, reports: before.reports });
  });
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 19) + 'Z';
const report = (properties: object = {}, coordinates: unknown = [-92.3, 34.75]) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties: {
    valid: minutesAgo(30),
    typetext: 'HAIL',
    magnitude: '1.00',
    unit: 'Inch',
    qualifier: 'M',
    wfo: 'LZK',
    city: 'Little Rock',
    county: 'Pulaski',
    st: 'AR',
    source: 'Public',
    remark: 'One.',
    ...properties,
  },
});
const reportsOf = async (...features: unknown[]) => {
  source.say('/lsr', { type: 'FeatureCollection', features });
  return existing(await start({ STORM_REPORTS_URL: `${source.url}/lsr` }));
};

it('spells out abbreviations, and calls an amount too small to measure a trace', async () => {
  const { reports } = await reportsOf(
    report({ typetext: 'SNOW', magnitude: '0.0001', source: 'Emergency Mngr', remark: 'Flakes.' }),
    report({ typetext: 'Tstm Wnd Gst', magnitude: '63', unit: 'MPH', source: 'ASOS', valid: minutesAgo(40) }),
  );

  expect(reports).toMatchObject([
    { type: 'Snow', kind: 'winter', magnitude: 'trace', reporter: 'Emergency Manager' },
    { type: 'Thunderstorm Wind Gust', kind: 'wind', magnitude: '63 mph', reporter: 'ASOS' },
  ]);
});

describe('implausible reports', () => {
  it('are left out one by one', async () => {
    const { reports } = await reportsOf(
      report(),
      report({}, [92.3, 34.75]),
      report({}, [-92.3, 99]),
      report({}, ['-92.3', '34.75']),
      report({}, null),
      report({ valid: minutesAgo(-30) }),
      report({ valid: minutesAgo(25 * 60) }),
      report({ valid: 'yesterday' }),
      report({ valid: '2026-11-23 12:00' }),
      report({ typetext: '' }),
      report({ typetext: null }),
      null,
      7,
      'report',
      {},
    );

    expect(reports.map(({ remark }) => remark)).toEqual(['One.']);
  });

  it('are shown once when they were sent twice', async () => {
    const { reports } = await reportsOf(report(), report(), report({ remark: 'Another.' }));

    expect(reports).toHaveLength(2);
  });

  it('keep their text within limits and without control characters', async () => {
    const { reports } = await reportsOf(
      report({
        typetext: 'X'.repeat(3_000),
        remark: `a\u0000b \u202e${'long'.repeat(2_000)}`,
        city: 'y'.repeat(3_000),
        source: ['Public'],
        wfo: '<b>LZK</b>',
        qualifier: { m: 1 },
        magnitude: '1e999',
        unit: 'x'.repeat(500),
      }),
    );

    const [first] = reports;
    expect(first).toMatchObject({ kind: 'other', magnitude: '', qualifier: '', reporter: '', office: '' });
    expect(first?.remark).toMatch(/^ab longlong/);
    expect(first?.remark.length).toBeLessThanOrEqual(1_500);
    expect(first?.type.length).toBeLessThanOrEqual(80);
    expect(first?.place.length).toBeLessThanOrEqual(160);
  });

  it('are limited to the newest 500, and say that there were more', async () => {
    const { reports, abridged } = await reportsOf(
      ...Array.from({ length: 700 }, (_unused, index) => report({ valid: minutesAgo(index), remark: `No. ${index}` })),
    );

    expect(reports).toHaveLength(500);
    expect(abridged).toBe(true);
    expect(reports[0]?.remark).toBe('No. 0');
  });
});
