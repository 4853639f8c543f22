/** Measures the distance to a warned area on the device, so that the server never learns the place. */

/** In degrees. */
export interface Place {
  lat: number;
  lon: number;
}

/** In degrees, in GeoJSON order. */
export type Corner = readonly [lon: number, lat: number];
/** Outer rings, closed or not. */
export type Area = readonly (readonly Corner[])[];

const milesPerDegree = 69.1;

/**
 * Returns miles east and north of the place. Treats the earth as flat, which over a few counties is accurate to a
 * hundredth.
 */
const seenFrom =
  ({ lat, lon }: Place) =>
  ([cornerLon, cornerLat]: Corner): Point => ({
    x: (cornerLon - lon) * milesPerDegree * Math.cos((lat * Math.PI) / 180),
    y: (cornerLat - lat) * milesPerDegree,
  });

/** Returns miles to an area's nearest edge; 0 inside, undefined for an invalid area. */
export function milesTo(place: Place, area: Area): number | undefined {
  const miles = area.filter(({ length }) => length >= 3).map((ring) => milesToRing(ring.map(seenFrom(place))));
  return miles.length === 0 ? undefined : Math.min(...miles);
}

function milesToRing(points: readonly Point[]): number {
  let isInside = false;
  let nearest = Infinity;
  for (const [index, from] of points.entries()) {
    const to = points[(index + 1) % points.length] ?? from;
    // Even-odd rule, with a ray to the east.
    if (from.y > 0 !== to.y > 0 && (from.x * to.y - to.x * from.y) / (to.y - from.y) > 0) isInside = !isInside;
    nearest = Math.min(nearest, milesToEdge(from, to));
  }
  return isInside ? 0 : nearest;
}

interface Point {
  x: number;
  y: number;
}

/** Measures from 0,0 to the segment. */
function milesToEdge(from: Point, to: Point): number {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(from.x * dx + from.y * dy) / length));
  return Math.hypot(from.x + share * dx, from.y + share * dy);
}
