/**
 * GeoJSON polygons and points, in degrees. Distances treat the Earth as flat around a point, exact enough for a few
 * counties.
 */

/** Optionally with an altitude. */
export type LonLat = readonly [lon: number, lat: number, ...more: number[]];
/** An outer ring and its holes. */
export type PolygonRings = readonly (readonly LonLat[])[];

export const kmPerMile = 1.609344;
/** Of latitude; of longitude at the equator. */
export const kmPerDegree = 111.32;

/** Valid for nearby points. */
export function distanceKm([lon1, lat1]: LonLat, [lon2, lat2]: LonLat): number {
  const squeeze = Math.cos((((lat1 + lat2) / 2) * Math.PI) / 180);
  return Math.hypot((lon2 - lon1) * squeeze, lat2 - lat1) * kmPerDegree;
}

/**
 * Returns how often a ring winds around a point: 0 outside. Unlike the even-odd rule, counts the middle of a
 * self-intersecting ring.
 */
function windingNumber(ring: readonly LonLat[], [lon, lat]: LonLat): number {
  let winding = 0;
  for (let index = 0; index < ring.length; index += 1) {
    const [x1, y1] = ring[index]!;
    const [x2, y2] = ring[(index + 1) % ring.length]!;
    const side = (x2 - x1) * (lat - y1) - (lon - x1) * (y2 - y1);
    if (y1 <= lat && y2 > lat && side > 0) winding += 1;
    if (y1 > lat && y2 <= lat && side < 0) winding -= 1;
  }
  return winding;
}

/** A point in a hole is outside. */
export const isInPolygon = ([outer = [], ...holes]: PolygonRings, point: LonLat): boolean =>
  windingNumber(outer, point) !== 0 && !holes.some((hole) => windingNumber(hole, point) !== 0);

/** Clockwise from north. */
const directions = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'] as const;

export interface FromPolygon {
  /** 0 inside. */
  distanceMiles: number;
  /** Of the point from the polygon: "south". Empty inside. */
  direction: (typeof directions)[number] | '';
}

/** Returns the distance and direction of a point from the nearest polygon, if there is one. */
export function fromPolygons(polygons: readonly PolygonRings[], point: LonLat): FromPolygon | undefined {
  if (polygons.some((rings) => isInPolygon(rings, point))) return { distanceMiles: 0, direction: '' };
  let nearest: { km: number; at: LonLat } | undefined;
  for (const ring of polygons.flat())
    for (let index = 0; index < ring.length; index += 1) {
      const at = nearestOnSegment(ring[index]!, ring[(index + 1) % ring.length]!, point);
      const km = distanceKm(at, point);
      if (!nearest || km < nearest.km) nearest = { km, at };
    }
  if (!nearest) return undefined;
  const { km, at } = nearest;
  const squeeze = Math.cos((point[1] * Math.PI) / 180);
  const bearing = (Math.atan2((point[0] - at[0]) * squeeze, point[1] - at[1]) * 180) / Math.PI;
  return { distanceMiles: km / kmPerMile, direction: directions[Math.round((bearing + 360) / 45) % 8]! };
}

function nearestOnSegment([x1, y1]: LonLat, [x2, y2]: LonLat, [x, y]: LonLat): LonLat {
  const squeeze = Math.cos((y * Math.PI) / 180);
  const dx = (x2 - x1) * squeeze;
  const dy = y2 - y1;
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * squeeze * dx + (y - y1) * dy) / length));
  return [x1 + along * (x2 - x1), y1 + along * (y2 - y1)];
}

const isPosition = (value: unknown): value is LonLat =>
  Array.isArray(value) && Number.isFinite(value[0]) && Number.isFinite(value[1]);
/** Returns whether a ring has collapsed to a point or a line: no place in it would get a warning. */
function isCollapsed(ring: readonly LonLat[]): boolean {
  const [x1, y1] = ring[0]!;
  const [x2, y2] = ring.find(([x, y]) => x !== x1 || y !== y1) ?? [x1, y1];
  return ring.every(([x, y]) => Math.abs((x2 - x1) * (y - y1) - (x - x1) * (y2 - y1)) < 1e-9);
}
const isRing = (value: unknown): value is LonLat[] =>
  Array.isArray(value) && value.length >= 4 && value.every(isPosition) && !isCollapsed(value);
const isRings = (value: unknown): value is LonLat[][] =>
  Array.isArray(value) && value.length > 0 && value.every(isRing);

/** Reads a GeoJSON Polygon or MultiPolygon; returns none for anything else. */
export function polygonsIn(geometry: unknown): PolygonRings[] {
  const { type, coordinates } = (geometry ?? {}) as { type?: unknown; coordinates?: unknown };
  if (type === 'Polygon' && isRings(coordinates)) return [coordinates];
  if (type === 'MultiPolygon' && Array.isArray(coordinates) && coordinates.every(isRings)) return coordinates;
  return [];
}
