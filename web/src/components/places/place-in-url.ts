import { firstCharacters } from '@site/domain/truncate';
import { doorstep, type DegreeBox } from '@site/regions/state';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Coordinates } from '../weather/weather-queries.js';

/** The area with forecasts (`proto/weather/v1/forecasts.schema.ts`; repeated here because that file imports zod). */
const forecastBounds = { south: 24, north: 50, west: -125, east: -66 };

const isInside = ({ lat, lon }: Coordinates, box: DegreeBox) =>
  lat >= box.south && lat <= box.north && lon >= box.west && lon <= box.east;

export const isInForecastArea = (place: Coordinates) => isInside(place, forecastBounds);
/** Whether a place is in the state or just outside it. */
export const isInState = (place: Coordinates) => isInside(place, doorstep);

/** In the URL: ?lat=36.0626&lon=-94.1574&name=Fayetteville */
export interface NamedPlace extends Coordinates {
  /** May be empty in a hand-written URL. */
  name: string;
}

/** Same limit as for search results. */
export const maxNameLength = 100;

/** Returns a URL's place; undefined unless it has a forecast. */
export function placeOf(search: URLSearchParams): NamedPlace | undefined {
  const [lat, lon] = ['lat', 'lon'].map((name) => Number.parseFloat(search.get(name) ?? ''));
  if (lat === undefined || lon === undefined || !isInForecastArea({ lat, lon })) return undefined;
  return { lat, lon, name: firstCharacters((search.get('name') ?? '').trim(), maxNameLength) };
}

/** Adds the place to a path as `?lat=…&lon=…&name=…`. */
export function addressOf(path: string, place: NamedPlace | undefined): string {
  if (!place) return path;
  const { lat, lon, name } = place;
  // Four decimals are eleven meters.
  return `${path}?${new URLSearchParams({ lat: lat.toFixed(4), lon: lon.toFixed(4), ...(name && { name }) })}`;
}

/** Keeps the place in the URL, so that it survives reloads and can be shared. */
export function usePlaceInAddress() {
  const [search, setSearch] = useSearchParams();
  const show = useCallback(
    (place: NamedPlace) => setSearch(addressOf('', place).slice(1), { preventScrollReset: true }),
    [setSearch],
  );
  const leave = useCallback(() => setSearch('', { preventScrollReset: true }), [setSearch]);
  return { searched: placeOf(search), show, leave };
}
