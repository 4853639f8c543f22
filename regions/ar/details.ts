import type {
  DataCredit,
  ForecastZones,
  MapFrame,
  OfficeArea,
  OfficialLinks,
  RadarImage,
  StateBoxes,
  ZipRange,
} from '../types.js';

/** Data for some pages and services only, separate from the facts, which are part of every page's first load. */

export const stateBoxes: StateBoxes = {
  itself: { south: 33, north: 36.5, west: -94.62, east: -89.64 },
  search: { south: 32.5, north: 37, west: -95.2, east: -89 },
  tiles: { south: 31.6, north: 37.9, west: -96.3, east: -88 },
};

/** A pixel is about 510 m wide, finer than the kilometer of the radars' bins. */
export const radarImage: RadarImage = { west: -95.72, south: 32.1, east: -88.54, width: 1280, height: 1152 };

export const officialLinks: OfficialLinks = {
  roadConditionsBy: 'Arkansas Department of Transportation',
  roadCameras: { url: 'https://www.idrivearkansas.com/', by: 'Arkansas Department of Transportation' },
  outages: { url: 'https://www.etrviewoutages.com/map?state=AR', by: 'Entergy Arkansas, for its customers' },
  emergencies: {
    url: 'https://dps.arkansas.gov/emergency-management/adem/',
    by: 'Arkansas Division of Emergency Management',
  },
};

/** From weather.gov, office areas. */
export const officeAreas: readonly OfficeArea[] = [
  { id: 'LZK', town: 'Little Rock', area: 'Central Arkansas', counties: 'rest' },
  {
    id: 'TSA',
    town: 'Tulsa',
    area: 'Northwest Arkansas',
    counties: ['007', '015', '033', '047', '087', '131', '143'],
  },
  {
    id: 'MEG',
    town: 'Memphis',
    area: 'East Arkansas',
    counties: ['021', '031', '035', '037', '055', '075', '077', '093', '107', '111', '121', '123'],
  },
  {
    id: 'SHV',
    town: 'Shreveport',
    area: 'Southwest Arkansas',
    counties: ['027', '057', '061', '073', '081', '091', '099', '133', '139'],
  },
  { id: 'JAN', town: 'Jackson', area: 'Southeast Arkansas', counties: ['003', '017'] },
];

/**
 * Zones ARZ001 to ARZ075 are one county each, numbered by the weather service from northwest to southeast; parts of a county
 * since split by elevation or direction have other numbers (ARZ121 and ARZ221 are Johnson County, once ARZ021).
 */
export const forecastZones: ForecastZones = {
  hasParts: true,
  counties: [
    'Benton',
    'Carroll',
    'Boone',
    'Marion',
    'Baxter',
    'Fulton',
    'Sharp',
    'Randolph',
    'Clay',
    'Washington',
    'Madison',
    'Newton',
    'Searcy',
    'Stone',
    'Izard',
    'Independence',
    'Lawrence',
    'Greene',
    'Crawford',
    'Franklin',
    'Johnson',
    'Pope',
    'Van Buren',
    'Cleburne',
    'Jackson',
    'Craighead',
    'Poinsett',
    'Mississippi',
    'Sebastian',
    'Logan',
    'Conway',
    'Faulkner',
    'White',
    'Woodruff',
    'Cross',
    'Crittenden',
    'Scott',
    'Yell',
    'Perry',
    'Polk',
    'Montgomery',
    'Garland',
    'Saline',
    'Pulaski',
    'Lonoke',
    'Prairie',
    'Monroe',
    'St. Francis',
    'Lee',
    'Sevier',
    'Howard',
    'Pike',
    'Clark',
    'Hot Spring',
    'Grant',
    'Jefferson',
    'Arkansas',
    'Phillips',
    'Little River',
    'Hempstead',
    'Nevada',
    'Dallas',
    'Cleveland',
    'Lincoln',
    'Desha',
    'Ouachita',
    'Calhoun',
    'Bradley',
    'Drew',
    'Miller',
    'Lafayette',
    'Columbia',
    'Union',
    'Ashley',
    'Chicot',
  ],
};

/** Words to reject in passwords: besides the names, common associations with the state. */
export const guessableTerms: readonly string[] = [
  'razorback',
  'razorbacks',
  'woopigsooie',
  'woo',
  'pig',
  'sooie',
  'hogs',
  'gohogs',
  'ozark',
  'ozarks',
  'naturalstate',
  'diamondstate',
];

/** The sample posts, photos and sponsors of the services' `seed` folders are from this state. */
export const hasSampleContent: boolean = true;

export const zipCodes: ZipRange = { first: '716', last: '729' };

export const mapFrame: MapFrame = {
  surroundings: { south: 31, north: 38.5, west: -97.2, east: -87.2 },
  neighbours: [
    ['Missouri', -92.4, 36.95],
    ['Tennessee', -89.25, 35.75],
    ['Mississippi', -89.75, 34],
    ['Louisiana', -92.4, 32.55],
    ['Texas', -95.1, 32.9],
    ['Oklahoma', -95.5, 35.3],
  ],
};

/** For data of the place search alone, shown on the terms page. */
export const searchCredits: readonly DataCredit[] = [
  {
    what: 'Names of postal towns',
    name: 'GeoNames',
    url: 'https://www.geonames.org/',
    licence: 'CC BY 4.0',
    licenceUrl: 'https://creativecommons.org/licenses/by/4.0/',
  },
];
