import type { Geometry } from '../nws/schemas.js';

/** Points and areas in degrees; treated as flat, which is close enough for areas the size of a few counties. */

interface Point {
  lat: number;
  lon: number;
}
type Ring = Geometry extends infer Shape
  ? Shape extends { type: 'Polygon'; coordinates: infer Rings }
    ? Rings
    : never
  : never;

const kmPerDegree = 111.32;

/** Whether `point` lies in the area or within `marginKm` of its edge. */
export function isWithin(geometry: Geometry, point: Point, marginKm: number): boolean {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return polygons.some((rings) => isInside(rings, point) || (marginKm > 0 && isNearEdge(rings, point, marginKm)));
}

type Segment = readonly [from: readonly number[], to: readonly number[]];

function* segmentsOf(ring: Ring[number]): Generator<Segment> {
  for (let index = 0; index < ring.length; index += 1) {
    const from = ring[index];
    const to = ring[(index + 1) % ring.length];
    if (from && to) yield [from, to];
  }
}

/** Even-odd rule over all rings, so that a hole is outside. */
function isInside(rings: Ring, { lat, lon }: Point): boolean {
  let inside = false;
  for (const ring of rings) {
    for (const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] of segmentsOf(ring)) {
      if (y1 > lat !== y2 > lat && lon < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) inside = !inside;
    }
  }
  return inside;
}

function isNearEdge(rings: Ring, { lat, lon }: Point, marginKm: number): boolean {
  const kmPerDegreeEast = kmPerDegree * Math.cos((lat * Math.PI) / 180);
  for (const ring of rings) {
    for (const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] of segmentsOf(ring)) {
      const [ax, ay] = [(x1 - lon) * kmPerDegreeEast, (y1 - lat) * kmPerDegree];
      const [dx, dy] = [(x2 - x1) * kmPerDegreeEast, (y2 - y1) * kmPerDegree];
      const length = dx * dx + dy * dy;
      const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
      if (Math.hypot(ax + along * dx, ay + along * dy) <= marginKm) return true;
    }
  }
  return false;
}
