import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isWithin } from '../alerts/geometry.js';
import type { Geometry } from '../nws/schemas.js';

/** In which county of Arkansas a point lies, for providers that do not say so: alerts are issued by county. */

const shapes = Object.entries(
  JSON.parse(
    readFileSync(fileURLToPath(new URL('../../gazetteer/county-shapes.json', import.meta.url)), 'utf8'),
  ) as Record<string, Geometry>,
);

/** Points are rounded by up to 0.7 km and the shapes are exact to some 0.3 km: on the border of the state it counts as ours. */
const marginKm = 1;

/** FIPS code of the county, for instance "05119"; undefined outside Arkansas. */
export const countyAt = (point: { lat: number; lon: number }): string | undefined =>
  (shapes.find(([, shape]) => isWithin(shape, point, 0)) ??
    shapes.find(([, shape]) => isWithin(shape, point, marginKm)))?.[0];
