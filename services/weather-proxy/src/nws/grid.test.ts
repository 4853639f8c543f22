import { gridByHour, gridHighs, parseInterval } from './grid.js';
import type { Grid, Layer } from './schemas.js';

const grid = (layers: Partial<Grid>): Grid => ({
  temperature: null,
  dewpoint: null,
  apparentTemperature: null,
  maxTemperature: null,
  relativeHumidity: null,
  windSpeed: null,
  windDirection: null,
  probabilityOfPrecipitation: null,
  quantitativePrecipitation: null,
  visibility: null,
  ...layers,
});

const layer = (uom: string, ...values: [string, number | null][]): Layer => ({
  uom,
  values: values.map(([validTime, value]) => ({ validTime, value })),
});

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
        visibility: layer('wmoUnit:m', ['2026-11-20T20:00:00Z/PT3H', 16_000], ['2026-11-20T23:00:00Z/PT1H', null]),
      }),
    );

    expect([...hours]).toEqual([
      [at('2026-11-20T20:00:00Z'), { visibilityKm: 16 }],
      [at('2026-11-20T21:00:00Z'), { visibilityKm: 16 }],
      [at('2026-11-20T22:00:00Z'), { visibilityKm: 16 }],
    ]);
  });

  it('shares an amount of rain among the hours of its run', () => {
    const hours = gridByHour(
      grid({ quantitativePrecipitation: layer('wmoUnit:mm', ['2026-11-20T18:00:00Z/PT6H', 12]) }),
    );

    expect([...hours.values()]).toEqual(Array.from({ length: 6 }, () => ({ precipitationMm: 2 })));
  });

  it('says nothing in a unit that it does not know', () => {
    expect(
      gridByHour(grid({ windSpeed: layer('wmoUnit:furlong_fortnight-1', ['2026-11-20T18:00:00Z/PT6H', 12]) })).size,
    ).toBe(0);
  });

  it('keeps highs with the moment from which they hold', () => {
    expect(gridHighs(grid({ maxTemperature: layer('wmoUnit:degF', ['2026-11-20T13:00:00Z/PT13H', 68]) }))).toEqual([
      { start: at('2026-11-20T13:00:00Z'), celsius: 20 },
    ]);
  });
});
