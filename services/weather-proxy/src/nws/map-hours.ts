import type { Hour } from '@site/proto/gen/nest/weather/v1/forecasts';
import { feelsLikeC } from '../forecasts/feels-like.js';
import { hourMs, wallClock } from '../forecasts/local-time.js';
import { isOnlyRain } from '../forecasts/only-rain.js';
import type { GridHour } from './grid.js';
import { conditionOf } from './icons.js';
import type { Period } from './schemas.js';
import {
  celsius,
  compassName,
  compassPoint,
  convert,
  percent,
  read,
  round,
  toFahrenheit,
  toInches,
  toMiles,
  toVisibilityMiles,
  windFromText,
} from './units.js';

/** Fahrenheit or Celsius of a period, whichever it is in. */
export const periodCelsius = ({ temperature, temperatureUnit }: Period): number | undefined =>
  convert(temperature, `deg${temperatureUnit ?? 'F'}`, celsius);

/** A gust is stronger than the wind that it is a gust of: a weaker one is of another hour. */
export const gustAbove = (windKph: number | undefined, gustKph: number | undefined): number | undefined =>
  gustKph !== undefined && gustKph > (windKph ?? 0) ? gustKph : undefined;

/** How far ahead the grid is followed. */
const furthestMs = 9 * 24 * hourMs;

/**
 * The hours that the hourly forecast or the grid knows. The forecast's own numbers come first; the grid adds what it lacks
 * (gusts, visibility, amounts) and the hours after its end, which have numbers but no words.
 */
export function mapHours(
  periods: Period[],
  grid: ReadonlyMap<number, GridHour>,
  tzId: string,
  isDay: (moment: number) => boolean,
  now: number,
): Hour[] {
  const byMoment = new Map(periods.map((period) => [Math.floor(period.startTime / hourMs) * hourMs, period]));
  const moments = [...new Set([...byMoment.keys(), ...grid.keys()])]
    .filter((moment) => moment > now - 2 * 24 * hourMs && moment < now + furthestMs)
    .sort((a, b) => a - b);
  return moments.map((moment) => {
    const period = byMoment.get(moment);
    const cell: GridHour = grid.get(moment) ?? {};
    const tempC = (period && periodCelsius(period)) ?? cell.temperatureC;
    const dewpointC = read(period?.dewpoint, celsius) ?? cell.dewpointC;
    const windKph = windFromText(period?.windSpeed) ?? cell.windKph;
    const humidity = read(period?.relativeHumidity, percent) ?? cell.humidity;
    const feelsC = feelsLikeC({ tempC, windKph, humidity }, { apparentC: cell.apparentC });
    const gustKph = gustAbove(windKph, cell.gustKph);
    const { snowCm, iceMm } = cell;
    const day = isDay(moment);
    return {
      time: wallClock(moment, tzId),
      timeEpoch: moment / 1_000,
      tempC: round(tempC),
      tempF: toFahrenheit(tempC),
      feelslikeC: round(feelsC),
      feelslikeF: toFahrenheit(feelsC),
      windMph: toMiles(windKph),
      windKph: round(windKph),
      windDir: compassName(period?.windDirection) ?? compassPoint(cell.windDirection),
      gustMph: toMiles(gustKph),
      gustKph: round(gustKph),
      precipMm: round(cell.precipitationMm, 2),
      precipIn: toInches(cell.precipitationMm),
      snowCm: round(snowCm, 2),
      iceMm: round(iceMm, 2),
      onlyRain: isOnlyRain({ coldestC: tempC, frozen: [snowCm, iceMm], words: [period?.shortForecast] }),
      humidity: round(humidity, 0),
      // Null is "not stated", which is not the same as 0.
      chanceOfRain: round(period ? read(period.probabilityOfPrecipitation, percent) : cell.chanceOfRain, 0),
      visKm: round(cell.visibilityKm),
      visMiles: toVisibilityMiles(cell.visibilityKm),
      dewpointF: toFahrenheit(dewpointC),
      isDay: day,
      condition: conditionOf(period?.shortForecast, period?.icon, day),
    };
  });
}
