/** Finds the county of a point, for providers that don't name counties. */
import { cellRadiusKm } from '@site/domain/weather/forecast-cells';
import { readStateData } from '@site/regions/data';
import { LRUCache } from 'lru-cache';
import { isWithin } from './geometry.js';
import type { Geometry } from '../nws/schemas.js';

/** By FIPS code. */
export const countyShapes = Object.entries(readStateData('county-shapes.json') as Record<string, Geometry>);

/** Points may be rounded, and polygons are accurate to some 0.3 km. */
const marginKm = 1;
/** For a cell's center, which represents every point in it. */
const cellMarginKm = cellRadiusKm + 0.3;

/** FIPS code, "05119"; undefined outside the state. */
export const countyAt = (point: { lat: number; lon: number }): string | undefined =>
  (countyShapes.find(([, shape]) => isWithin(shape, point, 0)) ??
    countyShapes.find(([, shape]) => isWithin(shape, point, marginKm)))?.[0];

const around = new LRUCache<string, string[]>({ max: 5_000 });

/** FIPS codes of the counties that overlap a cell. */
export function countiesOfCell(middle: { lat: number; lon: number }): string[] {
  const key = `${middle.lat},${middle.lon}`;
  const cached = around.get(key);
  if (cached) return cached;
  const found = countyShapes.filter(([, shape]) => isWithin(shape, middle, cellMarginKm)).map(([fips]) => fips);
  around.set(key, found);
  return found;
}
