import { boxAround, covers, readShape, type Polygon } from './shapes.js';

const square: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
      [0, 0],
    ],
    [
      [1, 1],
      [2, 1],
      [2, 2],
      [1, 2],
      [1, 1],
    ],
  ],
};

describe('a shape', () => {
  it.each([
    [undefined],
    [null],
    ['{"type":"Polygon"}'],
    [{ type: 'Point', coordinates: [-92, 35] }],
    [{ type: 'Polygon', coordinates: [] }],
    [
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 1],
          ],
        ],
      },
    ],
    [
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, null],
            [1, 1],
            [0, 0],
          ],
        ],
      },
    ],
    [{ type: 'MultiPolygon', coordinates: square.coordinates }],
    [{ type: 'GeometryCollection', geometries: [square] }],
  ])("isn't made from %j", (geometry) => {
    expect(readShape(geometry)).toBeUndefined();
  });

  it('can be one polygon or several', () => {
    expect(readShape(square)).toEqual(square);
    const several = { type: 'MultiPolygon', coordinates: [square.coordinates] };
    expect(readShape(several)).toEqual(several);
  });

  it('covers its inside, except holes', () => {
    expect(covers(square, [3, 3])).toBe(true);
    expect(covers(square, [1.5, 1.5])).toBe(false);
    expect(covers(square, [5, 3])).toBe(false);
    expect(covers({ type: 'MultiPolygon', coordinates: [square.coordinates] }, [3, 3])).toBe(true);
  });

  it('has a bounding box; an empty list has none', () => {
    expect(boxAround([square])).toEqual({ west: 0, south: 0, east: 4, north: 4 });
    expect(boxAround([])).toBeUndefined();
  });
});
