import { cellRadiusKm } from '@site/domain/weather/forecast-cells';
import { readStateData } from '@site/state/data';
import { LRUCache } from 'lru-cache';
import { isWithin } from './geometry.js';
import type { Geometry } from '../nws/schemas.js';

/** Finds the county of our state that a point lies in, for providers that do not say: alerts are issued by county. */

/** The counties' shapes by FIPS code. */
export const countyShapes = Object.entries(readStateData('county-shapes.json') as Record<string, Geometry>);

/** Points may be rounded, and shapes are accurate to some 0.3 km: on the state line a point counts as ours. */
const marginKm = 1;
/** The same for the middle of a cell, which stands for every point in it. */
const cellMarginKm = cellRadiusKm + 0.3;

/** FIPS code of the county, for instance "05119"; undefined outside the state. */
export const countyAt = (point: { lat: number; lon: number }): string | undefined =>
  (countyShapes.find(([, shape]) => isWithin(shape, point, 0)) ??
    countyShapes.find(([, shape]) => isWithin(shape, point, marginKm)))?.[0];

const around = new LRUCache<string, string[]>({ max: 5_000 });

/** FIPS codes of all counties that reach into a forecast's cell, given by its middle. */
export function countiesOfCell(middle: { lat: number; lon: number }): string[] {
  const key = `${middle.lat},${middle.lon}`;
  const known = around.get(key);
  if (known) return known;
  const found = countyShapes.filter(([, shape]) => isWithin(shape, middle, cellMarginKm)).map(([fips]) => fips);
  around.set(key, found);
  return found;
}
