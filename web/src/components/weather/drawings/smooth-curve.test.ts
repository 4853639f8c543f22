import { smoothCurve } from './smooth-curve.js';

describe('the temperature curve', () => {
  it('never leaves the range of the two readings it connects', () => {
    const points = [10, 90, 12, 11, 60].map((y, index) => ({ x: index * 100, y }));
    const numbers =
      smoothCurve(points)
        .match(/-?\d+(\.\d+)?/g)
        ?.map(Number) ?? [];
    // After the first point, each segment has two control points and an end.
    for (let segment = 0; segment < points.length - 1; segment += 1) {
      const [, control1, , control2] = numbers.slice(2 + segment * 6, 8 + segment * 6);
      const ends = [points[segment]?.y ?? 0, points[segment + 1]?.y ?? 0];
      for (const control of [control1, control2]) {
        expect(control).toBeGreaterThanOrEqual(Math.min(...ends));
        expect(control).toBeLessThanOrEqual(Math.max(...ends));
      }
    }
  });

  it('passes through every point', () => {
    const points = [1, 5, 3].map((y, index) => ({ x: index * 10, y }));
    expect(smoothCurve(points)).toMatch(/^M0 1C.* 10 5C.* 20 3$/);
  });
});
