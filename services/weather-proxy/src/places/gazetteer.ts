/** The state's built-in places (`regions/README.md`). */
import { maxPlaces } from '@site/proto/weather/v1/places.schema';
import type { Place } from '@site/proto/gen/nest/weather/v1/places';
import { kmPerDegree } from '@site/domain/weather/polygons';
import { readStateData } from '@site/regions/data';
import { state } from '@site/regions/state';
import { isNearlyAt, readQuery, tokenize } from './place-names.js';

type PlaceRow = [
  geoid: string,
  name: string,
  kind: 'city' | 'town' | 'cdp',
  county: string,
  population: number,
  lat: number,
  lon: number,
];
type PostalTownRow = [zip: string, name: string, county: string, lat: number, lon: number];
type CountyRow = [geoid: string, name: string, lat: number, lon: number];

interface Entry {
  place: Place;
  /** Normalized. */
  text: string[];
  name: string;
  county: string;
  population: number;
}

/** A census-designated place (CDP) is an unincorporated settlement. */
const types = { city: 'place', town: 'place', cdp: 'locality' } as const;

const rows = readStateData('gazetteer.json') as {
  source: 'census' | 'geonames';
  counties: CountyRow[];
  places: PlaceRow[];
};

const countyNames = new Map(rows.counties.map(([geoid, name]) => [geoid, name]));

function entryOf(place: Place, county: string, population: number): Entry {
  const found = tokenize(place.name);
  return { place, text: found, name: found.join(' '), county: tokenize(county).join(' '), population };
}

const places: Entry[] = rows.places.map(([geoid, name, kind, countyId, population, lat, lon]) => {
  const county = countyNames.get(countyId) ?? '';
  const place = `${name}, ${county}, ${state.name}`;
  return entryOf({ id: `${rows.source}.${geoid}`, name, place, lat, lon, type: types[kind] }, county, population);
});

/** Unincorporated settlements with a post office. */
const postalTowns: (Entry & { zip: string })[] = (readStateData('postal-towns.json') as PostalTownRow[]).map(
  ([zip, name, countyId, lat, lon]) => {
    const county = countyNames.get(countyId) ?? '';
    const place = `${name}, ${county}, ${state.name}`;
    return { zip, ...entryOf({ id: `geonames.zip${zip}`, name, place, lat, lon, type: 'locality' }, county, 0) };
  },
);
const postalTownsByZip = new Map(postalTowns.map(({ zip, place }) => [zip, place]));

const placesById = new Map(places.map(({ place }) => [place.id, place]));

/** Counties rank behind towns of the same name. */
const counties: Entry[] = rows.counties.map(([geoid, name, lat, lon]) =>
  entryOf({ id: `census.${geoid}`, name, place: `${name}, ${state.name}`, lat, lon, type: 'county' }, name, -1),
);

const entries = [...places, ...postalTowns, ...counties].sort(
  (left, right) => right.population - left.population || left.name.localeCompare(right.name),
);

/** 0 for the full name, 1 at its beginning, 2 at a later word; undefined without a match. */
function match({ name, text: parts }: Entry, query: string): number | undefined {
  if (name === query) return 0;
  if (name.startsWith(query)) return 1;
  return parts.some((_part, index) => index > 0 && parts.slice(index).join(' ').startsWith(query)) ? 2 : undefined;
}

/** Best first. Without a match, names with one typo at most, marked `similar`. */
export function searchGazetteer(text: string): Place[] {
  const { name, county } = readQuery(text);
  if (!name) return [];
  const within = county ? entries.filter((entry) => entry.county.startsWith(county)) : entries;
  const ranked = within
    .map((entry) => ({ entry, rank: match(entry, name) }))
    .filter((found): found is { entry: Entry; rank: number } => found.rank !== undefined)
    .sort((left, right) => left.rank - right.rank)
    .map(({ entry }) => entry);
  if (ranked.length > 0) return ranked.slice(0, maxPlaces).map(({ place }) => place);
  const nearby = within.filter((entry) => isNearlyAt(entry.text, name));
  return nearby.slice(0, maxPlaces).map(({ place }) => ({ ...place, similar: true }));
}

/** @param id "0541000" of the Census */
export const placeOf = (id: string): Place | undefined => placesById.get(`${rows.source}.${id}`);

/** Returns undefined unless the ZIP code has a post office in an unincorporated settlement. */
export const postalTownOf = (zip: string): Place | undefined => postalTownsByZip.get(zip);

/** "Pulaski County" for "05119". */
export const countyName = (fips: string): string | undefined => countyNames.get(fips);

/** Returns the nearest place with inhabitants within that distance; undefined if there is none. */
export function nearestPlace({ lat, lon }: { lat: number; lon: number }, withinKm: number): Place | undefined {
  // Flat-earth approximation.
  const kmPerDegreeEast = kmPerDegree * Math.cos((lat * Math.PI) / 180);
  let nearest: Place | undefined;
  let nearestKm = withinKm;
  for (const { place, population } of places) {
    const km = Math.hypot((place.lat - lat) * kmPerDegree, (place.lon - lon) * kmPerDegreeEast);
    if (population === 0 || km > nearestKm) continue;
    nearest = place;
    nearestKm = km;
  }
  return nearest;
}
