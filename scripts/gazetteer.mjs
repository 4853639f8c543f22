import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { state } from './lib/state.mjs';

/**
 * Regenerates `services/weather-proxy/gazetteer/arkansas.json`, the list of counties in `proto/weather/v1/counties.ts` and
 * `zip-codes.json` from tables of the US Census Bureau (the README beside them says where to get these):
 * node scripts/gazetteer.mjs places.csv Gaz_counties_national.txt
 * node scripts/gazetteer.mjs --zip-codes zctas.csv
 */

const target = join(import.meta.dirname, '../services/weather-proxy/gazetteer/arkansas.json');
const zipTarget = join(import.meta.dirname, '../services/weather-proxy/gazetteer/zip-codes.json');
const contract = join(import.meta.dirname, '../proto/weather/v1/counties.ts');
const arkansas = state.fips;

const [placesFile, countiesFile] = process.argv.slice(2);
if (!placesFile || !countiesFile) {
  process.stderr.write(
    'usage: node scripts/gazetteer.mjs places.csv Gaz_counties_national.txt\n       node scripts/gazetteer.mjs --zip-codes zctas.csv\n',
  );
  process.exit(64);
}
if (placesFile === '--zip-codes') {
  writeZipCodes(countiesFile);
  process.exit();
}

/** The rows of a table with a header, as objects by column name; tab-separated (the Gazetteer files) or comma-separated. */
function rowsOf(file) {
  const [heading, ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  const cells = heading.includes('\t')
    ? (line) => line.split('\t').map((cell) => cell.trim())
    : (line) => [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain);
  const names = cells(heading);
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, index) => [names[index], cell])));
}

/** Four decimals are about ten metres. */
function degrees(text) {
  const value = Number(text);
  if (!text || !Number.isFinite(value)) throw new Error(`not a coordinate: ${text}`);
  return Number(value.toFixed(4));
}

/** Tuples, one per line. */
function linesOf(rows, indent) {
  return rows.map((row) => `${indent}[${row.map((cell) => JSON.stringify(cell)).join(', ')}]`).join(',\n');
}

/**
 * The ZIP codes of the state (716 to 729), each with a point inside its area and the place where most of its people live. A
 * place further away than `furthestKm` is left out: it says nothing about the area, whose people live at its edge.
 */
function writeZipCodes(file) {
  const furthestKm = 18;
  const { places } = JSON.parse(readFileSync(target, 'utf8'));
  const placeAt = new Map(places.map(([id, , , , , lat, lon]) => [id, { lat, lon }]));
  const rows = rowsOf(file)
    .filter(({ ZCTA5 }) => ZCTA5 >= '71600' && ZCTA5 < '73000')
    .map((row) => {
      const [lat, lon] = [degrees(row.Latitude), degrees(row.Longitude)];
      const place = placeAt.get(row['Primary Place']);
      const east = place && (place.lon - lon) * Math.cos((lat * Math.PI) / 180);
      const isNear = place && Math.hypot(place.lat - lat, east) * 111.32 <= furthestKm;
      return [row.ZCTA5, isNear ? row['Primary Place'] : '', lat, lon];
    })
    .toSorted(([left], [right]) => left.localeCompare(right));
  writeFileSync(zipTarget, `[\n${linesOf(rows, '  ')}\n]\n`);
  process.stdout.write(`${rows.length} ZIP codes\n`);
}

/** The Census's full names: "City of Conway", "Town of Casa", "Acorn Census Designated Place". */
function kindOf(name) {
  if (name.startsWith('City of ')) return 'city';
  if (name.startsWith('Town of ')) return 'town';
  if (name.endsWith(' Census Designated Place')) return 'cdp';
  throw new Error(`neither city, town nor census designated place: ${name}`);
}

const counties = rowsOf(countiesFile)
  .filter((row) => row.GEOID.startsWith(arkansas))
  .map((row) => [row.GEOID, row.NAME, degrees(row.INTPTLAT), degrees(row.INTPTLONG)]);
const places = rowsOf(placesFile)
  .filter((row) => row.GEOID.startsWith(arkansas))
  .map((row) => [
    row.GEOID,
    row['Short Name'],
    kindOf(row.Name),
    row['County GEOID'],
    Number(row.Population),
    degrees(row.Latitude),
    degrees(row.Longitude),
  ]);
if (counties.length !== 75) throw new Error(`Arkansas has 75 counties, not ${counties.length}`);

const lines = (rows) => linesOf(rows, '    ');
writeFileSync(target, `{\n  "counties": [\n${lines(counties)}\n  ],\n  "places": [\n${lines(places)}\n  ]\n}\n`);

/** "St. Francis County" → "st-francis" */
const slugOf = (name) =>
  name
    .replace(/ County$/, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '-');
const heading = readFileSync(contract, 'utf8').split('[] = [')[0];
const entries = counties
  .toSorted((left, right) => left[1].localeCompare(right[1]))
  .map(
    ([fips, name, lat, lon]) =>
      `  { fips: '${fips}', slug: '${slugOf(name)}', name: '${name}', lat: ${lat}, lon: ${lon} },`,
  );
writeFileSync(contract, `${heading}[] = [\n${entries.join('\n')}\n];\n`);
process.stdout.write(`${places.length} places and ${counties.length} counties\n`);
