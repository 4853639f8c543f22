import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isWithin } from './geometry.js';
import type { Geometry } from '../nws/schemas.js';

/** Finds the county of Arkansas that a point lies in, for providers that do not say: alerts are issued by county. */

/** The counties' shapes by FIPS code. */
export const countyShapes = Object.entries(
  JSON.parse(
    readFileSync(fileURLToPath(new URL('../../gazetteer/county-shapes.json', import.meta.url)), 'utf8'),
  ) as Record<string, Geometry>,
);

/** Points are rounded by up to 0.7 km and shapes accurate to some 0.3 km: on the state line a point counts as ours. */
const marginKm = 1;

/** FIPS code of the county, for instance "05119"; undefined outside Arkansas. */
export const countyAt = (point: { lat: number; lon: number }): string | undefined =>
  (countyShapes.find(([, shape]) => isWithin(shape, point, 0)) ??
    countyShapes.find(([, shape]) => isWithin(shape, point, marginKm)))?.[0];
