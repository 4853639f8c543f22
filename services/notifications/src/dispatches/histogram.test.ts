import { addLag, edges, percentile, percentilesOf } from './histogram.js';

const counted = (...seconds: number[]) => seconds.reduce<number[]>((counts, each) => addLag(counts, each), []);

it('returns no figures if nothing was counted', () => {
  expect(percentilesOf([])).toBeUndefined();
});

it('interpolates percentiles between its edges', () => {
  const counts = counted(...Array.from({ length: 99 }, () => 1.2), 50);
  expect(percentile(counts, 0.5)).toBeGreaterThan(1);
  expect(percentile(counts, 0.5)).toBeLessThanOrEqual(1.5);
  expect(percentile(counts, 1)).toBe(50);
  expect(percentilesOf(counts)).toMatchObject({ count: 100 });
});

it('keeps negative durations negative, and counts durations longer than all edges', () => {
  expect(percentile(counted(-7), 0.5)).toBeLessThan(0);
  expect(percentile(counted(1e6), 0.5)).toBe(edges.at(-1));
});
