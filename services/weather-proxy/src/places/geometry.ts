/** Planar geometry in degrees, accurate enough for a few counties: containment, contact, distance to edges. */
import { isInPolygon, kmPerDegree } from '@site/domain/weather/polygons';
import type { Geometry } from '../nws/schemas.js';

interface Point {
  lat: number;
  lon: number;
}
type Ring = Geometry extends infer Shape
  ? Shape extends { type: 'Polygon'; coordinates: infer Rings }
    ? Rings
    : never
  : never;

/** Includes points within `marginKm` of the edge. */
export function isWithin(geometry: Geometry, point: Point, marginKm: number): boolean {
  return polygonsOf(geometry).some(
    (rings) => isInside(rings, point) || (marginKm > 0 && isNearEdge(rings, point, marginKm)),
  );
}

/** Each polygon is a ring and its holes. */
export const polygonsOf = (geometry: Geometry): Ring[] =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;

/** A shared border counts. */
export const touches = (one: Geometry, other: Geometry): boolean =>
  polygonsOf(one).some((a) => polygonsOf(other).some((b) => polygonsTouch(a, b)));

function polygonsTouch(one: Ring, other: Ring): boolean {
  const oneBox = boxOf(one);
  const otherBox = boxOf(other);
  if (!overlap(oneBox, otherBox)) return false;
  const edges = edgesWithin(one, otherBox);
  const otherEdges = edgesWithin(other, oneBox);
  if (edges.some((a) => otherEdges.some((b) => segmentsTouch(a, b)))) return true;
  // Without intersecting edges, one polygon contains the other or they are disjoint.
  return isVertexInside(one, other) || isVertexInside(other, one);
}

function isVertexInside(rings: Ring, within: Ring): boolean {
  const [lon, lat] = rings[0]?.[0] ?? [];
  return lon !== undefined && lat !== undefined && isInside(within, { lat, lon });
}

type Box = readonly [west: number, south: number, east: number, north: number];

const overlap = (a: Box, b: Box) => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];

/** Only the outer ring matters. */
function boxOf(rings: Ring): Box {
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  let north = -Infinity;
  for (const [lon, lat] of rings[0] ?? []) {
    west = Math.min(west, lon);
    east = Math.max(east, lon);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  return [west, south, east, north];
}

const boxOfSegment = ([[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]]: Segment): Box => [
  Math.min(x1, x2),
  Math.min(y1, y2),
  Math.max(x1, x2),
  Math.max(y1, y2),
];

const edgesWithin = (rings: Ring, box: Box): Segment[] =>
  rings.flatMap((ring) => [...segmentsOf(ring)].filter((segment) => overlap(boxOfSegment(segment), box)));

/** The side of the line, as a sign; 0 on it. */
const side = ([[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]]: Segment, [x = 0, y = 0]: readonly number[]): number =>
  Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1));

/** Includes touching at an endpoint, and overlapping. */
function segmentsTouch(one: Segment, other: Segment): boolean {
  if (!overlap(boxOfSegment(one), boxOfSegment(other))) return false;
  return side(one, other[0]) * side(one, other[1]) <= 0 && side(other, one[0]) * side(other, one[1]) <= 0;
}

type Segment = readonly [from: readonly number[], to: readonly number[]];

function* segmentsOf(ring: Ring[number]): Generator<Segment> {
  for (let index = 0; index < ring.length; index += 1) {
    const from = ring[index];
    const to = ring[(index + 1) % ring.length];
    if (from && to) yield [from, to];
  }
}

const isInside = (rings: Ring, { lat, lon }: Point): boolean => isInPolygon(rings, [lon, lat]);

function isNearEdge(rings: Ring, { lat, lon }: Point, marginKm: number): boolean {
  const kmPerDegreeEast = kmPerDegree * Math.cos((lat * Math.PI) / 180);
  for (const ring of rings) {
    for (const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] of segmentsOf(ring)) {
      const ax = (x1 - lon) * kmPerDegreeEast;
      const ay = (y1 - lat) * kmPerDegree;
      const dx = (x2 - x1) * kmPerDegreeEast;
      const dy = (y2 - y1) * kmPerDegree;
      const length = dx * dx + dy * dy;
      const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
      if (Math.hypot(ax + along * dx, ay + along * dy) <= marginKm) return true;
    }
  }
  return false;
}
