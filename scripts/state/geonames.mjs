/**
 * Places and ZIP codes from two tables of GeoNames (CC BY 4.0), in case the Census's are unavailable: cities500.txt,
 * and US.txt of the postal codes (regions/README.md). GeoNames must be credited (`dataCredits`).
 */
import { readFileSync } from 'node:fs';
import { degrees } from './read-tables.mjs';

/** @typedef {import('../../regions/types.js').State} State */
/** @typedef {import('./census.mjs').PlaceRow} PlaceRow */
/** @typedef {import('./census.mjs').ZipRow} ZipRow */
/** @typedef {import('./read-tables.mjs').Point} Point */
/** @typedef {(point: Point) => string | undefined} CountyAt returns the FIPS code of a point's county, from the shapes */
/** @typedef {{ citiesFile: string, postalFile: string }} Files */
/** @typedef {[zip: string, name: string, county: string, lat: number, lon: number]} PostalTown */
/** @typedef {{ id: string, name: string, county: string, population: number } & Point} Town */

const rowsOf = (/** @type {string} */ file) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));

/** Populated places and seats; no parts of towns, no abandoned or historical places. */
const isPlace = /^PPL(A2?|C|L)?$/;

/** Treats "St. Louis" and "Saint Louis" as one place. @param {string} name */
const plain = (name) =>
  name
    .toLowerCase()
    .replace(/\bst\b\.?/g, 'saint')
    .replace(/\bmt\b\.?/g, 'mount')
    .replace(/\bft\b\.?/g, 'fort')
    .replace(/[^a-z]/g, '');

/** @param {string} postalFile @param {State} state @param {CountyAt} countyAt */
function readPostal(postalFile, { fips, postalCode }, countyAt) {
  return rowsOf(postalFile)
    .filter((row) => row[0] === 'US' && row[4] === postalCode)
    .map((row) => ({
      zip: row[1] ?? '',
      name: row[2] ?? '',
      county: `${fips}${row[6]}`,
      lat: degrees(row[9]),
      lon: degrees(row[10]),
    }))
    .filter((row) => countyAt(row) !== undefined);
}

/** @param {Files} files @param {State} state @param {CountyAt} countyAt */
function read({ citiesFile, postalFile }, state, countyAt) {
  const { fips, postalCode } = state;
  /** @param {Point} point */
  const isInside = ({ lat, lon }) => countyAt({ lat, lon }) !== undefined;
  const cities = rowsOf(citiesFile)
    .filter((row) => row[8] === 'US' && row[10] === postalCode && isPlace.test(row[7] ?? ''))
    .map((row) => ({
      id: row[0] ?? '',
      name: row[1] ?? '',
      county: `${fips}${row[11]}`,
      population: Number(row[14]),
      lat: degrees(row[4]),
      lon: degrees(row[5]),
    }))
    .filter(isInside);
  return { cities, postal: readPostal(postalFile, state, countyAt) };
}

/**
 * Returns the towns of the postal codes' file that `places` lacks: post offices of unincorporated settlements.
 * @param {string} postalFile
 * @param {State} state
 * @param {import('./census.mjs').PlaceRow[]} places those of `gazetteer.json`; a name in parentheses counts, too
 * @param {CountyAt} countyAt
 * @returns {PostalTown[]} the first ZIP code of each
 */
export function geonamesPostalTowns(postalFile, state, places, countyAt) {
  const existingNames = new Set(places.flatMap(([, name]) => name.split(/[()]/).map(plain)));
  /** @type {Map<string, PostalTown>} */
  const towns = new Map();
  for (const row of readPostal(postalFile, state, countyAt).toSorted((a, b) => a.zip.localeCompare(b.zip))) {
    const county = countyAt(row) ?? '';
    const key = `${plain(row.name)} ${county}`;
    if (!existingNames.has(plain(row.name)) && !towns.has(key))
      towns.set(key, [row.zip, row.name, county, row.lat, row.lon]);
  }
  return [...towns.values()];
}

/**
 * Combines both files. Towns of fewer than 500 people appear only as a post office: their population is 0, which
 * excludes them as the nearest place.
 * @param {Files} files
 * @param {State} state
 * @param {import('../../regions/types.js').ZipRange} range
 * @param {CountyAt} countyAt returns the FIPS code of a point's county, from the shapes
 * @returns {{ places: PlaceRow[], zipCodes: ZipRow[] }} in the format of `gazetteer.json` and `zip-codes.json`
 */
export function geonamesPlaces(files, state, { first, last }, countyAt) {
  const { cities, postal } = read(files, state, countyAt);
  const cityByKey = new Map(cities.map((place) => [`${plain(place.name)} ${place.county}`, place]));
  const namesakes = (/** @type {string} */ name) => cities.filter((place) => plain(place.name) === plain(name));
  /** @param {{ name: string, county: string }} town */
  const placeOf = ({ name, county }) => {
    const [only, ...others] = namesakes(name);
    return cityByKey.get(`${plain(name)} ${county}`) ?? (others.length === 0 ? only : undefined);
  };
  /** @type {Map<string, Town>} */
  const small = new Map();
  for (const row of postal.toSorted((left, right) => left.zip.localeCompare(right.zip))) {
    const key = `${plain(row.name)} ${row.county}`;
    if (!placeOf(row) && !small.has(key)) small.set(key, { ...row, id: `zip${row.zip}`, population: 0 });
  }
  const places = [...cities, ...small.values()].toSorted((left, right) => left.id.localeCompare(right.id));
  const zipCodes = postal
    .filter(({ zip }) => zip.slice(0, 3) >= first && zip.slice(0, 3) <= last)
    .map((row) => {
      const place = placeOf(row) ?? small.get(`${plain(row.name)} ${row.county}`);
      return /** @type {ZipRow} */ ([row.zip, place?.id ?? '', row.lat, row.lon]);
    });
  return {
    places: places.map(({ id, name, county, population, lat, lon }) => [
      id,
      name,
      'town',
      county,
      population,
      lat,
      lon,
    ]),
    zipCodes,
  };
}
