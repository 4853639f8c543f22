import { until } from '@site/platform/testing/until';
import type { GetGaugeResponse, ListGaugesResponse } from '@site/proto/gen/nest/weather/v1/rivers';
import { startScriptedSource, type ScriptedSource } from '../testing/scripted-upstream.js';
import { WeatherBench } from '../testing/weather.js';

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

const hour = 3_600_000;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
const stage = (primary: unknown, hours: number, more: object = {}) => ({
  primary,
  primaryUnit: 'ft',
  secondary: -999,
  secondaryUnit: 'kcfs',
  floodCategory: 'no_flooding',
  validTime: hoursFromNow(hours),
  ...more,
});
const none = stage(-999, 0, { validTime: '0001-01-01T00:00:00Z', floodCategory: 'fcst_not_current', primaryUnit: '' });
const gauge = (lid: unknown, more: object = {}) => ({
  lid,
  name: `Creek at ${String(lid)}`,
  latitude: 34.75,
  longitude: -92.28,
  status: { observed: stage(4.2, -1), forecast: none },
  ...more,
});
const withStatus = (observed: unknown, forecast: unknown = none) => ({ status: { observed, forecast } });

const start = () => bench.start({ NWPS_BASE_URL: `${source.url}/v1`, RIVERS_POLL_SECONDS: '1' });
async function listed(...gauges: unknown[]) {
  source.say('/v1/gauges?', { gauges: [gauge('GOOD4'), ...gauges] });
  const weather = await start();
  const list = () => weather.service.call<ListGaugesResponse>('weather.v1.RiversService', 'listGauges', {});
  const first = await until('the gauges', async () => {
    const found = await list();
    return found.ok ? found.gauges : undefined;
  });
  const course = (id: string) => weather.service.call<GetGaugeResponse>('weather.v1.RiversService', 'getGauge', { id });
  return { gauges: first, list, course };
}
const idsOf = (gauges: { id: string }[]) => gauges.map(({ id }) => id);

it('an implausible gauge is left out without affecting others', async () => {
  const { gauges } = await listed(
    gauge('../..'),
    gauge('TOOLONG4'),
    gauge(null),
    gauge('NAME4', { name: ' ' }),
    gauge('LATI4', { latitude: 134 }),
    gauge('LONG4', { longitude: null }),
    gauge('STAT4', { status: null }),
    gauge('SENT4', withStatus(stage(-9_999, -1))),
    gauge('NULL4', withStatus(stage(null, -1))),
    gauge('TEXT4', withStatus(stage('4.2', -1))),
    gauge('HUGE4', withStatus(stage(1e12, -1))),
    gauge('FLOW4', withStatus(stage(4.2, -1, { primaryUnit: 'kcfs' }))),
    gauge('UNIT4', withStatus(stage(4.2, -1, { primaryUnit: null }))),
    gauge('OLD44', withStatus(stage(4.2, -25))),
    gauge('AHEA4', withStatus(stage(4.2, 3))),
    gauge('ZERO4', withStatus(stage(4.2, -1, { validTime: '0001-01-01T00:00:00Z' }))),
    gauge('PAST4', withStatus(none, stage(9, -2))),
    null,
    7,
    [],
    'gauge',
  );

  expect(idsOf(gauges)).toEqual(['GOOD4']);
});

it('unknown categories are empty; a low river is low', async () => {
  const { gauges } = await listed(
    gauge('LOW44', withStatus(stage(0.4, -1, { floodCategory: 'low_threshold' }))),
    gauge('ODD44', withStatus(stage(4.2, -1, { floodCategory: '<b>' }))),
    gauge('OUT44', withStatus(stage(4.2, -1, { floodCategory: null }))),
  );

  const categories = Object.fromEntries(gauges.map(({ id, observedCategory }) => [id, observedCategory]));
  expect(categories).toEqual({ GOOD4: 'no_flooding', LOW44: 'low', ODD44: '', OUT44: '' });
});

it('a name is one line of limited length, and a gauge outside the state has no county', async () => {
  const { gauges } = await listed(
    gauge('LINE4', { name: `A\u0000 creek\n\u202e${'x'.repeat(5_000)}`, latitude: 35.1, longitude: -89.9 }),
  );

  const found = gauges.find(({ id }) => id === 'LINE4');
  expect(found?.name).toMatch(/^A creek x+…$/);
  expect(found?.name.length).toBeLessThanOrEqual(160);
  expect(found?.county).toBe('');
});

it('the trend comes from readings of several rounds', async () => {
  const { list } = await listed(gauge('RISE4', withStatus(stage(4, -3))), gauge('FALL4', withStatus(stage(4, -3))));
  expect((await list()).gauges.map(({ trend }) => trend)).toEqual(['', '', '']);
  source.say('/v1/gauges?', {
    gauges: [
      gauge('GOOD4', withStatus(stage(4.25, 0))),
      gauge('RISE4', withStatus(stage(4.5, -1))),
      gauge('FALL4', withStatus(stage(3.5, -1))),
    ],
  });

  const gauges = await until('the trends', async () => {
    const found = (await list()).gauges;
    return found.every(({ trend }) => trend) ? found : undefined;
  });
  expect(Object.fromEntries(gauges.map(({ id, trend }) => [id, trend]))).toEqual({
    GOOD4: 'steady',
    RISE4: 'rising',
    FALL4: 'falling',
  });
});

const series = (points: unknown[], more: object = {}) => ({ primaryUnits: 'ft', data: points, ...more });
const point = (primary: unknown, hours: number) => ({ validTime: hoursFromNow(hours), primary });
const gauges: [string, object, object][] = [
  ['LIST4', { flood: { categories: [] } }, { observed: series([]), forecast: series([]) }],
  ['NONE4', {}, {}],
  ['NULL4', { flood: null }, { observed: null, forecast: null }],
];

describe('a gauge’s hydrograph', () => {
  it.each(gauges)('may be empty: %s', async (id, detail, stageflow) => {
    const { course } = await listed(gauge(id));
    source.say(`/v1/gauges/${id.toLowerCase()}/stageflow`, stageflow);
    source.say(`/v1/gauges/${id.toLowerCase()}`, detail);

    expect(await course(id)).toMatchObject({ observed: [], forecast: [], thresholds: {}, gauge: { id } });
  });

  it('leaves out implausible points, and has at most 500', async () => {
    const { course } = await listed(gauge('WILD4'));
    source.say('/v1/gauges/wild4/stageflow', {
      observed: series([
        point(5, -80),
        point(-999, -5),
        point('5', -4),
        null,
        point(4.4, -2),
        point(4.6, -3),
        point(9, 4),
      ]),
      forecast: series(
        Array.from({ length: 900 }, (_unused, index) => point(5 + (index % 7), index)),
        { issuedTime: 'now' },
      ),
    });
    source.say('/v1/gauges/wild4', {
      flood: {
        stageUnits: 'ft',
        categories: { action: { stage: -9_999 }, minor: { stage: 9 }, moderate: null, major: { stage: 'x' } },
      },
    });
    const found = await course('WILD4');

    expect(found.observed.map(({ feet }) => feet)).toEqual([4.6, 4.4]);
    expect(found.forecast.length).toBe(500);
    expect(found.thresholds).toEqual({ minorFeet: 9 });
    expect(found.forecastIssuedAt).toBeUndefined();
    expect(found.gauge).toMatchObject({ crest: { feet: 11 }, crestCategory: 'minor' });
  });

  it('shows no flow as a stage, and no forecast without future points', async () => {
    const { course } = await listed(gauge('FLOW4'));
    source.say('/v1/gauges/flow4/stageflow', {
      observed: { primaryUnits: 'kcfs', data: [point(5, -1)] },
      forecast: series([point(7, -9), point(8, -3)], { issuedTime: hoursFromNow(-20) }),
    });
    source.say('/v1/gauges/flow4', { flood: { stageUnits: 'm', categories: { minor: { stage: 3 } } } });

    expect(await course('FLOW4')).toMatchObject({ observed: [], forecast: [], thresholds: {}, gauge: { crest: null } });
  });
});
