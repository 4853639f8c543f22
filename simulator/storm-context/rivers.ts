/**
 * National Water Prediction Service gauges, in the form that public code reads; not recorded. Real Arkansas gauges with
 * invented stages: rivers that rise for a day and a half and fall again.
 */
import { plainFailure, type Sky, type Source } from '../simulated-source.js';

type Row = readonly [
  id: string,
  name: string,
  lat: number,
  lon: number,
  /** Stages of action, minor, moderate and major floods; empty without thresholds. */
  floods: readonly number[],
  /** Stage on a quiet day, and the rise at the crest on a usual day and in the outbreak. */
  base: number,
  usual: number,
  outbreak: number,
  oddity?: 'flow only' | 'not current' | 'no forecast' | 'old',
];

const rows: readonly Row[] = [
  ['LITA4', 'Arkansas River at Little Rock', 34.75, -92.27, [20, 23, 26, 28], 8.2, 1.1, 9.5],
  ['VBUA4', 'Arkansas River at Van Buren', 35.43, -94.36, [21, 22, 24, 31], 20.1, 0.4, 5.2],
  ['DARA4', 'Arkansas River at Dardanelle', 35.22, -93.15, [29, 32, 36, 40], 11.4, 2, 12],
  ['MORA4', 'Arkansas River at Morrilton', 35.11, -92.74, [27, 30, 33, 36], 10.8, 2, 12],
  ['PBFA4', 'Arkansas River at Pine Bluff', 34.23, -91.99, [40, 42, 44, 46], 31.5, 1, 5],
  ['BKRA4', 'Black River at Black Rock', 36.1, -91.1, [12, 14, 20, 24], 9.6, 5.8, 15.6],
  ['POCA4', 'Black River at Pocahontas', 36.25, -90.97, [15, 17, 21, 25], 12.2, 3.5, 13.4],
  ['BATA4', 'White River at Batesville', 35.76, -91.64, [13, 15, 20, 25], 6.3, 1.5, 9],
  ['NPTA4', 'White River at Newport', 35.6, -91.29, [24, 26, 29, 32], 15.1, 6, 14],
  ['AUGA4', 'White River at Augusta', 35.29, -91.37, [24, 26, 32, 36], 20.4, 6.7, 10],
  ['GEOA4', 'White River at Georgetown', 35.13, -91.44, [18, 21, 24, 28], 13.9, 3, 7.5],
  ['DSCA4', 'White River at Des Arc', 34.97, -91.49, [22, 24, 28, 32], 17, 3, 6],
  ['CLDA4', 'White River at Clarendon', 34.69, -91.31, [24, 26, 29, 32], 18.8, 4, 6.5],
  ['PTTA4', 'Cache River near Patterson', 35.27, -91.24, [7, 8, 10, 12], 6.1, 2.4, 4.6],
  ['RVRA4', 'St. Francis River at Lake City', 35.82, -90.43, [7, 9, 11, 14], 3.3, 0.6, 2.2, 'no forecast'],
  ['CAMA4', 'Ouachita River at Camden', 33.6, -92.82, [22, 26, 37, 43], 9.7, 3, 12],
  ['ARKA4', 'Ouachita River at Arkadelphia', 34.12, -93.05, [14, 17, 21, 27], 5.2, 2, 9],
  ['FULA4', 'Red River at Fulton', 33.61, -93.81, [20, 25, 28, 33], 12.6, 1.2, 3],
  ['HEEA4', 'Mississippi River at Helena', 34.53, -90.58, [41, 44, 50, 55], 14.8, 0.5, 1.5],
  ['ARSA4', 'Mississippi River at Arkansas City', 33.56, -91.24, [33, 37, 42, 47], 12.9, 0.5, 1.5],
  ['BUFA4', 'Buffalo River near St. Joe', 35.99, -92.75, [], 4.4, 1, 14, 'not current'],
  ['BLDA4', 'Bull Shoals Dam', 36.36, -92.57, [], 11.3, 0, 0, 'flow only'],
  ['PETA4', 'Petit Jean River at Danville', 35.06, -93.4, [18, 20, 24, 28], 6.6, 0, 0, 'old'],
];

const simulatedGauges = rows.map(([id, name, lat, lon, floods, base, usual, outbreak, oddity]) => ({
  id,
  name,
  lat,
  lon,
  floods,
  base,
  oddity,
  adds: { usual, outbreak },
}));
type SimulatedGauge = (typeof simulatedGauges)[number];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const minuteMs = 60_000;

/** Crests at 18 UTC tomorrow. */
function stageAt({ base, adds }: SimulatedGauge, { now, kind }: Sky, ms: number): number {
  const crestAt = Math.floor(now.getTime() / dayMs) * dayMs + 42 * hourMs;
  const swell = kind === 'calm' ? 0 : adds[kind] * Math.exp(-(((ms - crestAt) / (26 * hourMs)) ** 2));
  return Number((base + swell).toFixed(2));
}

function categoryOf({ floods }: SimulatedGauge, feet: number): string {
  const names = ['action', 'minor', 'moderate', 'major'] as const;
  if (floods.length === 0) return 'not_defined';
  return names[floods.findLastIndex((each) => feet >= each)] ?? 'no_flooding';
}

const lastReadingAt = ({ now }: Sky): number => Math.floor(now.getTime() / (15 * minuteMs)) * 15 * minuteMs;

/** Every six hours for five days, from the next 0, 6, 12 or 18 UTC. */
const forecastTimes = ({ now }: Sky): number[] =>
  Array.from({ length: 20 }, (_unused, step) => (Math.floor(now.getTime() / (6 * hourMs)) + 1 + step) * 6 * hourMs);

/** Every quarter hour for four days; the source has thirty days. */
const observedTimes = (sky: Sky): number[] =>
  Array.from({ length: 4 * 96 }, (_unused, step) => lastReadingAt(sky) - (4 * 96 - 1 - step) * 15 * minuteMs);

const iso = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');

const missing = (floodCategory: string) => ({
  primary: -999,
  primaryUnit: '',
  secondary: -999,
  secondaryUnit: '',
  floodCategory,
  validTime: '0001-01-01T00:00:00Z',
});
const unknown = (name: string) => ({ abbreviation: name, name });

function statusAt(gauge: SimulatedGauge, sky: Sky, ms: number) {
  const feet = stageAt(gauge, sky, ms);
  return {
    primary: feet,
    primaryUnit: 'ft',
    secondary: Number((feet * 2.1).toFixed(2)),
    secondaryUnit: 'kcfs',
    floodCategory: categoryOf(gauge, feet),
    validTime: iso(ms),
  };
}

const hasForecast = ({ oddity, floods }: SimulatedGauge) => floods.length > 0 && oddity === undefined;

function statusOf(gauge: SimulatedGauge, sky: Sky) {
  const readAt = lastReadingAt(sky) - (gauge.oddity === 'old' ? 30 * 3_600_000 : 0);
  const observed = statusAt(gauge, sky, readAt);
  const stages = forecastTimes(sky).map((ms) => statusAt(gauge, sky, ms));
  const highest = stages.reduce((best, each) => (each.primary > best.primary ? each : best));
  const flow = { ...observed, primary: 12.5, primaryUnit: 'kcfs', floodCategory: 'not_defined' };
  return {
    observed:
      gauge.oddity === 'flow only' ? flow : gauge.oddity === 'not current' ? missing('obs_not_current') : observed,
    forecast: hasForecast(gauge) ? highest : missing('fcst_not_current'),
  };
}

const listed = (gauge: SimulatedGauge, sky: Sky) => ({
  lid: gauge.id,
  name: gauge.name,
  latitude: gauge.lat,
  longitude: gauge.lon,
  rfc: unknown('LMRFC'),
  wfo: unknown('LZK'),
  state: unknown('AR'),
  pedts: { observed: gauge.oddity === 'flow only' ? 'QRIRG' : 'HGIRG', forecast: hasForecast(gauge) ? 'HGIFF' : '' },
  status: statusOf(gauge, sky),
});

function detailOf(gauge: SimulatedGauge, sky: Sky) {
  const [action, minor, moderate, major] = gauge.floods;
  const category = (stage = -9_999) => ({ stage, flow: -9_999 });
  return {
    ...listed(gauge, sky),
    flood: {
      stageUnits: 'ft',
      flowUnits: 'kcfs',
      categories: {
        action: category(action),
        minor: category(minor),
        moderate: category(moderate),
        major: category(major),
      },
    },
  };
}

function stageflowOf(gauge: SimulatedGauge, sky: Sky) {
  const about = { primaryName: 'Stage', primaryUnits: 'ft', secondaryName: 'Flow', secondaryUnits: 'kcfs' };
  const at = (ms: number) => ({
    validTime: iso(ms),
    generatedTime: iso(ms + 300_000),
    primary: stageAt(gauge, sky, ms),
    secondary: -999,
  });
  const forecast = forecastTimes(sky);
  const issued = (forecast[0] ?? 0) - 6 * 3_600_000;
  return {
    observed: { pedts: 'HGIRG', ...about, data: observedTimes(sky).map(at) },
    forecast: hasForecast(gauge)
      ? { pedts: 'HGIFF', issuedTime: iso(issued), ...about, data: forecast.map(at) }
      : { data: [] },
  };
}

export const nwps: Source = {
  errorFormat: { mediaType: 'application/json', failure: plainFailure },
  find: ({ pathname, searchParams }, sky) => {
    if (pathname === '/nwps/v1/gauges') {
      const edge = (name: string) => Number(searchParams.get(`bbox.${name}`) ?? NaN);
      if (searchParams.get('srid') !== 'EPSG_4326') return { status: 400 };
      const inside = simulatedGauges.filter(
        ({ lat, lon }) => lon >= edge('xmin') && lon <= edge('xmax') && lat >= edge('ymin') && lat <= edge('ymax'),
      );
      return {
        status: 200,
        body: { gauges: inside.map((gauge) => (sky.mode === 'nulls' ? null : listed(gauge, sky))) },
      };
    }
    const [, id, part] = /^\/nwps\/v1\/gauges\/([a-z0-9]+)(\/stageflow)?$/i.exec(pathname) ?? [];
    const gauge = simulatedGauges.find((each) => each.id === id?.toUpperCase());
    if (!gauge) return { status: 404 };
    return { status: 200, body: part ? stageflowOf(gauge, sky) : detailOf(gauge, sky) };
  },
};
