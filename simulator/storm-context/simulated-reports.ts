/** The storms' reports, which both sources serve. */
export interface PlayedReport {
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
type DeviceSubscription = Omit<PlayedReport, 'at'> & { minute: number };

const tornado = ['TORNADO', 'Tornado'] as const;
const damage = ['TSTM WND DMG', 'Thunderstorm Wind Damage'] as const;
const gust = ['TSTM WND GST', 'Thunderstorm Wind Gust'] as const;
const hail = ['HAIL', 'Hail'] as const;

const spotter = 'Trained Spotter';

/** Minutes relative to the last 0, 6, 12 or 18 UTC. */
export const defaults: readonly DeviceSubscription[] = [
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
export const outbreak: readonly DeviceSubscription[] = [
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
