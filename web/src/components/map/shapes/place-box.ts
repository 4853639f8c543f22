import type { County } from './map-data.js';
import { boxAround, covers, type Box, type Position } from './shapes.js';

/** Returns undefined outside the state. */
export const countyAt = (point: Position, counties: readonly County[]): County | undefined =>
  counties.find(({ shape }) => covers(shape, point));

/** Degrees around a place outside all our counties. */
const around = 0.6;

/** Returns a place's whole county: on a map without streets or satellite images, anything closer would be empty. */
export function boxOfPlace({ lat, lon }: { lat: number; lon: number }, counties: readonly County[]): Box {
  const county = countyAt([lon, lat], counties);
  const box = county && boxAround([county.shape]);
  return box ?? { west: lon - around, south: lat - around, east: lon + around, north: lat + around };
}
