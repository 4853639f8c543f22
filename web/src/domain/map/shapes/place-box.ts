import type { County } from './map-data.js';
import { boxAround, covers, type Box, type Position } from './shapes.js';

/** The county that a point is in; undefined outside the state. */
export const countyAt = (point: Position, counties: readonly County[]): County | undefined =>
  counties.find(({ shape }) => covers(shape, point));

/** Degrees around a place that is in no county of ours. */
const around = 0.6;

/**
 * What a map without streets and photographs shows of a place: all of its county, with the towns and the water in it. Closer,
 * there would be nothing to see.
 */
export function boxOfPlace({ lat, lon }: { lat: number; lon: number }, counties: readonly County[]): Box {
  const county = countyAt([lon, lat], counties);
  const box = county && boxAround([county.shape]);
  return box ?? { west: lon - around, south: lat - around, east: lon + around, north: lat + around };
}
