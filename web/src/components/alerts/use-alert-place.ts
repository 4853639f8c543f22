import { counties } from '@site/regions/counties';
import { useLocation } from 'react-router-dom';
import { placeOf } from '../places/place-in-url.js';
import { usePlace } from '../places/place.js';
import { useFollowedCounties } from '../push/followed-counties.js';

export interface LocalArea {
  /** "your location", "Little Rock", "Pulaski County". */
  label: string;
  /** Absent when only counties are known. */
  position?: readonly [lon: number, lat: number];
  /** FIPS codes; empty when they must be looked up from `position`. */
  counties: readonly string[];
}

/**
 * Returns the place for the page's warnings: from the URL (`/county/…`, `lat` and `lon`), else the saved place or the
 * visitor's location, else the counties this device gets notifications for.
 */
export function useLocalArea(): LocalArea | undefined {
  const { pathname, search } = useLocation();
  const { selectedPlace, coordinates, status } = usePlace();
  const followed = useFollowedCounties();
  const [, slug] = /^\/county\/([^/]+)/.exec(pathname) ?? [];
  const county = slug && counties.find((each) => each.slug === slug.toLowerCase());
  if (county) return { label: county.name, counties: [county.fips] };
  const named = placeOf(new URLSearchParams(search)) ?? selectedPlace;
  if (named) return { label: named.name || 'your location', position: [named.lon, named.lat], counties: [] };
  if (status === 'used') return { label: 'your location', position: [coordinates.lon, coordinates.lat], counties: [] };
  if (followed.length > 0)
    return { label: followed.length === 1 ? countyName(followed[0]!) : 'a county you follow', counties: followed };
  return undefined;
}

const countyName = (fips: string) => counties.find((county) => county.fips === fips)?.name ?? 'a county you follow';
