import { trendOf, withReading } from './gauge-hydrograph.js';
import type { Reading } from './rivers.schema.js';

const hour = 3_600_000;
const readings = (...all: [hours: number, feet: number][]): Reading[] =>
  all.map(([hours, feet]) => ({ at: hours * hour, feet }));

it.each<[string, Reading[]]>([
  ['rising', readings([0, 10], [1, 10.2])],
  ['falling', readings([0, 10], [1, 9.8])],
  ['steady', readings([0, 10], [1, 10.1])],
  ['steady', readings([0, 10], [1, 10.05], [2, 10])],
  // Slow, but it adds up over the hours.
  ['rising', readings([0, 10], [1, 10.05], [2, 10.1], [3, 10.15])],
  // The latest change counts, not the level hours ago.
  ['falling', readings([0, 10], [2, 12], [4, 11])],
  ['', readings([0, 10], [0.5, 12])],
  ['', readings([0, 10])],
  ['', []],
  // Six hours ago is too long.
  ['', readings([0, 10], [7, 12])],
])('the water is "%s" with %j', (trend, all) => {
  expect(trendOf(all)).toBe(trend);
});

it('keeps readings for six hours, without duplicates', () => {
  const before = readings([0, 10], [1, 10.1], [6, 10.5]);

  expect(withReading(before, { at: 7 * hour, feet: 11 })).toEqual(readings([1, 10.1], [6, 10.5], [7, 11]));
  expect(withReading(before, { at: 6 * hour, feet: 10.6 })).toEqual(readings([0, 10], [1, 10.1], [6, 10.6]));
  expect(withReading(before, undefined)).toEqual(before);
});
