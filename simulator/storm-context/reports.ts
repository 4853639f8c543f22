import { plainFailure, type Sky, type Source } from '../source.js';

/** Reports of the simulated storms, for both sources. */

interface PlayedReport {
  at: Date;
  lat: number;
  lon: number;
  /** In the Mesonet's and NOAA's spelling. */
  type: readonly [iem: string, noaa: string];
  amount?: string;
  unit?: 'Inch' | 'MPH';
  qualifier?: 'M' | 'E';
  city: string;
  county: string;
  source: string;
  remark: string;
  office: string;
}
type Told = Omit<PlayedReport, 'at'> & { minute: number };

const tornado = ['TORNADO', 'Tornado'] as const;
const damage = ['TSTM WND DMG', 'Thunderstorm Wind Damage'] as const;
const gust = ['TSTM WND GST', 'Thunderstorm Wind Gust'] as const;
const hail = ['HAIL', 'Hail'] as const;

const spotter = 'Trained Spotter';

/** Minutes relative to the last 0, 6, 12 or 18 UTC. */
const usual: readonly Told[] = [
  {
    minute: -25,
    lat: 34.75,
    lon: -92.36,
    city: '4 W Little Rock',
    county: 'Pulaski',
    office: 'LZK',
    type: hail,
    amount: '1',
    unit: 'Inch',
    qualifier: 'M',
    source: spotter,
    remark: 'Quarter size hail covered the ground along Chenal Parkway.',
  },
  {
    minute: -40,
    lat: 35.09,
    lon: -92.44,
    city: 'Conway',
    county: 'Faulkner',
    office: 'LZK',
    type: gust,
    amount: '63',
    unit: 'MPH',
    qualifier: 'M',
    source: 'ASOS',
    remark: '',
  },
  {
    minute: -52,
    lat: 35.08,
    lon: -92.47,
    city: '2 W Conway',
    county: 'Faulkner',
    office: 'LZK',
    type: damage,
    source: 'Emergency Mngr',
    remark: 'Several trees and power lines down.',
  },
  {
    minute: -75,
    lat: 34.5,
    lon: -93.06,
    city: 'Hot Springs',
    county: 'Garland',
    office: 'LZK',
    type: hail,
    amount: '1.75',
    unit: 'Inch',
    qualifier: 'E',
    source: 'Public',
    remark: 'Golf ball size hail. Report from social media, time estimated from radar.',
  },
  {
    minute: -130,
    lat: 36.07,
    lon: -94.16,
    city: '1 NNE Fayetteville',
    county: 'Washington',
    office: 'TSA',
    type: ['HEAVY RAIN', 'Heavy Rain'],
    amount: '2.4',
    unit: 'Inch',
    qualifier: 'M',
    source: 'CoCoRaHS',
    remark: 'Since 6 AM.',
  },
];

/** Minutes of the outbreak, along its storms (`../outbreak.ts`). */
const outbreak: readonly Told[] = [
  {
    minute: -35,
    lat: 35.0,
    lon: -92.83,
    city: '2 W Perryville',
    county: 'Perry',
    office: 'LZK',
    type: hail,
    amount: '1',
    unit: 'Inch',
    qualifier: 'M',
    source: spotter,
    remark: '',
  },
  {
    minute: 4,
    lat: 34.75,
    lon: -92.37,
    city: '4 W Little Rock',
    county: 'Pulaski',
    office: 'LZK',
    type: tornado,
    source: spotter,
    remark: 'Tornado on the ground near Shackleford Road, moving northeast.',
  },
  {
    minute: 6,
    lat: 35.09,
    lon: -92.44,
    city: 'Conway',
    county: 'Faulkner',
    office: 'LZK',
    type: hail,
    amount: '2.75',
    unit: 'Inch',
    qualifier: 'E',
    source: 'Public',
    remark: 'Baseball size hail at the university.',
  },
  {
    minute: 9,
    lat: 34.76,
    lon: -92.32,
    city: '2 NW Little Rock',
    county: 'Pulaski',
    office: 'LZK',
    type: damage,
    source: 'Law Enforcement',
    remark: 'Roofs torn off several apartment buildings. People trapped.',
  },
  {
    minute: 11,
    lat: 35.06,
    lon: -92.46,
    city: '3 SW Conway',
    county: 'Faulkner',
    office: 'LZK',
    type: gust,
    amount: '80',
    unit: 'MPH',
    qualifier: 'M',
    source: 'Mesonet',
    remark: '',
  },
  {
    minute: 13,
    lat: 34.8,
    lon: -92.27,
    city: '1 N North Little Rock',
    county: 'Pulaski',
    office: 'LZK',
    type: tornado,
    source: 'Broadcast Media',
    remark: 'Large tornado on tower camera. Power flashes.',
  },
  {
    minute: 22,
    lat: 34.83,
    lon: -92.21,
    city: '1 NE Sherwood',
    county: 'Pulaski',
    office: 'LZK',
    type: tornado,
    source: spotter,
    remark: '',
  },
  {
    minute: 25,
    lat: 34.86,
    lon: -92.12,
    city: 'Jacksonville',
    county: 'Pulaski',
    office: 'LZK',
    type: damage,
    source: 'Emergency Mngr',
    remark: 'Trees on houses, gas leaks reported. Numerous roads blocked.',
  },
  {
    minute: 28,
    lat: 36.37,
    lon: -94.21,
    city: 'Bentonville',
    county: 'Benton',
    office: 'TSA',
    type: ['FLASH FLOOD', 'Flash Flood'],
    source: 'Fire Dept/Rescue',
    remark: 'Water rescues on Walton Boulevard. Cars swept off the road.',
  },
  {
    minute: 41,
    lat: 34.97,
    lon: -92.02,
    city: 'Cabot',
    county: 'Lonoke',
    office: 'LZK',
    type: tornado,
    source: spotter,
    remark: 'Rope tornado dissipating west of town.',
  },
  {
    minute: 46,
    lat: 35.03,
    lon: -91.95,
    city: 'Ward',
    county: 'Lonoke',
    office: 'LZK',
    type: ['FUNNEL CLOUD', 'Funnel Cloud'],
    source: 'Public',
    remark: '',
  },
];

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
  const told = isOutbreak ? outbreak.filter(({ minute }) => minute <= sky.minutes) : usual;
  return told.map(({ minute, ...report }) => {
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
  manner: { mediaType: 'application/vnd.geo+json', failure: plainFailure },
  find: ({ pathname, searchParams }, sky) => {
    const [from, to] = [msOf(searchParams.get('sts')), msOf(searchParams.get('ets'))];
    if (pathname !== '/geojson/lsr.geojson' || Number.isNaN(from + to)) return { status: 404 };
    const isOurs = searchParams.get('states') === 'AR';
    const reports = reportsSoFar(sky).filter(({ at }) => isOurs && at.getTime() >= from && at.getTime() <= to);
    return collection(reports.map(iemFeature), sky.mode);
  },
};

/** NOAA's map server's local storm reports, as public code reads them. */
export const noaaMaps: Source = {
  manner: { mediaType: 'application/geo+json', failure: plainFailure },
  find: ({ pathname, searchParams }, sky) => {
    const isQuery = pathname.endsWith('/nws_local_storm_reports/MapServer/0/query');
    // Invalid queries get an error document with status 200.
    if (!isQuery || searchParams.get('f') !== 'geojson' || !searchParams.get('where'))
      return {
        status: 200,
        body: { error: { code: 400, message: 'Invalid or missing input parameters.', details: [] } },
      };
    const isOurs = /^state\s*=\s*'AR'$/.test(searchParams.get('where') ?? '');
    return collection(isOurs ? reportsSoFar(sky).map(noaaFeature) : [], sky.mode);
  },
};
