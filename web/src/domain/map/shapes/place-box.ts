import type { County } from './map-data.js';
import { boxAround, covers, type Box, type Position } from './shapes.js';

/** Returns the county of a point; undefined outside the state. */
export const countyAt = (point: Position, counties: readonly County[]): County | undefined =>
  counties.find(({ shape }) => covers(shape, point));

/** Degrees around a place outside all our counties. */
const around = 0.6;

/**
 * Returns what a map without streets or satellite images shows for a place: its whole county with towns and water.
 * Anything closer would be empty.
 */
export function boxOfPlace({ lat, lon }: { lat: number; lon: number }, counties: readonly County[]): Box {
  const county = countyAt([lon, lat], counties);
  const box = county && boxAround([county.shape]);
  return box ?? { west: lon - around, south: lat - around, east: lon + around, north: lat + around };
}
