import { daylightShare } from './sun-arc.js';

describe('the place of the sun on its arc', () => {
  it('is the share of the daylight that is over', () => {
    expect(daylightShare(400, 1000, 400)).toBe(0);
    expect(daylightShare(400, 1000, 700)).toBe(0.5);
    expect(daylightShare(400, 1000, 1000)).toBe(1);
  });

  it('is nowhere before sunrise, after sunset, and when the times are unknown', () => {
    expect(daylightShare(400, 1000, 399)).toBeUndefined();
    expect(daylightShare(400, 1000, 1001)).toBeUndefined();
    expect(daylightShare(undefined, 1000, 700)).toBeUndefined();
  });
});
