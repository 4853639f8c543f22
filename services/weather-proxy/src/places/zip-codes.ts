/** The ZIP codes of the state (`regions/README.md`). */
import type { Place } from '@site/proto/gen/nest/weather/v1/places';
import { readStateData } from '@site/regions/data';
import { state } from '@site/regions/state';
import { countyAt } from './county.js';
import { countyName, placeOf, postalTownOf } from './gazetteer.js';

type ZipRow = [zip: string, placeGeoid: string, lat: number, lon: number];

const rows = readStateData('zip-codes.json') as ZipRow[];
const rowByZip = new Map(rows.map((row) => [row[0], row]));

/** "72201", "72201-1234", "AR 72201". */
const zipQuery = new RegExp(
  `^(?:(?:${state.postalCode}|${state.name.replaceAll(' ', '\\s+')})[\\s,]+)?(\\d{5})(?:[-\\s]\\d{4})?$`,
  'i',
);

/**
 * Returns the ZIP code's postal town, else a point inside its area, named after most residents' town or the county:
 * "Little Rock (72201)". Undefined for other queries.
 */
export function placeOfZipCode(query: string): Place | undefined {
  const zip = zipQuery.exec(query.trim())?.[1] ?? '';
  const row = rowByZip.get(zip);
  const residents = row && placeOf(row[1]);
  const postalTown = postalTownOf(zip);
  // "Hot Springs" is better known than "Hot Springs National Park".
  const isLonger = residents !== undefined && postalTown?.name.startsWith(residents.name);
  const named = isLonger ? undefined : postalTown;
  const point = named ?? (row && { lat: row[2], lon: row[3] });
  if (!point) return undefined;
  const { lat, lon } = point;
  const town = named ?? residents;
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
