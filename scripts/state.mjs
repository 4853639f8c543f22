/**
 * Generates a state's data and facts from public sources (regions/README.md):
 *
 *     npm run state -- OK [--counties F] [--places F] [--zip-codes F]   tables of the US Census Bureau
 *     npm run state -- OK --geonames cities500.txt --postal US.txt      in place of the Census's places and ZIP codes
 *     npm run state -- AR --postal US.txt                               adds postal towns to the Census's places
 *
 * Without tables it regenerates the shapes and the map, and keeps gazetteer.json, zip-codes.json and
 * postal-towns.json.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { currentState, stateFolder } from '../regions/choice.mjs';
import { readState } from '../regions/facts.mjs';
import { censusCounties, censusPlaces, censusZipCodes } from './state/census.mjs';
import { geonamesPlaces, geonamesPostalTowns } from './state/geonames.mjs';
import { bordersOf, countiesOf, covers, insidePoint } from './state/shapes.mjs';
import { linesOf } from './state/read-tables.mjs';

/** @typedef {import('./state/census.mjs').PlaceRow} PlaceRow */
/** @typedef {import('./state/census.mjs').ZipRow} ZipRow */
/** @typedef {import('./state/census.mjs').CountyRow} CountyRow */
/** @typedef {import('./state/shapes.mjs').County} County */
/** @typedef {import('../regions/types.js').State} State */

const usage =
  'usage: npm run state -- STATE [--counties FILE] [--places FILE] [--zip-codes FILE] [[--geonames FILE] --postal FILE]\n';

/**
 * @param {string} code
 * @param {Partial<Record<'counties' | 'places' | 'zip-codes' | 'geonames' | 'postal', string>>} options
 */
async function make(code, options) {
  const folder = stateFolder(code);
  const file = (/** @type {string} */ name) => join(folder, name);
  /** @param {string} name */
  const readStored = (name) => (existsSync(file(name)) ? JSON.parse(readFileSync(file(name), 'utf8')) : undefined);
  const { state } = await readState('facts', code);
  const { zipCodes: zipRange, mapFrame } = await readState('details', code);

  const shapes = countiesOf(state);
  /** @param {import('./state/read-tables.mjs').Point} point */
  const countyAt = (point) => shapes.find(({ shape }) => covers(shape, point))?.id;
  /** @type {{ source: string, counties: CountyRow[], places: PlaceRow[] } | undefined} */
  const saved = readStored('gazetteer.json');
  /** @type {CountyRow[]} */
  const counties = options.counties
    ? censusCounties(options.counties, state)
    : (saved?.counties ??
      shapes.map(({ id, name, shape }) => {
        const { lat, lon } = insidePoint(shape);
        return [id, `${name} County`, lat, lon];
      }));
  const { geonames: citiesFile, postal: postalFile = '' } = options;
  const ofGeonames = citiesFile ? geonamesPlaces({ citiesFile, postalFile }, state, zipRange, countyAt) : undefined;
  const source = ofGeonames ? 'geonames' : options.places ? 'census' : saved?.source;
  const places = ofGeonames?.places ?? (options.places ? censusPlaces(options.places, state) : saved?.places);
  if (!places) throw new Error(`There are no places for ${code} yet: pass --places, or --geonames and --postal.`);
  /** @type {ZipRow[] | undefined} */
  const zipCodes =
    ofGeonames?.zipCodes ??
    (options['zip-codes'] ? censusZipCodes(options['zip-codes'], zipRange, places) : readStored('zip-codes.json'));
  if (!zipCodes)
    throw new Error(`There are no ZIP codes for ${code} yet: pass --zip-codes, or --geonames and --postal.`);

  const postalTowns = options.geonames
    ? []
    : options.postal
      ? geonamesPostalTowns(options.postal, state, places, countyAt)
      : (readStored('postal-towns.json') ?? []);

  const rows = (/** @type {readonly unknown[][]} */ each) => linesOf(each, '    ');
  writeFileSync(
    file('gazetteer.json'),
    `{\n  "source": "${source}",\n  "counties": [\n${rows(counties)}\n  ],\n  "places": [\n${rows(places)}\n  ]\n}\n`,
  );
  const inOrder = zipCodes.toSorted(([left], [right]) => left.localeCompare(right));
  writeFileSync(file('zip-codes.json'), `[\n${linesOf(inOrder, '  ')}\n]\n`);
  writeFileSync(file('postal-towns.json'), postalTowns.length > 0 ? `[\n${linesOf(postalTowns, '  ')}\n]\n` : '[]\n');
  writeFileSync(file('counties.ts'), countyList(state, counties));
  const oneByOne = shapes.map(({ id, shape }) => `  ${JSON.stringify(id)}: ${JSON.stringify(shape)}`);
  writeFileSync(file('county-shapes.json'), `{\n${oneByOne.join(',\n')}\n}\n`);
  writeFileSync(file('map.json'), `${JSON.stringify(mapOf({ state, mapFrame, shapes, counties, places }))}\n`);
  process.stdout.write(`${code}: ${counties.length} counties, ${places.length} places, ${zipCodes.length} ZIP codes\n`);
}

/** "St. Francis County" → "st-francis" @param {string} name */
const slugOf = (name) =>
  name
    .replace(/ County$/, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '-');

/** @param {State} state @param {CountyRow[]} counties */
function countyList({ name: stateName }, counties) {
  const entries = counties
    .toSorted((left, right) => left[1].localeCompare(right[1]))
    .map(
      ([fips, name, lat, lon]) =>
        `  { fips: '${fips}', slug: '${slugOf(name)}', name: '${name}', lat: ${lat}, lon: ${lon} },`,
    );
  return `import type { County } from '../types.js';

/** The ${counties.length} counties of ${stateName}, by name. Made by \`npm run state\` (../README.md names the sources). */
export const counties: readonly County[] = [
${entries.join('\n')}
];
`;
}

/**
 * @param {{ state: State, mapFrame: import('../regions/types.js').MapFrame, shapes: County[], counties: CountyRow[], places: PlaceRow[] }} options
 */
function mapOf({ state, mapFrame, shapes, counties, places }) {
  const namePoints = new Map(counties.map(([geoid, , lat, lon]) => [geoid, [lon, lat]]));
  return {
    /** Code, name, label position, shape. */
    counties: shapes.map(({ id, name, shape }) => {
      const at = namePoints.get(id);
      if (!at) throw new Error(`no point for ${name}`);
      return { id, name, at, shape };
    }),
    borders: bordersOf(state, mapFrame.surroundings),
    neighbours: mapFrame.neighbours,
    /** The largest first: name, longitude, latitude, population. */
    towns: places
      .filter(([, , , , population]) => population > 0)
      .toSorted(([, leftName, , , left], [, rightName, , , right]) => right - left || leftName.localeCompare(rightName))
      .map(([, name, , , population, lat, lon]) => [name, lon, lat, population]),
  };
}

const text = /** @type {const} */ ({ type: 'string' });
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { counties: text, places: text, 'zip-codes': text, geonames: text, postal: text },
});
if (positionals.length !== 1 || (options.geonames && !options.postal)) {
  process.stderr.write(usage);
  process.exit(64);
}
try {
  await make(currentState({ STATE: positionals[0] }), options);
} catch (error) {
  process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
  process.exit(1);
}
