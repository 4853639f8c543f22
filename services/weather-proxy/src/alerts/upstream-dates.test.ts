import { UpstreamDates } from './upstream-dates.js';

const minute = 60_000;
const start = Date.parse('2026-11-22T00:00:00Z');

/** Verdicts on responses; both times in minutes, the first monotonic. */
const current = (...publicResponses: [at: number, date: number][]) => {
  const dates = new UpstreamDates();
  return publicResponses.map(([at, date]) => dates.isStale(start + date * minute, 1_000 + at * minute));
};

describe('upstream dates', () => {
  it('advance', () => {
    expect(current([0, 0], [0.5, 0.5], [30, 30], [31, 31])).toEqual([false, false, false, false]);
  });

  it('stand still when a cache holds a response, which is rejected from five minutes on', () => {
    expect(current([0, 0], [0.5, 0], [4, 0], [6, 0], [6.5, 0], [60, 0])).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
  });

  it('are trusted again as soon as the cache has a new response', () => {
    expect(current([0, 0], [6, 0], [7, 7])).toEqual([false, true, false]);
  });

  it('continue from their new time after the upstream clock was set, forward or back', () => {
    expect(current([0, 0], [1, 1], [2, -58], [2.5, -57.5], [3, -57])).toEqual([false, false, true, false, false]);
    expect(current([0, 0], [1, 61], [2, 62])).toEqual([false, false, false]);
  });

  it('are not judged by polls in quick succession', () => {
    expect(current([0, 0], [6, 0], [6.01, 0], [6.02, 0])).toEqual([false, true, true, true]);
  });
});
