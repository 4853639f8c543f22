import { alertOutlines } from './alert-outlines.js';
import type { County } from './map-data.js';
import type { Position, Shape } from './shapes.js';

const square = (west: number, south: number): Shape => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + 1, south],
      [west + 1, south + 1],
      [west, south + 1],
      [west, south],
    ],
  ],
});
const county = (id: string, west: number): County => ({ id, name: id, at: [west, 0], shape: square(west, 0) });
const first = county('a', 0);
const second = county('b', 1);
const third = county('c', 2);
const counties = [first, second, third];
const lengthOf = (lines: Position[][]) => lines.reduce((sum, line) => sum + line.length - 1, 0);

describe('alert outlines', () => {
  it('enclose neighboring counties of the same look together', () => {
    const areas = counties.map(({ shape }) => ({ shape, tone: 'severe' as const }));
    const [outline, ...others] = alertOutlines(areas, counties);
    expect(others).toEqual([]);
    expect(lengthOf(outline?.lines ?? [])).toBe(8);
    expect(outline?.lines).not.toContainEqual([
      [1, 0],
      [1, 1],
    ]);
  });

  it('separate counties of different looks, and keep each polygon separate, in the order of the areas', () => {
    const areas = [
      { shape: first.shape, tone: 'watch' as const },
      { shape: second.shape, tone: 'severe' as const },
      { shape: square(1, 0), tone: 'severe' as const },
      { shape: third.shape, tone: 'watch' as const },
    ];
    const outlines = alertOutlines(areas, counties);
    expect(outlines.map(({ tone, lines }) => [tone, lengthOf(lines)])).toEqual([
      ['watch', 8],
      ['severe', 4],
      ['severe', 4],
    ]);
  });

  it('are empty without alerts', () => {
    expect(alertOutlines([], counties)).toEqual([]);
  });
});
