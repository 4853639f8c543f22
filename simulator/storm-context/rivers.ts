import {
  categoryOf,
  forecastTimes,
  lastReadingAt,
  observedTimes,
  simulatedGauges,
  stageAt,
  type SimulatedGauge,
} from './rivers-gauges.js';
import { plainFailure, type Sky, type StormSource } from './storm-source.js';

/** National Water Prediction Service gauges, in the form that public code reads; not recorded. */

const iso = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');

const missing = (floodCategory: string) => ({
  ...{ primary: -999, primaryUnit: '', secondary: -999, secondaryUnit: '' },
  ...{ floodCategory, validTime: '0001-01-01T00:00:00Z' },
});
const unknown = (name: string) => ({ abbreviation: name, name });

function statusAt(gauge: SimulatedGauge, sky: Sky, ms: number) {
  const feet = stageAt(gauge, sky, ms);
  return {
    ...{ primary: feet, primaryUnit: 'ft', secondary: Number((feet * 2.1).toFixed(2)), secondaryUnit: 'kcfs' },
    ...{ floodCategory: categoryOf(gauge, feet), validTime: iso(ms) },
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
  ...{ lid: gauge.id, name: gauge.name, latitude: gauge.lat, longitude: gauge.lon },
  ...{ rfc: unknown('LMRFC'), wfo: unknown(gauge.office), state: unknown('AR') },
  pedts: { observed: gauge.oddity === 'flow only' ? 'QRIRG' : 'HGIRG', forecast: hasForecast(gauge) ? 'HGIFF' : '' },
  status: statusOf(gauge, sky),
});

function detailOf(gauge: SimulatedGauge, sky: Sky) {
  const [action, minor, moderate, major] = gauge.floods;
  const category = (stage = -9_999) => ({ stage, flow: -9_999 });
  return {
    ...listed(gauge, sky),
    flood: {
      ...{ stageUnits: 'ft', flowUnits: 'kcfs' },
      categories: {
        ...{ action: category(action), minor: category(minor), moderate: category(moderate), major: category(major) },
      },
    },
  };
}

function stageflowOf(gauge: SimulatedGauge, sky: Sky) {
  const about = { ...{ primaryName: 'Stage', primaryUnits: 'ft', secondaryName: 'Flow', secondaryUnits: 'kcfs' } };
  const at = (ms: number) => ({
    ...{ validTime: iso(ms), generatedTime: iso(ms + 300_000), primary: stageAt(gauge, sky, ms), secondary: -999 },
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

export const nwps: StormSource = {
  manner: { mediaType: 'application/json', failure: plainFailure },
  find: ({ pathname, searchParams }, sky) => {
    if (pathname === '/nwps/v1/gauges') {
      const edge = (name: string) => Number(searchParams.get(`bbox.${name}`) ?? NaN);
      if (searchParams.get('srid') !== 'EPSG_4326') return { status: 400, body: {} };
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
    if (!gauge) return { status: 404, body: {} };
    return { status: 200, body: part ? stageflowOf(gauge, sky) : detailOf(gauge, sky) };
  },
};
