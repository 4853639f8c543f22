import { daylightShare } from './sun-arc.js';

describe("the sun's position on its arc", () => {
  it('is the elapsed share of daylight', () => {
    expect(daylightShare(400, 1000, 400)).toBe(0);
    expect(daylightShare(400, 1000, 700)).toBe(0.5);
    expect(daylightShare(400, 1000, 1000)).toBe(1);
  });

  it('is undefined before sunrise, after sunset, and without times', () => {
    expect(daylightShare(400, 1000, 399)).toBeUndefined();
    expect(daylightShare(400, 1000, 1001)).toBeUndefined();
    expect(daylightShare(undefined, 1000, 700)).toBeUndefined();
  });
});
