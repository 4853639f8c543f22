import type { Sky } from './storm-source.js';

/** Reports of the simulated storms, the same for both sources. */

export interface PlayedReport {
  at: Date;
  lat: number;
  lon: number;
  /** As written by the Mesonet and by NOAA's map server. */
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
const little = { county: 'Pulaski', office: 'LZK' } as const;

/** Minutes relative to the last 0, 6, 12 or 18 UTC. */
const usual: readonly Told[] = [
  {
    ...little,
    minute: -25,
    lat: 34.75,
    lon: -92.36,
    type: hail,
    amount: '1',
    unit: 'Inch',
    qualifier: 'M',
    city: '4 W Little Rock',
    source: spotter,
    remark: 'Quarter size hail covered the ground along Chenal Parkway.',
  },
  {
    ...little,
    minute: -40,
    lat: 35.09,
    lon: -92.44,
    type: gust,
    amount: '63',
    unit: 'MPH',
    qualifier: 'M',
    city: 'Conway',
    county: 'Faulkner',
    source: 'ASOS',
    remark: '',
  },
  {
    ...little,
    minute: -52,
    lat: 35.08,
    lon: -92.47,
    type: damage,
    city: '2 W Conway',
    county: 'Faulkner',
    source: 'Emergency Mngr',
    remark: 'Several trees and power lines down.',
  },
  {
    ...little,
    minute: -75,
    lat: 34.5,
    lon: -93.06,
    type: hail,
    amount: '1.75',
    unit: 'Inch',
    qualifier: 'E',
    city: 'Hot Springs',
    county: 'Garland',
    source: 'Public',
    remark: 'Golf ball size hail. Report from social media, time estimated from radar.',
  },
  {
    minute: -130,
    lat: 36.07,
    lon: -94.16,
    type: ['HEAVY RAIN', 'Heavy Rain'],
    amount: '2.4',
    unit: 'Inch',
    qualifier: 'M',
    city: '1 NNE Fayetteville',
    county: 'Washington',
    office: 'TSA',
    source: 'CoCoRaHS',
    remark: 'Since 6 AM.',
  },
];

/** Minutes of the outbreak timeline, along the storms of `../outbreak.ts`. */
const outbreak: readonly Told[] = [
  {
    ...little,
    minute: -35,
    lat: 35.0,
    lon: -92.83,
    type: hail,
    amount: '1',
    unit: 'Inch',
    qualifier: 'M',
    city: '2 W Perryville',
    county: 'Perry',
    source: spotter,
    remark: '',
  },
  {
    ...little,
    minute: 4,
    lat: 34.75,
    lon: -92.37,
    type: tornado,
    city: '4 W Little Rock',
    source: spotter,
    remark: 'Tornado on the ground near Shackleford Road, moving northeast.',
  },
  {
    ...little,
    minute: 6,
    lat: 35.09,
    lon: -92.44,
    type: hail,
    amount: '2.75',
    unit: 'Inch',
    qualifier: 'E',
    city: 'Conway',
    county: 'Faulkner',
    source: 'Public',
    remark: 'Baseball size hail at the university.',
  },
  {
    ...little,
    minute: 9,
    lat: 34.76,
    lon: -92.32,
    type: damage,
    city: '2 NW Little Rock',
    source: 'Law Enforcement',
    remark: 'Roofs torn off several apartment buildings. People trapped.',
  },
  {
    ...little,
    minute: 11,
    lat: 35.06,
    lon: -92.46,
    type: gust,
    amount: '80',
    unit: 'MPH',
    qualifier: 'M',
    city: '3 SW Conway',
    county: 'Faulkner',
    source: 'Mesonet',
    remark: '',
  },
  {
    ...little,
    minute: 13,
    lat: 34.8,
    lon: -92.27,
    type: tornado,
    city: '1 N North Little Rock',
    source: 'Broadcast Media',
    remark: 'Large tornado on tower camera. Power flashes.',
  },
  { ...little, minute: 22, lat: 34.83, lon: -92.21, type: tornado, city: '1 NE Sherwood', source: spotter, remark: '' },
  {
    ...little,
    minute: 25,
    lat: 34.86,
    lon: -92.12,
    type: damage,
    city: 'Jacksonville',
    source: 'Emergency Mngr',
    remark: 'Trees on houses, gas leaks reported. Numerous roads blocked.',
  },
  {
    minute: 28,
    lat: 36.37,
    lon: -94.21,
    type: ['FLASH FLOOD', 'Flash Flood'],
    city: 'Bentonville',
    county: 'Benton',
    office: 'TSA',
    source: 'Fire Dept/Rescue',
    remark: 'Water rescues on Walton Boulevard. Cars swept off the road.',
  },
  {
    ...little,
    minute: 41,
    lat: 34.97,
    lon: -92.02,
    type: tornado,
    city: 'Cabot',
    county: 'Lonoke',
    source: spotter,
    remark: 'Rope tornado dissipating west of town.',
  },
  {
    ...little,
    minute: 46,
    lat: 35.03,
    lon: -91.95,
    type: ['FUNNEL CLOUD', 'Funnel Cloud'],
    city: 'Ward',
    county: 'Lonoke',
    source: 'Public',
    remark: '',
  },
];

const minuteMs = 60_000;
const quarterMs = 6 * 3_600_000;

/** Start of the outbreak and its last known progress, so that a report keeps its time in a fast timeline. */
let played = { start: 0, minutes: Infinity };

function outbreakStart({ now, minutes }: Sky): number {
  const isNew = minutes < played.minutes;
  played = { start: isNew ? Math.round(now.getTime() - minutes * minuteMs) : played.start, minutes };
  return played.start;
}

export function reportsSoFar(sky: Sky): PlayedReport[] {
  if (sky.kind === 'calm') return [];
  const isOutbreak = sky.kind === 'outbreak';
  const start = isOutbreak ? outbreakStart(sky) : Math.floor(sky.now.getTime() / quarterMs) * quarterMs;
  const told = isOutbreak ? outbreak.filter(({ minute }) => minute <= sky.minutes) : usual;
  return told.map(({ minute, ...report }) => {
    const at = Math.floor((start + minute * minuteMs) / minuteMs) * minuteMs;
    return { ...report, at: new Date(at) };
  });
}
