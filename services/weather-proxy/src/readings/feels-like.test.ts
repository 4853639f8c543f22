import { feelsLikeC, heatIndexF, windChillF } from './feels-like.js';

const celsius = (fahrenheit: number) => ((fahrenheit - 32) * 5) / 9;
const kph = (mph: number) => mph * 1.609344;
const fahrenheit = (value: number | undefined) => (value === undefined ? undefined : Math.round((value * 9) / 5 + 32));
const feels = (
  tempF: number,
  air: { mph?: number; humidity?: number },
  provided: Parameters<typeof feelsLikeC>[1] = {},
) =>
  fahrenheit(
    feelsLikeC(
      { tempC: celsius(tempF), windKph: air.mph === undefined ? undefined : kph(air.mph), humidity: air.humidity },
      provided,
    ),
  );

/** Rows from the weather service's own charts (https://www.weather.gov/safety/cold-wind-chill-chart, …/heat-index). */
it.each([
  [40, 5, 36],
  [30, 15, 19],
  [0, 30, -26],
  [-20, 60, -62],
])('wind chill of %d °F and %d mph is %d °F', (tempF, mph, expected) => {
  expect(Math.round(windChillF(tempF, mph))).toBe(expected);
});

it.each([
  [80, 40, 80],
  [90, 70, 105],
  [96, 65, 121],
  [100, 55, 124],
  [86, 90, 105],
])('heat index of %d °F and %d %% is %d °F, within one', (tempF, humidity, expected) => {
  expect(Math.abs(heatIndexF(tempF, humidity) - expected)).toBeLessThanOrEqual(1.3);
});

describe('the apparent temperature', () => {
  it('is the air temperature between the two formulas, and without wind', () => {
    expect(feels(51, { mph: 30, humidity: 50 })).toBe(51);
    expect(feels(79, { mph: 5, humidity: 90 })).toBe(79);
    expect(feels(30, { mph: 3, humidity: 50 })).toBe(30);
  });

  it('is computed when the source has none or only the air temperature', () => {
    expect(feels(30, { mph: 15 })).toBe(19);
    expect(feels(30, { mph: 15 }, { apparentC: celsius(30) })).toBe(19);
    expect(feels(90, { humidity: 70 })).toBe(106);
    expect(feels(90, { humidity: 70 }, { apparentC: celsius(90) })).toBe(106);
  });

  it('is the source’s when its formula applies and it is close', () => {
    expect(feels(30, { mph: 15 }, { windChillC: celsius(20) })).toBe(20);
    expect(feels(90, { humidity: 70 }, { heatIndexC: celsius(104) })).toBe(104);
    expect(feels(65, { mph: 5, humidity: 50 }, { apparentC: celsius(63) })).toBe(63);
  });

  it.each([
    ['a wind chill at 70 °F', 70, { mph: 20, humidity: 50 }, { windChillC: celsius(40) }, 70],
    ['a heat index at 65 °F', 65, { mph: 5, humidity: 50 }, { heatIndexC: celsius(86) }, 65],
    ['a wind chill above the temperature', 30, { mph: 15 }, { windChillC: celsius(45) }, 19],
    ['a wind chill without wind', 30, { mph: 0 }, { windChillC: celsius(10) }, 30],
    ['an implausible value', 65, { mph: 5, humidity: 50 }, { apparentC: celsius(20) }, 65],
  ])('ignores %s', (_what, tempF, air, provided, expected) => {
    expect(feels(tempF, air, provided)).toBe(expected);
  });

  it('is unknown, never the air temperature, when a formula may apply and its wind or humidity is missing', () => {
    expect(feels(30, {})).toBeUndefined();
    expect(feels(95, { mph: 5 })).toBeUndefined();
    expect(feels(95, { mph: 5 }, { heatIndexC: celsius(104) })).toBe(104);
  });
});
