import { distanceKm, fromPolygons, isInPolygon, kmPerMile, polygonsIn, type LonLat } from './polygons.js';

/** Half a degree around [-92.25, 34.75]. */
const square: LonLat[] = [
  [-92.5, 34.5],
  [-92, 34.5],
  [-92, 35],
  [-92.5, 35],
  [-92.5, 34.5],
];
const hole: LonLat[] = [
  [-92.3, 34.7],
  [-92.2, 34.7],
  [-92.2, 34.8],
  [-92.3, 34.8],
  [-92.3, 34.7],
];
const middle: LonLat = [-92.25, 34.75];
const moved = (ring: readonly LonLat[], degreesEast: number): LonLat[] =>
  ring.map(([lon, lat]) => [lon + degreesEast, lat]);
/** One lobe runs clockwise, the other counterclockwise. */
const bowTie: LonLat[] = [
  [-92.5, 34.5],
  [-92, 35],
  [-92, 34.5],
  [-92.5, 35],
  [-92.5, 34.5],
];

describe('a point is in a polygon', () => {
  it.each<[string, LonLat[][], LonLat, boolean]>([
    ['inside', [square], middle, true],
    ['just inside', [square], [-92.49, 34.51], true],
    ['just outside', [square], [-92.51, 34.75], false],
    ['on the other side of the Earth', [square], [92.25, -34.75], false],
    ['in a hole', [square, hole], middle, false],
    ['between a hole and the outer ring', [square, hole], [-92.4, 34.75], true],
    ['in one lobe of a bow tie', [bowTie], [-92.45, 34.75], true],
    ['in the other lobe of a bow tie', [bowTie], [-92.05, 34.75], true],
    ['above the crossing of a bow tie', [bowTie], [-92.25, 34.95], false],
    ['in a ring that winds around it twice', [[...square, ...square.slice(1)]], middle, true],
    ['in a ring that winds the other way', [square.toReversed()], middle, true],
    ['outside a ring that winds twice', [[...square, ...square.slice(1)]], [-91.9, 34.75], false],
    ['in no ring at all', [], middle, false],
  ])('%s', (_where, rings, point, isInside) => {
    expect(isInPolygon(rings, point)).toBe(isInside);
  });
});

describe('the distance of a point', () => {
  const found = (polygons: LonLat[][][], point: LonLat) => {
    const { distanceMiles, direction } = fromPolygons(polygons, point) ?? {};
    return [distanceMiles === undefined ? undefined : Math.round(distanceMiles), direction];
  };
  /** In degrees of latitude. */
  const miles = (count: number) => (count * kmPerMile) / 111.32;

  it.each<[LonLat, number, string]>([
    [middle, 0, ''],
    [[-92.25, 35.058], 4, 'north'],
    [[-92.25, 34.442], 4, 'south'],
    [[-91.9, 34.75], 6, 'east'],
    [[-92.6, 34.75], 6, 'west'],
    [[-91.93, 35.06], 6, 'northeast'],
    [[-91.93, 34.44], 6, 'southeast'],
    [[-92.57, 34.44], 6, 'southwest'],
    [[-92.57, 35.06], 6, 'northwest'],
  ])('%j is %i miles %s of the polygon', (point, distance, direction) => {
    expect(found([[square]], point)).toEqual([distance, direction]);
  });

  it('is measured to the nearest of several polygons, and 0 inside any of them', () => {
    const far = [moved(square, 2)];
    expect(found([[square], far], [-90.55, 34.75])).toEqual([3, 'west']);
    expect(found([far, [square]], middle)).toEqual([0, '']);
  });

  it('is measured to the edge of the hole for a point in a hole', () => {
    expect(found([[square, hole]], [-92.25, 34.7 + miles(1)])).toEqual([1, 'north']);
  });

  it('is unknown without a polygon', () => {
    expect(fromPolygons([], middle)).toBeUndefined();
  });

  it('between two points agrees with the great circle to 1%', () => {
    // Little Rock to Jonesboro.
    expect(distanceKm([-92.289, 34.746], [-90.704, 35.842]) / 188.6).toBeCloseTo(1, 2);
  });
});

describe('the polygons of a geometry', () => {
  const polygon = (...coordinates: unknown[]) => ({ type: 'Polygon', coordinates });

  it('are one for a Polygon, with its holes, and all of a MultiPolygon', () => {
    expect(polygonsIn(polygon(square, hole))).toEqual([[square, hole]]);
    const two = [[square, hole], [moved(square, 2)]];
    expect(polygonsIn({ type: 'MultiPolygon', coordinates: two })).toEqual(two);
    expect(polygonsIn(polygon(bowTie))).toEqual([[bowTie]]);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['undefined', undefined],
    ['text', 'Polygon'],
    ['an unknown type', { type: 'Point', coordinates: [-92, 34] }],
    ['a Polygon without coordinates', { type: 'Polygon' }],
    ['a Polygon without a ring', polygon()],
    ['a MultiPolygon without a polygon', { type: 'MultiPolygon', coordinates: [] }],
    ['a MultiPolygon that is a Polygon', { type: 'MultiPolygon', coordinates: [square] }],
    ['a ring of three points', polygon(square.slice(0, 3))],
    ['a ring with a text for a number', polygon([...square.slice(1), ['-92.5', '34.5']])],
    ['a ring with a number missing', polygon([...square.slice(1), [-92.5]])],
    ['a ring with a number that is infinite', polygon([...square.slice(1), [-92.5, Infinity]])],
    ['a ring with null for a point', polygon([...square.slice(1), null])],
    ['a broken hole', polygon(square, [[1, 2]])],
    ['a ring that is a single point', polygon(Array(5).fill(middle))],
    ['a ring that is a line', polygon([...square.slice(0, 2), [-91.5, 34.5], [-92.5, 34.5]])],
    ['a ring that is a diagonal line', polygon([0, 1, 2, 1, 0].map((step) => [-92.3 + step / 10, 34.1 + step / 10]))],
  ])('are none for %s', (_what, geometry) => {
    expect(polygonsIn(geometry)).toEqual([]);
  });
});
