import { gridOf as grid, layer } from '../testing/nws-parts.js';
import { gridByHour, gridHighs, parseInterval } from './grid.js';

const at = (time: string) => Date.parse(time);

describe('the raw grid', () => {
  it.each([
    ['2026-11-20T20:00:00+00:00/PT1H', 1],
    ['2026-11-20T20:00:00+00:00/PT13H', 13],
    ['2026-11-20T20:00:00+00:00/P1DT9H', 33],
    ['2026-11-20T20:00:00+00:00/P2D', 48],
    ['2026-11-20T20:00:00+00:00/PT30M', 0.5],
  ])('knows how long a run lasts: %s', (text, hours) => {
    expect(parseInterval(text)).toEqual({ start: at('2026-11-20T20:00:00Z'), hours });
  });

  it.each(['2026-11-20T20:00:00+00:00', 'PT6H', '2026-11-20T20:00:00Z/P9999D', '2026-11-20T20:00:00Z/PT0H', ''])(
    'refuses what is no run: "%s"',
    (text) => {
      expect(parseInterval(text)).toBeUndefined();
    },
  );

  it('holds a value for each hour of its run', () => {
    const hours = gridByHour(
      grid({
        visibility: layer('m', ['2026-11-20T20:00:00Z/PT3H', 16_000], ['2026-11-20T23:00:00Z/PT1H', null]),
      }),
    );

    expect([...hours]).toEqual([
      [at('2026-11-20T20:00:00Z'), { visibilityKm: 16 }],
      [at('2026-11-20T21:00:00Z'), { visibilityKm: 16 }],
      [at('2026-11-20T22:00:00Z'), { visibilityKm: 16 }],
    ]);
  });

  it('shares an amount of rain among the hours of its run', () => {
    const hours = gridByHour(grid({ quantitativePrecipitation: layer('mm', ['2026-11-20T18:00:00Z/PT6H', 12]) }));

    expect([...hours.values()]).toEqual(Array.from({ length: 6 }, () => ({ precipitationMm: 2 })));
  });

  it('shares snow and ice too, and holds gusts', () => {
    const run = '2026-11-20T18:00:00Z/PT6H';
    const hours = gridByHour(
      grid({
        snowfallAmount: layer('mm', [run, 60]),
        iceAccumulation: layer('mm', [run, 3]),
        windGust: layer('km_h-1', [run, 50]),
      }),
    );

    expect([...hours.values()]).toEqual(Array.from({ length: 6 }, () => ({ snowCm: 1, iceMm: 0.5, gustKph: 50 })));
  });

  it('says nothing in a unit that it does not know', () => {
    expect(gridByHour(grid({ windSpeed: layer('furlong_fortnight-1', ['2026-11-20T18:00:00Z/PT6H', 12]) })).size).toBe(
      0,
    );
  });

  it('keeps highs with the moment from which they hold', () => {
    expect(gridHighs(grid({ maxTemperature: layer('degF', ['2026-11-20T13:00:00Z/PT13H', 68]) }))).toEqual([
      { start: at('2026-11-20T13:00:00Z'), end: at('2026-11-21T02:00:00Z'), celsius: 20 },
    ]);
  });
});
