/** Reports of the simulated storms, for both sources. */
import { plainFailure, type Sky, type Source } from '../simulated-source.js';
import { outbreak, defaults, type PlayedReport } from './simulated-reports.js';

const minuteMs = 60_000;
const quarterMs = 6 * 3_600_000;

/** The outbreak's start and last known progress, so that a report keeps its time in a fast timeline. */
let played = { start: 0, minutes: Infinity };

function outbreakStart({ now, minutes }: Sky): number {
  const isNew = minutes < played.minutes;
  played = { start: isNew ? Math.round(now.getTime() - minutes * minuteMs) : played.start, minutes };
  return played.start;
}

function reportsSoFar(sky: Sky): PlayedReport[] {
  if (sky.kind === 'calm') return [];
  const isOutbreak = sky.kind === 'outbreak';
  const start = isOutbreak ? outbreakStart(sky) : Math.floor(sky.now.getTime() / quarterMs) * quarterMs;
  const activeReports = isOutbreak ? outbreak.filter(({ minute }) => minute <= sky.minutes) : defaults;
  return activeReports.map(({ minute, ...report }) => {
    const at = Math.floor((start + minute * minuteMs) / minuteMs) * minuteMs;
    return { ...report, at: new Date(at) };
  });
}

/** Parses "202611231630", UTC. */
function msOf(stamp: string | null): number {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp ?? '') ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
}

const feature = ({ lat, lon }: PlayedReport, id: number, properties: object) => ({
  id,
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [lon, lat] },
});

const iemFeature = (report: PlayedReport, index: number) =>
  feature(report, index, {
    wfo: report.office,
    type: report.type[0].charAt(0),
    magf: report.amount === undefined ? null : Number(report.amount),
    magnitude: report.amount ?? '',
    unit: report.unit ?? null,
    qualifier: report.qualifier ?? null,
    county: report.county,
    typetext: report.type[0],
    state: 'AR',
    st: 'AR',
    remark: report.remark || null,
    city: report.city,
    source: report.source,
    valid: report.at.toISOString().replace('.000Z', 'Z'),
    lat: report.lat,
    lon: report.lon,
  });

const noaaFeature = (report: PlayedReport, index: number) =>
  feature(report, index, {
    objectid: index + 1,
    wfo_id: report.office,
    wfo: 'Simulated',
    lsr_validtime: report.at.getTime(),
    descript: report.type[1],
    loc_desc: report.city,
    state: 'AR',
    magnitude: report.amount ?? '',
    units: report.unit ?? '',
    remarks: report.remark,
    valid_time: report.at.toISOString().slice(0, 19).replace('T', ' '),
  });

const collection = (features: unknown[], mode: string) => ({
  status: 200,
  body: { type: 'FeatureCollection', features: mode === 'nulls' ? features.map(() => null) : features },
});

/** The Iowa Environmental Mesonet's local storm reports, as its public program writes them. */
export const iem: Source = {
  errorFormat: { mediaType: 'application/vnd.geo+json', failure: plainFailure },
  find: ({ pathname, searchParams }, sky) => {
    const from = msOf(searchParams.get('sts'));
    const to = msOf(searchParams.get('ets'));
    if (pathname !== '/geojson/lsr.geojson' || Number.isNaN(from + to)) return { status: 404 };
    const isForState = searchParams.get('states') === 'AR';
    const reports = reportsSoFar(sky).filter(({ at }) => isForState && at.getTime() >= from && at.getTime() <= to);
    return collection(reports.map(iemFeature), sky.mode);
  },
};

/** NOAA's map server's local storm reports, as public code reads them. */
export const noaaMaps: Source = {
  errorFormat: { mediaType: 'application/geo+json', failure: plainFailure },
  find: ({ pathname, searchParams }, sky) => {
    const isQuery = pathname.endsWith('/nws_local_storm_reports/MapServer/0/query');
    // Invalid queries get an error document with status 200.
    if (!isQuery || searchParams.get('f') !== 'geojson' || !searchParams.get('where'))
      return {
        status: 200,
        body: { error: { code: 400, message: 'Invalid or missing input parameters.', details: [] } },
      };
    const isForState = /^state\s*=\s*'AR'$/.test(searchParams.get('where') ?? '');
    return collection(isForState ? reportsSoFar(sky).map(noaaFeature) : [], sky.mode);
  },
};
