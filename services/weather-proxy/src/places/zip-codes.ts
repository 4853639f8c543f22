import type { Place } from '@site/proto/gen/nest/weather/v1/places';
import { readStateData } from '@site/state/data';
import { state } from '@site/state/state';
import { countyAt } from './county.js';
import { countyName, placeOf } from './gazetteer.js';

/** The ZIP codes of the state (`state/README.md`). */

type ZipRow = [zip: string, placeGeoid: string, lat: number, lon: number];

const rows = readStateData('zip-codes.json') as ZipRow[];
const rowByZip = new Map(rows.map((row) => [row[0], row]));

/** "72201", "72201-1234", "AR 72201". */
const zipQuery = new RegExp(
  `^(?:(?:${state.postalCode}|${state.name.replaceAll(' ', '\\s+')})[\\s,]+)?(\\d{5})(?:[-\\s]\\d{4})?$`,
  'i',
);

/**
 * Returns a point inside the ZIP code's area, named after most residents' town, or else the county: "Little Rock
 * (72201)". Undefined for other queries.
 */
export function placeOfZipCode(query: string): Place | undefined {
  const row = rowByZip.get(zipQuery.exec(query.trim())?.[1] ?? '');
  if (!row) return undefined;
  const [zip, geoid, lat, lon] = row;
  const town = placeOf(geoid);
  const county = countyName(countyAt({ lat, lon }) ?? '');
  const nearest = town?.name ?? county;
  const name = nearest ? `${nearest} (${zip})` : zip;
  return {
    id: `census.zcta.${zip}`,
    name,
    place: [name, town && county, state.name].filter(Boolean).join(', '),
    lat,
    lon,
    type: town ? 'place' : 'locality',
  };
}
