import { doorstep, type DegreeBox } from '@site/state/state';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Coordinates } from '../weather/weather-queries.js';

/** The area that forecasts are answered for (`proto/weather/v1/forecasts.schema.ts`; repeated here because that file brings zod along). */
const answeredFor = { south: 24, north: 50, west: -125, east: -66 };

const isInside = ({ lat, lon }: Coordinates, box: DegreeBox) =>
  lat >= box.south && lat <= box.north && lon >= box.west && lon <= box.east;

/** Whether there is a forecast for a place. */
export const isAnsweredFor = (place: Coordinates) => isInside(place, answeredFor);
/** Whether a place is in the state, or a stone's throw from it. */
export const isInState = (place: Coordinates) => isInside(place, doorstep);

/** A place that somebody looked for, as it stands in the address: ?lat=36.0626&lon=-94.1574&name=Fayetteville. */
export interface NamedPlace extends Coordinates {
  /** May be empty in an address that was written by hand. */
  name: string;
}

/** As for places in a search: longer names do not exist. */
export const longestName = 100;

/** The place of an address; undefined when it names none that has a forecast. */
export function placeOf(search: URLSearchParams): NamedPlace | undefined {
  const [lat, lon] = ['lat', 'lon'].map((name) => Number.parseFloat(search.get(name) ?? ''));
  if (lat === undefined || lon === undefined || !isAnsweredFor({ lat, lon })) return undefined;
  return { lat, lon, name: (search.get('name') ?? '').trim().slice(0, longestName) };
}

/** The address of a page that shows a place. */
export function addressOf(path: string, place: NamedPlace | undefined): string {
  if (!place) return path;
  const { lat, lon, name } = place;
  // Four decimals are eleven metres: more would tell nothing about the weather.
  return `${path}?${new URLSearchParams({ lat: lat.toFixed(4), lon: lon.toFixed(4), ...(name && { name }) })}`;
}

/** The place of this page's address, so that it can be loaded again, shared, and left with the browser's own way back. */
export function usePlaceInAddress() {
  const [search, setSearch] = useSearchParams();
  const show = useCallback(
    (place: NamedPlace) => setSearch(addressOf('', place).slice(1), { preventScrollReset: true }),
    [setSearch],
  );
  const leave = useCallback(() => setSearch('', { preventScrollReset: true }), [setSearch]);
  return { searched: placeOf(search), show, leave };
}
