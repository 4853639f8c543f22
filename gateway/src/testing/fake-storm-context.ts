import { notFound } from '@site/proto/grpc';
import type { Handler } from './fake-service.js';

export const radarPath = 'weather.v1.RadarService/ListFrames';
export const nextHourPath = 'weather.v1.NextHourService/GetNextHour';
export const outlookPath = 'weather.v1.OutlookService/GetOutlook';
export const reportsPath = 'weather.v1.StormReportsService/ListStormReports';
export const riversPath = 'weather.v1.RiversService/ListGauges';
export const gaugePath = 'weather.v1.RiversService/GetGauge';
export const productPath = 'weather.v1.TextProductsService/GetTextProduct';

const minuteMs = 60_000;
/** Returns RFC 3339; negative values are in the future. */
export const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * minuteMs).toISOString();

const keyOf = (index: number, width: number) =>
  `radar/${String(index).padStart(2, '0')}/0192aaaa-0000-7000-8000-0000000000${String(index).padStart(2, '0')}-${width}.webp`;

export const aFrame = (minutes: number, changes: object = {}) => ({
  time: minutesAgo(minutes),
  key: keyOf(minutes % 100, 1280),
  width: 1280,
  height: 1120,
  sizeBytes: 41_234,
  source: 'mrms',
  scale: 'site',
  ...changes,
});

export const aRadar = (changes: object = {}) => ({
  ok: true,
  reason: '',
  stale: false,
  frames: [4, 9, 14, 19, 24, 29].map((minutes) => aFrame(minutes)),
  box: { west: -95.5, south: 32, east: -88.5, north: 37.5 },
  newestAgeSeconds: 240,
  hasEchoes: true,
  still: { time: minutesAgo(4), key: keyOf(77, 480), width: 480, height: 420, sizeBytes: 11_600 },
  ...changes,
});

export const anArea = (changes: object = {}) => ({
  label: 'SLGT',
  text: 'Slight Risk',
  level: 2,
  fill: '#F6F67F',
  stroke: '#DDAA00',
  geometry: '{"type":"Polygon","coordinates":[[[-93,34],[-91,34],[-91,36],[-93,36],[-93,34]]]}',
  ...changes,
});

/** Builds a day with a slight risk in two counties. */
export const aDay = (day: number, changes: object = {}) => ({
  day,
  ok: true,
  reason: '',
  stale: false,
  fetchedAt: minutesAgo(2),
  issuedAt: minutesAgo(90),
  validFrom: minutesAgo(90 - (day - 1) * 1_440),
  validUntil: minutesAgo(-600 - (day - 1) * 1_440),
  areas: [anArea()],
  unknownAreas: [],
  counties: ['05045', '05119'].map((county) => ({ county, label: 'SLGT', level: 2 })),
  ...changes,
});
export const aQuietDay = (day: number, changes: object = {}) => aDay(day, { areas: [], counties: [], ...changes });

export const anOutlook = (changes: object = {}) => ({
  days: [aDay(1), aQuietDay(2), aQuietDay(3)],
  ...changes,
});

export const aReport = (changes: object = {}) => ({
  id: 'r-1',
  time: minutesAgo(25),
  type: 'Tstm Wnd Dmg',
  kind: 'wind',
  magnitude: '63 mph',
  qualifier: 'measured',
  place: '2 NE Conway',
  county: '05045',
  lat: 35.11,
  lon: -92.42,
  remark: 'Trees down.',
  reporter: 'Trained Spotter',
  office: 'LZK',
  ...changes,
});

export const someReports = (changes: object = {}) => ({
  ok: true,
  reason: '',
  stale: false,
  fetchedAt: minutesAgo(2),
  source: 'iem',
  abridged: false,
  reports: [aReport()],
  ...changes,
});

export const aGauge = (changes: object = {}) => ({
  id: 'LRKA4',
  name: 'Arkansas River at Little Rock',
  county: '05119',
  lat: 34.75,
  lon: -92.27,
  observed: { at: minutesAgo(30), feet: 12.4 },
  observedCategory: 'no_flooding',
  trend: 'rising',
  crest: { at: minutesAgo(-900), feet: 23.6 },
  crestCategory: 'minor',
  ...changes,
});

export const someRivers = (changes: object = {}) => ({
  ok: true,
  reason: '',
  stale: false,
  fetchedAt: minutesAgo(5),
  gauges: [aGauge()],
  ...changes,
});

export const aGaugeCourse = (changes: object = {}) => ({
  gauge: aGauge(),
  observed: [180, 120, 60].map((minutes, index) => ({ at: minutesAgo(minutes), feet: 11 + index / 2 })),
  forecast: [-360, -720].map((minutes, index) => ({ at: minutesAgo(minutes), feet: 14 + index })),
  forecastIssuedAt: minutesAgo(200),
  thresholds: { actionFeet: 20, minorFeet: 23 },
  fetchedAt: minutesAgo(1),
  stale: false,
  ...changes,
});

export const aTextProduct = (changes: object = {}) => ({
  office: 'LZK',
  kind: 'discussion',
  id: 'AFDLZK-1',
  issuedAt: minutesAgo(120),
  title: 'Area Forecast Discussion',
  sections: [
    { heading: '', paragraphs: ['Area Forecast Discussion, National Weather Service Little Rock AR'] },
    { heading: 'Short term', paragraphs: ['Storms from the west after 4 PM.', 'Some may be severe.'] },
  ],
  fetchedAt: minutesAgo(1),
  stale: false,
  ...changes,
});

export const stormContextHandlers = (): Record<string, Handler> => ({
  [radarPath]: () => aRadar(),
  [outlookPath]: () => anOutlook(),
  [reportsPath]: () => someReports(),
  [riversPath]: () => someRivers(),
  [gaugePath]: ({ id }) => {
    if (id !== 'LRKA4') throw notFound('There is no such gauge.');
    return aGaugeCourse();
  },
  [productPath]: ({ office, kind }) => aTextProduct({ office, kind }),
});
