/** GeoJSON shapes: longitude first. */

export type Position = [lon: number, lat: number];
export interface Polygon {
  type: 'Polygon';
  coordinates: Position[][];
}
export interface MultiPolygon {
  type: 'MultiPolygon';
  coordinates: Position[][][];
}
export type Shape = Polygon | MultiPolygon;

/** In degrees. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) && value.length >= 2 && Number.isFinite(value[0]) && Number.isFinite(value[1]);
const isRing = (value: unknown): value is Position[] =>
  Array.isArray(value) && value.length >= 4 && value.every(isPosition);
const arePolygon = (value: unknown): value is Position[][] =>
  Array.isArray(value) && value.length > 0 && value.every(isRing);

/**
 * Returns a GeoJSON geometry that covers an area; undefined for anything else, so that the counties are drawn instead.
 */
export function readShape(geometry: unknown): Shape | undefined {
  if (typeof geometry !== 'object' || geometry === null || !('coordinates' in geometry) || !('type' in geometry))
    return undefined;
  const { type, coordinates } = geometry;
  if (type === 'Polygon' && arePolygon(coordinates)) return { type, coordinates };
  if (type === 'MultiPolygon' && Array.isArray(coordinates) && coordinates.length > 0 && coordinates.every(arePolygon))
    return { type, coordinates };
  return undefined;
}

/** Each polygon is an outer ring and its holes. */
export const polygonsOf = (shape: Shape): Position[][][] =>
  shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates;

/** Even-odd rule: a point is inside when a ray from it crosses the ring an odd number of times. */
function isInRing([lon, lat]: Position, ring: Position[]): boolean {
  let inside = false;
  for (let index = 0, before = ring.length - 1; index < ring.length; before = index++) {
    const [x1, y1] = ring[index] as Position;
    const [x2, y2] = ring[before] as Position;
    if (y1 > lat !== y2 > lat && lon < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

/** Whether a point is inside the shape and outside its holes. */
export const covers = (shape: Shape, point: Position): boolean =>
  polygonsOf(shape).some(
    ([outer = [], ...holes]) => isInRing(point, outer) && !holes.some((hole) => isInRing(point, hole)),
  );

/** Returns the smallest box around all shapes; undefined without any position. */
export function boxAround(shapes: Shape[]): Box | undefined {
  const positions = shapes.flatMap((shape) => polygonsOf(shape).flat(2));
  if (positions.length === 0) return undefined;
  const lons = positions.map(([lon]) => lon);
  const lats = positions.map(([, lat]) => lat);
  return { west: Math.min(...lons), south: Math.min(...lats), east: Math.max(...lons), north: Math.max(...lats) };
}

export const boxesOverlap = (one: Box, other: Box): boolean =>
  one.west <= other.east && other.west <= one.east && one.south <= other.north && other.south <= one.north;

/** Returns the center of a shape's first polygon, its main part. */
export function middleOf(shape: Shape): Position {
  const [main = []] = polygonsOf(shape);
  const box = boxAround([{ type: 'Polygon', coordinates: main }]);
  return box ? [(box.west + box.east) / 2, (box.south + box.north) / 2] : [0, 0];
}
