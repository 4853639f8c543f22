/** Finds the alerts that cover a place, on the device. */
import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { fromPolygons, isInPolygon, polygonsIn, type PolygonRings } from '@site/domain/weather/polygons';
import { counties as allCounties } from '@site/regions/counties';
import shapesUrl from '@site/regions/data/county-shapes.json?url';
import { useQuery } from '@tanstack/react-query';
import type { LocalArea } from './use-alert-place.js';

/** Places this close to a polygon count as covered: saved places are towns, and polygons cut through towns. */
const marginMiles = 1;

export type CountyShapes = ReadonlyMap<string, readonly PolygonRings[]>;

async function fetchCountyShapes(): Promise<CountyShapes> {
  const response = await fetch(shapesUrl);
  if (!response.ok) throw new Error(`county shapes: status ${response.status}`);
  const shapes = (await response.json()) as Record<string, unknown>;
  return new Map(Object.entries(shapes).map(([fips, shape]) => [fips, polygonsIn(shape)]));
}

/**
 * Adds the counties of a position once the county shapes have loaded; if they fail to load, the county with the nearest
 * center.
 */
export function useCountiesOf(place: LocalArea | undefined): LocalArea | undefined {
  const isNeeded = place?.position !== undefined && place.counties.length === 0;
  const { data: shapes, isError } = useQuery({
    queryKey: ['county shapes'],
    queryFn: fetchCountyShapes,
    enabled: isNeeded,
    staleTime: Infinity,
    // Otherwise each section that appears because of the fallback would fetch again, and hide itself.
    retryOnMount: false,
  });
  if (!isNeeded || !place.position) return place;
  const { position } = place;
  if (shapes) {
    const fips = [...shapes].find(([, polygons]) => polygons.some((rings) => isInPolygon(rings, position)))?.[0];
    return { ...place, counties: fips ? [fips] : [] };
  }
  return isError ? { ...place, counties: nearestCounty(position) } : place;
}

function nearestCounty([lon, lat]: readonly [number, number]): string[] {
  const distance = (county: { lat: number; lon: number }) => Math.hypot(county.lat - lat, (county.lon - lon) * 0.82);
  const [nearest] = allCounties.toSorted((a, b) => distance(a) - distance(b));
  return nearest && distance(nearest) < 0.5 ? [nearest.fips] : [];
}

/** Decides by polygon if the alert has one and the place has a position, else by county. */
export function coversPlace(alert: Pick<Alert, 'geometry' | 'counties' | 'statewide'>, place: LocalArea): boolean {
  if (alert.statewide) return place.counties.length > 0;
  const polygons = polygonsIn(alert.geometry);
  if (polygons.length > 0 && place.position)
    return (fromPolygons(polygons, place.position)?.distanceMiles ?? Infinity) <= marginMiles;
  return place.counties.some((fips) => alert.counties.includes(fips));
}
