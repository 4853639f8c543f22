/** Counties, places and ZIP codes from tables of the US Census Bureau (regions/README.md). */
import { degrees, kmBetween, rowsOf } from './read-tables.mjs';

/** @typedef {Pick<import('../../regions/types.js').State, 'fips'>} StateCode */
/**
 * @typedef {Record<'GEOID' | 'Short Name' | 'Name' | 'County GEOID' | 'Population' | 'Latitude' | 'Longitude', string>} PlaceTableRow
 */
/** @typedef {[geoid: string, name: string, lat: number, lon: number]} CountyRow */
/** @typedef {[id: string, name: string, kind: string, county: string, population: number, lat: number, lon: number]} PlaceRow */
/** @typedef {[zip: string, placeId: string, lat: number, lon: number]} ZipRow */

/**
 * @param {string} file
 * @param {StateCode} state
 * @returns {[geoid: string, name: string, lat: number, lon: number][]} from the Gazetteer's file
 */
export const censusCounties = (file, { fips }) =>
  /** @type {Record<'GEOID' | 'NAME' | 'INTPTLAT' | 'INTPTLONG', string>[]} */ (rowsOf(file))
    .filter((row) => row.GEOID.startsWith(fips))
    .map((row) => [row.GEOID, row.NAME, degrees(row.INTPTLAT), degrees(row.INTPTLONG)]);

/** Full names: "City of Conway", "Town of Casa", "Acorn Census Designated Place". @param {string} name */
function kindOf(name) {
  if (name.startsWith('City of ')) return 'city';
  if (name.startsWith('Town of ')) return 'town';
  if (name.endsWith(' Census Designated Place')) return 'cdp';
  throw new Error(`neither city, town nor census designated place: ${name}`);
}

/**
 * @param {string} file
 * @param {StateCode} state
 * @returns {PlaceRow[]} the places in the format of `gazetteer.json`
 */
export const censusPlaces = (file, { fips }) =>
  /** @type {PlaceTableRow[]} */ (rowsOf(file))
    .filter((row) => row.GEOID.startsWith(fips))
    .map((row) => [
      row.GEOID,
      row['Short Name'],
      kindOf(row.Name),
      row['County GEOID'],
      Number(row.Population),
      degrees(row.Latitude),
      degrees(row.Longitude),
    ]);

/** A place further away says nothing about a ZIP code's area, whose residents live at its edge. */
const maxDistanceKm = 18;

/**
 * Returns the state's ZIP codes, each with a point inside its area and the place where most of its residents live,
 * unless that is too far away.
 * @param {string} file
 * @param {import('../../regions/types.js').ZipRange} range
 * @param {PlaceRow[]} places those of `gazetteer.json`
 * @returns {ZipRow[]}
 */
export function censusZipCodes(file, { first, last }, places) {
  const placeAt = new Map(places.map(([id, , , , , lat, lon]) => [id, { lat, lon }]));
  return /** @type {Record<'ZCTA5' | 'Primary Place' | 'Latitude' | 'Longitude', string>[]} */ (rowsOf(file))
    .filter(({ ZCTA5 }) => ZCTA5.slice(0, 3) >= first && ZCTA5.slice(0, 3) <= last)
    .map((row) => {
      const point = { lat: degrees(row.Latitude), lon: degrees(row.Longitude) };
      const place = placeAt.get(row['Primary Place']);
      const isNear = place && kmBetween(point, place) <= maxDistanceKm;
      return [row.ZCTA5, isNear ? row['Primary Place'] : '', point.lat, point.lon];
    });
}
