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
  itself: { south: 33.62, north: 37, west: -103, east: -94.43 },
  search: { south: 33.1, north: 37.5, west: -103.5, east: -93.9 },
  tiles: { south: 32.2, north: 38.4, west: -104.7, east: -92.8 },
};

/** A pixel is about 610 m wide, finer than the kilometer of the radars' bins. */
export const radarImage: RadarImage = { west: -104.1, south: 32.7, east: -93.3, width: 1600, height: 944 };

export const officialLinks: OfficialLinks = {
  roadConditionsBy: 'Oklahoma Department of Transportation',
  roadCameras: { url: 'https://oktraffic.org/', by: 'Oklahoma Department of Transportation' },
  outages: { url: 'https://www.oge.com/', by: 'Oklahoma Gas and Electric, for its customers' },
  emergencies: {
    url: 'https://oklahoma.gov/oem.html',
    by: 'Oklahoma Department of Emergency Management and Homeland Security',
  },
};

/**
 * Norman's counties are those of weather.gov/oun/faq-forecasts; the others follow from the blocks of zone numbers
 * below.
 */
export const officeAreas: readonly OfficeArea[] = [
  { id: 'OUN', town: 'Norman', area: 'Central and Western Oklahoma', counties: 'rest' },
  {
    id: 'TSA',
    town: 'Tulsa',
    area: 'Eastern Oklahoma',
    counties: [
      '001',
      '021',
      '023',
      '035',
      '037',
      '041',
      '061',
      '077',
      '079',
      '091',
      '097',
      '101',
      '105',
      '107',
      '111',
      '113',
      '115',
      '117',
      '121',
      '127',
      '131',
      '135',
      '143',
      '145',
      '147',
    ],
  },
  { id: 'AMA', town: 'Amarillo', area: 'Oklahoma Panhandle', counties: ['007', '025', '139'] },
  { id: 'SHV', town: 'Shreveport', area: 'Southeast Oklahoma', counties: ['089'] },
];

/** Zones OKZ001 to OKZ077 are one county each: Amarillo's, then Norman's, Tulsa's from OKZ049 on, and Shreveport's OKZ077. */
export const forecastZones: ForecastZones = {
  hasParts: false,
  counties: [
    'Cimarron',
    'Texas',
    'Beaver',
    'Harper',
    'Woods',
    'Alfalfa',
    'Grant',
    'Kay',
    'Ellis',
    'Woodward',
    'Major',
    'Garfield',
    'Noble',
    'Roger Mills',
    'Dewey',
    'Custer',
    'Blaine',
    'Kingfisher',
    'Logan',
    'Payne',
    'Beckham',
    'Washita',
    'Caddo',
    'Canadian',
    'Oklahoma',
    'Lincoln',
    'Grady',
    'McClain',
    'Cleveland',
    'Pottawatomie',
    'Seminole',
    'Hughes',
    'Harmon',
    'Greer',
    'Kiowa',
    'Jackson',
    'Tillman',
    'Comanche',
    'Stephens',
    'Garvin',
    'Murray',
    'Pontotoc',
    'Coal',
    'Cotton',
    'Jefferson',
    'Carter',
    'Johnston',
    'Atoka',
    'Pushmataha',
    'Love',
    'Marshall',
    'Bryan',
    'Choctaw',
    'Osage',
    'Washington',
    'Nowata',
    'Craig',
    'Ottawa',
    'Pawnee',
    'Tulsa',
    'Rogers',
    'Mayes',
    'Delaware',
    'Creek',
    'Okfuskee',
    'Okmulgee',
    'Wagoner',
    'Cherokee',
    'Adair',
    'Muskogee',
    'McIntosh',
    'Sequoyah',
    'Pittsburg',
    'Haskell',
    'Latimer',
    'Le Flore',
    'McCurtain',
  ],
};

/** Words to reject in passwords: besides the names, common associations with the state. */
export const guessableTerms: readonly string[] = [
  'sooner',
  'sooners',
  'boomer',
  'boomersooner',
  'cowboys',
  'gopokes',
  'thunder',
  'thunderup',
  'soonerstate',
  'tornadoalley',
  'oklahomacity',
  'tulsa',
];

/** An empty site stays empty: the samples of the services' `seed` folders are from another state. */
export const hasSampleContent: boolean = false;

export const zipCodes: ZipRange = { first: '730', last: '749' };

export const mapFrame: MapFrame = {
  surroundings: { south: 30.8, north: 40, west: -105.6, east: -91.8 },
  neighbours: [
    ['Kansas', -98.2, 37.4],
    ['Missouri', -93.75, 36.9],
    ['Arkansas', -93.75, 35.2],
    ['Texas', -99.4, 33.3],
    ['New Mexico', -103.75, 35.7],
    ['Colorado', -103.4, 37.4],
  ],
};

/** For data of the place search alone, shown on the terms page. */
export const searchCredits: readonly DataCredit[] = [];
