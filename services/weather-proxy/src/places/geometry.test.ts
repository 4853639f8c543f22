import type { Geometry } from '../nws/schemas.js';
import { countyAt, countyShapes } from './county.js';
import { touches } from './geometry.js';

type Position = [number, number];
const polygon = (...rings: Position[][]): Geometry => ({
  type: 'Polygon',
  coordinates: rings.map((ring) => [...ring, ring[0] ?? [0, 0]]),
});
const square = (west: number, south: number, size: number): Position[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
];

describe('two areas touch', () => {
  it.each<[string, Geometry, Geometry]>([
    ['when they overlap', polygon(square(0, 0, 2)), polygon(square(1, 1, 2))],
    ['when one is inside the other', polygon(square(0, 0, 10)), polygon(square(4, 4, 1))],
    ['when they are the same', polygon(square(0, 0, 2)), polygon(square(0, 0, 2))],
    ['when they share a border', polygon(square(0, 0, 2)), polygon(square(2, 0.5, 1))],
    ['when they share a corner', polygon(square(0, 0, 2)), polygon(square(2, 2, 2))],
    [
      'when a needle goes right through, although no corner of either lies in the other',
      polygon(square(0, 0, 2)),
      polygon([
        [-1, 1],
        [3, 1.0001],
        [3, 1],
      ]),
    ],
    [
      'when a needle only just reaches in',
      polygon(square(0, 0, 2)),
      polygon([
        [3, 1],
        [1.999, 1],
        [3, 1.0001],
      ]),
    ],
    [
      'when one polygon of several does',
      polygon(square(0, 0, 1)),
      {
        type: 'MultiPolygon',
        coordinates: [polygon(square(5, 5, 1)).coordinates as never, polygon(square(0.5, 0.5, 1)).coordinates as never],
      },
    ],
  ])('%s', (_name, one, other) => {
    expect(touches(one, other)).toBe(true);
    expect(touches(other, one)).toBe(true);
  });

  it.each<[string, Geometry, Geometry]>([
    ['when they are side by side', polygon(square(0, 0, 2)), polygon(square(2.01, 0, 2))],
    ['when one is in a hole of the other', polygon(square(0, 0, 10), square(3, 3, 4)), polygon(square(4, 4, 1))],
    [
      'when only their boxes overlap',
      polygon([
        [0, 0],
        [10, 0],
        [0, 10],
      ]),
      polygon(square(8, 8, 1)),
    ],
    ['when one is empty', polygon(square(0, 0, 2)), { type: 'MultiPolygon', coordinates: [] }],
  ])('not %s', (_name, one, other) => {
    expect(touches(one, other)).toBe(false);
    expect(touches(other, one)).toBe(false);
  });
});

it('agrees with point tests: a spot within a county touches that county', () => {
  for (const point of [
    { lat: 34.75, lon: -92.28 },
    { lat: 36.3, lon: -94.2 },
    { lat: 33.2, lon: -91.5 },
  ]) {
    const spot = polygon(square(point.lon, point.lat, 0.0001));
    const touched = countyShapes.filter(([, shape]) => touches(spot, shape)).map(([county]) => county);
    expect(touched).toContain(countyAt(point));
  }
});
