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
  ])('computes the length of a run: %s', (text, hours) => {
    expect(parseInterval(text)).toEqual({ start: at('2026-11-20T20:00:00Z'), hours });
  });

  it.each(['2026-11-20T20:00:00+00:00', 'PT6H', '2026-11-20T20:00:00Z/P9999D', '2026-11-20T20:00:00Z/PT0H', ''])(
    'rejects a malformed run: "%s"',
    (text) => {
      expect(parseInterval(text)).toBeUndefined();
    },
  );

  it('has a value for each hour of its run', () => {
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

  describe('an amount of rain', () => {
    const run = '2026-11-20T18:00:00Z/PT6H';
    const period = { start: at('2026-11-20T18:00:00Z'), hours: 6, mm: 12 };
    /** Hourly amounts for these chances of precipitation. */
    const amounts = (...chances: (number | null)[]) => {
      const hour = (index: number) => `2026-11-20T${18 + index}:00:00Z/PT1H`;
      const hours = gridByHour(
        grid({
          probabilityOfPrecipitation: layer(
            'percent',
            ...chances.map((chance, index): [string, number | null] => [hour(index), chance]),
          ),
          quantitativePrecipitation: layer('mm', [run, 12]),
        }),
      );
      expect([...hours.values()].map(({ precipitationPeriod }) => precipitationPeriod)).toEqual(Array(6).fill(period));
      return [...hours.values()].map(({ precipitationMm }) => precipitationMm);
    };

    it.each([
      ['evenly when no chance is given', [], [2, 2, 2, 2, 2, 2]],
      ['evenly when every hour has a chance', [10, 20, 30, 40, 50, 60], [2, 2, 2, 2, 2, 2]],
      ['not to hours without a chance', [0, 0, 40, 60, 50, 0], [0, 0, 4, 4, 4, 0]],
      ['to a single hour with a chance', [0, 0, 0, 0, 5, 0], [0, 0, 0, 0, 12, 0]],
      ['also to hours whose chance is unknown', [0, 0, 0, null, null, 20], [0, 0, 0, 4, 4, 4]],
      [
        'evenly when no hour has a chance, so that the sum stays that of the source',
        Array(6).fill(0),
        Array(6).fill(2),
      ],
    ])('is distributed over the hours of its run: %s', (_how, chances, expected) => {
      expect(amounts(...chances)).toEqual(expected);
    });

    it('of one hour belongs to that hour', () => {
      const hours = gridByHour(
        grid({
          probabilityOfPrecipitation: layer('percent', [run, 70]),
          quantitativePrecipitation: layer('mm', ['2026-11-20T18:00:00Z/PT1H', 3], ['2026-11-20T19:00:00Z/PT1H', 0.5]),
        }),
      );
      expect([...hours.values()].map(({ precipitationMm }) => precipitationMm)).toEqual([3, 0.5, ...Array(4)]);
    });
  });

  it('distributes snow and ice too, and repeats gusts', () => {
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

  it('drops values in an unknown unit', () => {
    expect(gridByHour(grid({ windSpeed: layer('furlong_fortnight-1', ['2026-11-20T18:00:00Z/PT6H', 12]) })).size).toBe(
      0,
    );
  });

  it('keeps highs with the start of their validity', () => {
    expect(gridHighs(grid({ maxTemperature: layer('degF', ['2026-11-20T13:00:00Z/PT13H', 68]) }))).toEqual([
      { start: at('2026-11-20T13:00:00Z'), end: at('2026-11-21T02:00:00Z'), celsius: 20 },
    ]);
  });
});
