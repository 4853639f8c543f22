import { inkOfPoints } from './logo-ink.js';

const clear = [0, 0, 0, 0];
const points = (...colours: number[][]) => colours.flat();

describe('the ink of a logo', () => {
  it('is dark or light where it stands on nothing', () => {
    expect(inkOfPoints(points(clear, clear, [20, 40, 90, 255]))).toBe('dark');
    expect(inkOfPoints(points(clear, clear, [250, 230, 200, 255]))).toBe('light');
  });

  it('is its own ground where the picture has no holes', () => {
    expect(inkOfPoints(points([255, 255, 255, 255], [20, 40, 90, 255]))).toBe('own ground');
  });

  it('is not known of a picture in which there is nothing', () => {
    expect(inkOfPoints(points(clear, clear))).toBeUndefined();
  });
});
