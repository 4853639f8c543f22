/** Outlines of areas small enough for a push. Only the phone knows its location and compares it. */

/** [longitude, latitude] in degrees, as in GeoJSON. */
export type Point = readonly [number, number];
/** Outer rings, each closed by its first point. */
export type Outline = readonly (readonly Point[])[];

/** A push is limited to 4 kB; a point takes 16 bytes. */
export const maxPoints = 40;
/** With more, too little of each would remain; the counties then describe the area. */
const maxRings = 5;
/** Degrees: about a hundred meters, the precision of forecasters. */
const finest = 0.001;
const rounded = (degrees: number) => Math.round(degrees * 1_000) / 1_000;

interface Geometry {
  type?: unknown;
  coordinates?: unknown;
}

const isPoint = (value: unknown): value is [number, number] =>
  Array.isArray(value) && Number.isFinite(value[0]) && Number.isFinite(value[1]);
const isRing = (value: unknown): value is [number, number][] =>
  Array.isArray(value) && value.length >= 4 && value.every(isPoint);

/**
 * Returns the outer rings of a GeoJSON polygon with at most 40 points in total.
 * @param geometry GeoJSON as text
 * @returns undefined if there are none, or too many
 */
export function outlineOf(geometry: string | undefined): Outline | undefined {
  const rings = ringsOf(geometry);
  if (rings.length === 0 || rings.length > maxRings) return undefined;
  for (let tolerance = finest; tolerance < 1; tolerance *= 1.5) {
    const simpler = rings.map((ring) => simplified(ring, tolerance));
    if (simpler.reduce((sum, ring) => sum + ring.length, 0) <= maxPoints)
      return simpler.map((ring) => ring.map(([lon, lat]) => [rounded(lon), rounded(lat)] as const));
  }
  return undefined;
}

function ringsOf(geometry: string | undefined): Point[][] {
  if (!geometry) return [];
  let shape: Geometry;
  try {
    shape = JSON.parse(geometry) as Geometry;
  } catch {
    return [];
  }
  if (shape.type !== 'Polygon' && shape.type !== 'MultiPolygon') return [];
  const polygons: unknown = shape.type === 'MultiPolygon' ? shape.coordinates : [shape.coordinates];
  if (!Array.isArray(polygons)) return [];
  const outer = polygons.map((polygon: unknown) => (Array.isArray(polygon) ? (polygon[0] as unknown) : undefined));
  return outer.every(isRing) ? outer : [];
}

/** Returns the distance in degrees between a point and the line through two others. */
function distance([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const length = Math.hypot(toX - fromX, toY - fromY);
  if (length === 0) return Math.hypot(x - fromX, y - fromY);
  return Math.abs((toX - fromX) * (fromY - y) - (fromX - x) * (toY - fromY)) / length;
}

/** Ramer–Douglas–Peucker: drops points nearer than `tolerance` to the line without them. */
function between(points: readonly Point[], tolerance: number): Point[] {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 3) return [...points];
  let farthest = 0;
  let at = 0;
  for (const [index, point] of points.slice(1, -1).entries()) {
    const off = distance(point, first, last);
    if (off > farthest) {
      farthest = off;
      at = index + 1;
    }
  }
  if (farthest <= tolerance) return [first, last];
  return [...between(points.slice(0, at + 1), tolerance).slice(0, -1), ...between(points.slice(at), tolerance)];
}

/** Splits a ring at its widest extent: a line from a point to itself has no direction. */
function simplified(ring: readonly Point[], tolerance: number): readonly Point[] {
  const [first] = ring;
  if (!first || ring.length <= 5) return ring;
  const away = ring.map(([x, y]) => Math.hypot(x - first[0], y - first[1]));
  const opposite = away.indexOf(Math.max(...away));
  const halves = [ring.slice(0, opposite + 1), ring.slice(opposite)].map((half) => between(half, tolerance));
  const simpler = [...(halves[0] ?? []).slice(0, -1), ...(halves[1] ?? [])];
  // A sliver would collapse to a line.
  const third = ring[Math.floor(opposite / 2)] ?? first;
  return simpler.length >= 4 ? simpler : [first, third, ring[opposite] ?? first, first];
}
