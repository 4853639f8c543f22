import { inkOfPoints } from './logo-color.js';

const clear = [0, 0, 0, 0];
const points = (...colors: number[][]) => colors.flat();

describe("a logo's ink", () => {
  it('is dark or light on a transparent background', () => {
    expect(inkOfPoints(points(clear, clear, [20, 40, 90, 255]))).toBe('dark');
    expect(inkOfPoints(points(clear, clear, [250, 230, 200, 255]))).toBe('light');
  });

  it('is an opaque picture without holes', () => {
    expect(inkOfPoints(points([255, 255, 255, 255], [20, 40, 90, 255]))).toBe('own ground');
  });

  it('is unknown for an empty picture', () => {
    expect(inkOfPoints(points(clear, clear))).toBeUndefined();
  });
});
