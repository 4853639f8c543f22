import { counties } from '@site/regions/counties';
import { until } from '@site/platform/testing/until';
import type { GetOutlookResponse } from '@site/proto/gen/nest/weather/v1/outlook';
import { areasAround, countyRisks } from './county-risks.js';
import { outlookSchema } from './outlook.schema.js';
import { startScriptedSource, type ScriptedSource } from '../testing/scripted-upstream.js';
import { WeatherBench } from '../testing/weather.js';

let bench: WeatherBench;
let source: ScriptedSource;
beforeAll(async () => {
  bench = await WeatherBench.open();
});
beforeEach(async () => {
  source = await startScriptedSource();
});
afterEach(async () => {
  await bench.reset();
  await source.close();
});
afterAll(() => bench.close());

const hour = 3_600_000;
const iso = (aheadMs: number) => new Date(Date.now() + aheadMs).toISOString();
const stamp = (aheadMs: number) => iso(aheadMs).replace(/\D/g, '').slice(0, 12);
const times = { VALID: stamp(-hour), EXPIRE: stamp(20 * hour), ISSUE: stamp(-2 * hour) };
const overPulaski = [
  [-92.4, 34.7],
  [-92.2, 34.7],
  [-92.2, 34.9],
  [-92.4, 34.7],
];
const slight = { ...times, LABEL: 'SLGT', LABEL2: 'Slight Risk', fill: '#FFE066', stroke: '#DDAA00' };
const feature = (properties: object = {}, geometry: unknown = { type: 'Polygon', coordinates: [overPulaski] }) => ({
  type: 'Feature',
  geometry,
  properties: { ...slight, ...properties },
});
const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features });

async function firstDay(body: unknown) {
  source.say('day1', body);
  const weather = await bench.start({ SPC_OUTLOOK_URL: `${source.url}/day{day}.geojson`, OUTLOOK_POLL_SECONDS: '1' });
  await until('two rounds', () => source.requests.filter((path) => path.includes('day1')).length > 1);
  const { days } = await weather.service.call<GetOutlookResponse>('weather.v1.OutlookService', 'getOutlook', {});
  return days[0]!;
}
const pulaski = { county: '05119', label: 'SLGT', level: 2 };

describe('a Storm Prediction Center response', () => {
  it.each<[string, unknown]>([
    ['with three features', collection(feature(), feature({ LABEL: 'MRGL' }), feature({ LABEL: 'TSTM' }))],
    [
      'with times in ISO form only',
      collection(
        feature({
          VALID: null,
          EXPIRE: undefined,
          ISSUE: '',
          VALID_ISO: iso(-hour),
          EXPIRE_ISO: iso(20 * hour),
          ISSUE_ISO: iso(-2 * hour),
        }),
      ),
    ],
    [
      'with heights in its positions',
      collection(feature({}, { type: 'Polygon', coordinates: [overPulaski.map((each) => [...each, 12])] })),
    ],
    [
      'in collections of areas',
      collection(
        feature({}, { type: 'GeometryCollection', geometries: [{ type: 'Polygon', coordinates: [overPulaski] }] }),
      ),
    ],
    ['beside a feature without an area', collection(feature(), feature({ LABEL: 'whatever' }, null))],
  ])('is parsed %s', (_name, body) => {
    expect(countyRisks(outlookSchema.parse(body).areas)).toContainEqual(pulaski);
  });

  it.each<[string, unknown]>([
    ['an area without coordinates', { type: 'Polygon', coordinates: [] }],
    ['an empty multipolygon', { type: 'MultiPolygon', coordinates: [] }],
    ['an empty collection', { type: 'GeometryCollection', geometries: [] }],
    ['nothing', null],
  ])('means no risk with %s', (_name, geometry) => {
    const body = collection(feature({ DN: 0, LABEL: 'No Areas' }, geometry));

    expect(outlookSchema.parse(body).areas).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['no features', collection()],
    [
      'a ring that is not closed',
      collection(feature({}, { type: 'Polygon', coordinates: [overPulaski.slice(0, 3).concat([[-92, 34]])] })),
    ],
    ['a ring of a single line', collection(feature({}, { type: 'Polygon', coordinates: [overPulaski.slice(0, 2)] }))],
    [
      'positions outside the world',
      collection(
        feature({}, { type: 'Polygon', coordinates: [overPulaski.map(([lon = 0, lat = 0]) => [lon * 10, lat])] }),
      ),
    ],
    ['positions of text', collection(feature({}, { type: 'Polygon', coordinates: [overPulaski.map(String)] }))],
    ['points for areas', collection(feature({}, { type: 'Point', coordinates: [-92.3, 34.8] }))],
    ['no times', collection(feature({ VALID: null }))],
    ['a 13th month', collection(feature({ VALID: '202613011200' }))],
    ['an end before its beginning', collection(feature({ EXPIRE: stamp(-3 * hour) }))],
    ['an end in a year', collection(feature({ EXPIRE: stamp(8_760 * hour) }))],
    ['too many features', collection(...Array.from({ length: 2_001 }, () => feature({}, null)))],
    [
      'too many positions',
      collection(
        feature(
          {},
          {
            type: 'Polygon',
            coordinates: [[overPulaski[0], ...Array.from({ length: 30_000 }, () => overPulaski[1]), overPulaski[0]]],
          },
        ),
      ),
    ],
    ['a list', [feature()]],
  ])('is rejected as a whole with %s', (_name, body) => {
    expect(outlookSchema.safeParse(body).success).toBe(false);
  });

  it.each<[string, unknown]>([['an issue time of tomorrow', collection(feature({ ISSUE: stamp(24 * hour) }))]])(
    'leaves the day unknown with %s',
    async (_name, body) => {
      expect(await firstDay(body)).toMatchObject({ ok: false, reason: 'failed', areas: [], counties: [] });
    },
  );

  it.each<[string, unknown, string]>([
    ['an intensity area', feature({ LABEL: 'CIG1', LABEL2: 'Intensity 1' }), 'Intensity 1 (CIG1)'],
    ['an unknown category', feature({ LABEL: 'EXTREME', LABEL2: 'Extreme Risk' }), 'Extreme Risk (EXTREME)'],
    ['a label that isn’t a text', feature({ LABEL: 4, LABEL2: null }), 'an area without a name'],
    ['a label with NUL', feature({ LABEL: 'C\u0000IG2', LABEL2: 'CIG2' }), 'CIG2'],
  ])('keeps known categories and names the other: %s', async (_what, other, name) => {
    const day = await firstDay(collection(feature({ LABEL: 'ENH', LABEL2: 'Enhanced Risk' }), other));

    expect(day).toMatchObject({ ok: true, areas: [{ label: 'ENH' }] });
    expect(day.counties).toContainEqual({ county: '05119', label: 'ENH', level: 3 });
    expect(day.unknownAreas).toEqual([{ name, counties: expect.arrayContaining(['05119']) }]);
    expect(day.unknownAreas[0]?.counties).not.toContain('05143');
  });

  it.each<[string, unknown]>([
    [
      'a ring that is not closed',
      feature(
        { LABEL: 'MDT', LABEL2: 'Moderate Risk' },
        { type: 'Polygon', coordinates: [overPulaski.slice(0, 3).concat([[-92, 34]])] },
      ),
    ],
    ['no times', feature({ LABEL: 'MDT', LABEL2: 'Moderate Risk', VALID: null, EXPIRE: {} })],
    ['another validity period', feature({ LABEL: 'MDT', LABEL2: 'Moderate Risk', EXPIRE: stamp(21 * hour) })],
  ])('doesn’t call any county safe beside an area with %s', async (_what, broken) => {
    const day = await firstDay(collection(feature(), feature({ LABEL: 'MRGL' }), broken));

    expect(day).toMatchObject({ ok: true, areas: [{ label: 'MRGL' }, { label: 'SLGT' }] });
    expect(day.unknownAreas).toEqual([
      { name: 'Moderate Risk (MDT)', counties: counties.map(({ fips }) => fips).sort() },
    ]);
  });

  it('keeps the day beside a feature that is no feature', async () => {
    const day = await firstDay(collection(feature(), null, 'nonsense', 7, {}));

    expect([day.ok, day.areas.length, day.unknownAreas.length]).toEqual([true, 1, 1]);
  });

  it.each<unknown>([
    'red',
    '#fff',
    'url(https://x.example/)',
    '#ffffff;background:url(x)',
    '"><script>',
    7,
    null,
    undefined,
  ])('gets the standard colors instead of %j', (color) => {
    const body = collection(feature({ fill: color, stroke: color }));
    const areas = areasAround(outlookSchema.parse(body).areas);

    expect(areas[0]).toMatchObject({ fill: '#ffe066', stroke: '#ddaa00' });
  });

  it('gets the standard words if it has none, and one line of limited length for many', async () => {
    const { areas } = await firstDay(
      collection(
        feature({ LABEL2: null }),
        feature({ LABEL: 'MRGL', LABEL2: `Low\u0007 \u202erisk\n${'x'.repeat(500)}` }),
      ),
    );

    expect(areas[1]?.text).toBe('Slight Risk');
    expect(areas[0]?.text).toMatch(/^Low risk x+…$/);
    expect(areas[0]?.text.length).toBeLessThanOrEqual(80);
  });
});
