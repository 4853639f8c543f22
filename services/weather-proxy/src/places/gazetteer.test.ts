import { readFileSync } from 'node:fs';
import { nearestPlace, searchGazetteer } from './gazetteer.js';
import { isOneMistakeApart } from './place-names.js';

const names = (query: string) => searchGazetteer(query).map(({ name }) => name);
const first = (query: string) => searchGazetteer(query)[0];

describe('the built-in places', () => {
  const { counties, places } = JSON.parse(
    readFileSync(new URL('../../../../regions/ar/gazetteer.json', import.meta.url), 'utf8'),
  ) as {
    counties: [string, string, number, number][];
    places: [string, string, string, string, number, number, number][];
  };

  it('are the 75 counties and all cities, towns and census-designated places', () => {
    expect(counties).toHaveLength(75);
    expect(places.length).toBeGreaterThan(600);
    expect(new Set([...counties, ...places].map(([id]) => id)).size).toBe(counties.length + places.length);
  });

  it('are in their county according to another table', () => {
    const at = new Map(counties.map(([id, , lat, lon]) => [id, { lat, lon }]));
    const astray = places.filter(([, , , county, , lat, lon]) => {
      const middle = at.get(county);
      if (!middle) return true;
      const east = (lon - middle.lon) * Math.cos((lat * Math.PI) / 180);
      return Math.hypot(lat - middle.lat, east) * 111.32 > 50;
    });
    expect(astray).toEqual([]);
  });
});

describe('searching the built-in places', () => {
  it.each([
    ['Little Rock', 'Little Rock, Pulaski County, Arkansas', 'place'],
    ['LITTLE  ROCK', 'Little Rock, Pulaski County, Arkansas', 'place'],
    ['Conway, AR', 'Conway, Faulkner County, Arkansas', 'place'],
    ['conway arkansas', 'Conway, Faulkner County, Arkansas', 'place'],
    ['Conway, Arkansas, USA', 'Conway, Faulkner County, Arkansas', 'place'],
    ['Conway AR 72032', 'Conway, Faulkner County, Arkansas', 'place'],
    ['Pulaski County', 'Pulaski County, Arkansas', 'county'],
    ['pulaski', 'Pulaski County, Arkansas', 'county'],
    ['pulaski co', 'Pulaski County, Arkansas', 'county'],
    ['Conway County', 'Conway County, Arkansas', 'county'],
    ['St. Joe', 'Saint Joe, Searcy County, Arkansas', 'place'],
    ['saint joe', 'Saint Joe, Searcy County, Arkansas', 'place'],
    ['st francis county', 'St. Francis County, Arkansas', 'county'],
    ['mt ida', 'Mount Ida, Montgomery County, Arkansas', 'place'],
    ['Ft. Smith', 'Fort Smith, Sebastian County, Arkansas', 'place'],
    ['n little rock', 'North Little Rock, Pulaski County, Arkansas', 'place'],
    ['Hot Springs Village', 'Hot Springs Village, Saline County, Arkansas', 'locality'],
    ['okean', "O'Kean, Randolph County, Arkansas", 'place'],
    ['O’Kean', "O'Kean, Randolph County, Arkansas", 'place'],
    ['biscoe', 'Fredonia (Biscoe), Prairie County, Arkansas', 'place'],
    ['Arkansas City', 'Arkansas City, Desha County, Arkansas', 'place'],
    ['Midway, Hot Spring County', 'Midway, Hot Spring County, Arkansas', 'place'],
    ['Midway, Baxter', 'Midway, Baxter County, Arkansas', 'locality'],
    ['Cónway', 'Conway, Faulkner County, Arkansas', 'place'],
    ['Mabelvale', 'Mabelvale, Pulaski County, Arkansas', 'locality'],
    ['jessieville, ar', 'Jessieville, Garland County, Arkansas', 'locality'],
    ['Solgohachia AR 72156', 'Solgohachia, Conway County, Arkansas', 'locality'],
    ['locust grove, independence county', 'Locust Grove, Independence County, Arkansas', 'locality'],
    ['Jones Mill', 'Jones Mill, Hot Spring County, Arkansas', 'locality'],
    ['helena', 'Helena, Phillips County, Arkansas', 'locality'],
  ])('finds %s', (query, place, type) => {
    expect(first(query)).toMatchObject({ place, type });
  });

  it.each([
    ['litle rock', 'Little Rock'],
    ['Fayettville', 'Fayetteville'],
    ['Jonsboro', 'Jonesboro'],
    ['Bentonvlile', 'Bentonville'],
    ['Siloam Sprimgs', 'Siloam Springs'],
    ['Beebee', 'Beebe'],
    ['Texarcana', 'Texarkana'],
  ])('forgives one typo: %s', (query, name) => {
    expect(names(query)).toContain(name);
    expect(searchGazetteer(query).every(({ similar }) => similar === true)).toBe(true);
  });

  it.each(['Little Rock', 'litt', 'rock', 'Mabelvale', 'conway county'])('marks no match as similar: %s', (query) => {
    expect(searchGazetteer(query).filter(({ similar }) => similar)).toEqual([]);
  });

  it('ranks full names before longer ones, beginnings before later words, and larger places before smaller', () => {
    expect(names('benton')).toEqual(['Benton', 'Bentonville', 'Benton County']);
    expect(names('rock')).toEqual(['Rockwell', 'Rockport', 'Little Rock', 'North Little Rock', 'Calico Rock']);
    expect(names('spring').slice(0, 2)).toEqual(['Springdale', 'Springfield']);
    expect(names('conway')).toEqual(['Conway', 'Conway County']);
  });

  it('returns results from the first letter on, at most five', () => {
    expect(names('l')[0]).toBe('Little Rock');
    expect(names('l')).toHaveLength(5);
  });

  it.each(['Zzyzx', 'Paris, France County', '?!', '90210', 'x'.repeat(100), '../../etc/passwd'])(
    'finds no place called %s',
    (query) => {
      expect(searchGazetteer(query)).toEqual([]);
    },
  );

  it('returns a point within Arkansas and a stable id', () => {
    expect(first('conway')).toEqual({
      id: 'census.0515190',
      name: 'Conway',
      place: 'Conway, Faulkner County, Arkansas',
      lat: 35.0752,
      lon: -92.469,
      type: 'place',
    });
  });
});

describe('the nearest place', () => {
  it('is the one that contains or adjoins a point', () => {
    expect(nearestPlace({ lat: 35.08, lon: -92.45 }, 40)?.name).toBe('Conway');
    // The specification's default point of the forecast page.
    expect(nearestPlace({ lat: 34.9697, lon: -92.3731 }, 40)?.name).toBe('Mayflower');
  });

  it('is none when the next town is far away', () => {
    expect(nearestPlace({ lat: 40, lon: -100 }, 40)).toBeUndefined();
  });
});

it.each([
  ['rock', 'rock', true],
  ['rock', 'rok', true],
  ['rock', 'rocck', true],
  ['rock', 'rick', true],
  ['rock', 'rcok', true],
  ['rock', 'rkco', false],
  ['rock', 'ro', false],
  ['rock', 'sick', false],
])('%s and %s are one typo apart: %s', (left, right, expected) => {
  expect(isOneMistakeApart(left, right)).toBe(expected);
});
