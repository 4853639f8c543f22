/** Simulates Mapbox forward geocoding, v5 and v6, for a few places. */
import type { Found, Source } from './simulated-source.js';

interface SamplePlace {
  name: string;
  type: 'place' | 'locality' | 'neighborhood';
  lat: number;
  lon: number;
  within?: string;
}

const samplePlaces: SamplePlace[] = [
  { name: 'Little Rock', type: 'place', lat: 34.7465, lon: -92.2894 },
  { name: 'North Little Rock', type: 'place', lat: 34.7695, lon: -92.2671 },
  { name: 'Conway', type: 'place', lat: 35.0887, lon: -92.4421 },
  { name: 'Fayetteville', type: 'place', lat: 36.0822, lon: -94.1719 },
  { name: 'Fort Smith', type: 'place', lat: 35.3859, lon: -94.3985 },
  { name: 'Bentonville', type: 'place', lat: 36.3728, lon: -94.2088 },
  { name: 'Benton', type: 'place', lat: 34.5645, lon: -92.5868 },
  { name: 'Hensley', type: 'locality', lat: 34.5026, lon: -92.2068 },
  { name: 'Hillcrest', type: 'neighborhood', lat: 34.7548, lon: -92.3071, within: 'Little Rock' },
  { name: 'Heights', type: 'neighborhood', lat: 34.7723, lon: -92.3246, within: 'Little Rock' },
  { name: 'Hope', type: 'place', lat: 33.6671, lon: -93.5916 },
  { name: 'Hot Springs', type: 'place', lat: 34.5037, lon: -93.0552 },
  { name: 'Helena-West Helena', type: 'place', lat: 34.5295, lon: -90.5918 },
  { name: 'Harrison', type: 'place', lat: 36.2298, lon: -93.1077 },
];

export const mapbox: Source = {
  errorFormat: {
    mediaType: 'application/vnd.geo+json; charset=utf-8',
    failure: (status) => ({
      mediaType: 'application/json; charset=utf-8',
      body: { message: messages[status] ?? 'Internal Server Error' },
    }),
  },
  find: (address, { mode }) => findPlaces(address, mode === 'v5'),
};

const messages: Record<number, string> = {
  401: 'Not Authorized - Invalid Token',
  403: 'Forbidden',
  404: 'Not Found',
  422: 'Unprocessable',
  429: 'Too Many Requests',
};

const attribution = 'NOTICE: simulated';
const region = 'Arkansas, United States';

const surroundings = ({ within }: SamplePlace) => (within ? `${within}, ${region}` : region);

const featureV5 = (place: SamplePlace, index: number) => ({
  id: `${place.type}.${1_000 + index}`,
  type: 'Feature',
  place_type: [place.type],
  relevance: 1,
  properties: { mapbox_id: `sim.${place.type}.${index}` },
  text: place.name,
  place_name: `${place.name}, ${surroundings(place)}`,
  center: [place.lon, place.lat],
  geometry: { type: 'Point', coordinates: [place.lon, place.lat] },
  context: [{ id: 'region.222', short_code: 'US-AR', text: 'Arkansas' }],
});

const featureV6 = (place: SamplePlace, index: number) => ({
  type: 'Feature',
  id: `sim.${place.type}.${index}`,
  geometry: { type: 'Point', coordinates: [place.lon, place.lat] },
  properties: {
    mapbox_id: `sim.${place.type}.${index}`,
    feature_type: place.type,
    name: place.name,
    name_preferred: place.name,
    place_formatted: surroundings(place),
    full_address: `${place.name}, ${surroundings(place)}`,
    coordinates: { longitude: place.lon, latitude: place.lat },
    context: { region: { mapbox_id: 'b', name: 'Arkansas', region_code: 'AR', region_code_full: 'US-AR' } },
  },
});

function findPlaces({ pathname, searchParams }: URL, shouldSendV5: boolean): Found {
  const v5 = /^\/geocoding\/v5\/mapbox\.places\/(.+)\.json$/.exec(pathname)?.[1];
  const isV6 = pathname === '/search/geocode/v6/forward';
  const fail = (status: number, message?: string) => ({ status, ...(message && { body: { message } }) });
  if (v5 === undefined && !isV6) return fail(404);
  const token = searchParams.get('access_token');
  if (!token) return fail(401, 'Not Authorized - No Token');
  if (!/^(pk|sk|tk)\./.test(token)) return fail(401);
  const query = (v5 === undefined ? (searchParams.get('q') ?? '') : decodeURIComponent(v5)).toLowerCase();
  const types = searchParams.get('types')?.split(',') ?? ['place', 'locality', 'neighborhood'];
  const unknown = types.find((type) => !['place', 'locality', 'neighborhood'].includes(type));
  if (unknown) return fail(422, `Type "${unknown}" is not a known type.`);
  const name = query.split(',')[0]?.trim() ?? '';
  const [west = -180, south = -90, east = 180, north = 90] = searchParams.get('bbox')?.split(',').map(Number) ?? [];
  const isWithin = ({ lat, lon }: SamplePlace) => lon >= west && lon <= east && lat >= south && lat <= north;
  const found = samplePlaces
    .map((place, index) => ({ place, index }))
    .filter(({ place }) => isWithin(place) && types.includes(place.type) && place.name.toLowerCase().startsWith(name))
    .slice(0, Number(searchParams.get('limit') ?? 5));
  if (isV6 && !shouldSendV5) {
    const features = found.map(({ place, index }) => featureV6(place, index));
    return { status: 200, body: { type: 'FeatureCollection', features, attribution } };
  }
  const features = found.map(({ place, index }) => featureV5(place, index));
  return { status: 200, body: { type: 'FeatureCollection', query: name.split(' '), features, attribution } };
}
