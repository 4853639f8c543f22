/**
 * Shifts recordings to one kind of weather. They are from different days and offices: a mild morning at the station, a
 * blizzard in the forecasts, a summer storm in the grid (`regions/ar/recorded/README.md`). Forecasts and grid move to the
 * station's mild day.
 */

interface Periods {
  properties: { periods: Period[] };
}
interface Period {
  startTime: string;
  isDaytime: boolean;
  temperature: number;
  dewpoint?: { unitCode: string; value: number | null };
  icon: string;
  shortForecast: string;
  detailedForecast: string;
}
interface Layer {
  uom?: string;
  values: { validTime: string; value: number | null }[];
}
interface Grid {
  properties: Record<string, Layer>;
}

/** From the forecasts' first hour (19 °F) to the station's observation (55 °F). */
const warmerByFahrenheit = 36;
/** The grid's storm brought 107 mm in seven hours. */
const shareOfRain = 0.05;

const celsius = (fahrenheit: number) => ((fahrenheit - 32) * 5) / 9;

/** All precipitation is rain, and blowing snow becomes a breeze. */
const toMildText = (text: string) =>
  text
    .replace(/ (And|then) (Patchy|Areas Of) Blowing Snow/g, '')
    .replace(/(Patchy|Areas Of) Blowing Snow/g, 'Breezy')
    .replace(/Snow/g, 'Rain')
    .replace(/snow/g, 'rain')
    .replace(
      /(near|low as|around) (-?\d+)/g,
      (_all, word: string, degrees: string) => `${word} ${Number(degrees) + warmerByFahrenheit}`,
    );
/** The icon of blowing snow becomes wind, the cold icon the words' cloud cover. */
const mildIcon = ({ icon, shortForecast }: Period) =>
  icon
    .replace(/blizzard|snow/g, /^(Patchy|Areas Of) Blowing Snow/.test(shortForecast) ? 'wind_bkn' : 'rain')
    .replace(/\/cold/g, /(Mostly Sunny|Partly Cloudy)$/.test(shortForecast) ? '/sct' : '/bkn');

/** Raises temperatures by 36 °F, and turns snow into rain in words and icons. */
export function milder(periods: Periods): Periods {
  return {
    ...periods,
    properties: {
      ...periods.properties,
      periods: periods.properties.periods.map((period) => ({
        ...period,
        temperature: period.temperature + warmerByFahrenheit,
        ...(period.dewpoint && {
          dewpoint: {
            ...period.dewpoint,
            value: period.dewpoint.value === null ? null : period.dewpoint.value + (warmerByFahrenheit * 5) / 9,
          },
        }),
        icon: mildIcon(period),
        shortForecast: toMildText(period.shortForecast),
        detailedForecast: toMildText(period.detailedForecast),
      })),
    },
  };
}

const layerOf = (periods: Period[], duration: string, value: (period: Period) => number): Layer => ({
  uom: 'wmoUnit:degC',
  values: periods.map((period) => ({ validTime: `${period.startTime}/${duration}`, value: value(period) })),
});

const withValue = (layer: Layer, value: number): Layer => ({
  ...layer,
  values: layer.values.map(({ validTime }) => ({ validTime, value })),
});

/** Gives the grid the forecasts' temperatures. */
export function gridLike(grid: Grid, hourly: Periods, halfDays: Periods): Grid {
  const hours = hourly.properties.periods;
  const days = halfDays.properties.periods.filter(({ isDaytime }) => isDaytime);
  const nights = halfDays.properties.periods.filter(({ isDaytime }) => !isDaytime);
  const rain = grid.properties['quantitativePrecipitation'];
  const { snowfallAmount, iceAccumulation } = grid.properties;
  const temperature = layerOf(hours, 'PT1H', (period) => celsius(period.temperature));
  return {
    ...grid,
    properties: {
      ...grid.properties,
      temperature,
      apparentTemperature: temperature,
      dewpoint: layerOf(
        hours,
        'PT1H',
        ({ dewpoint, temperature: fahrenheit }) => dewpoint?.value ?? celsius(fahrenheit),
      ),
      maxTemperature: layerOf(days, 'PT12H', (period) => celsius(period.temperature)),
      minTemperature: layerOf(nights, 'PT12H', (period) => celsius(period.temperature)),
      ...(snowfallAmount && { snowfallAmount: withValue(snowfallAmount, 0) }),
      ...(iceAccumulation && { iceAccumulation: withValue(iceAccumulation, 0) }),
      ...(rain && {
        quantitativePrecipitation: {
          ...rain,
          values: rain.values.map(({ validTime, value }) => ({
            validTime,
            value: value === null ? null : value * shareOfRain,
          })),
        },
      }),
    },
  };
}
