/** Maps the National Weather Service's hourly forecast and grid to hours. */
import type { Hour } from '@site/proto/gen/nest/weather/v1/forecasts';
import { feelsLikeC } from '../readings/feels-like.js';
import { hourMs, wallClock } from '../readings/local-time.js';
import { isOnlyRain } from '../readings/only-rain.js';
import {
  compassName,
  compassPoint,
  round,
  toFahrenheit,
  toInches,
  toVisibilityMiles,
  windAndGust,
} from '../readings/units.js';
import type { GridHour } from './grid.js';
import { conditionOf } from './icons.js';
import type { Period } from './schemas.js';
import { celsius, convert, percent, read, windFromText } from './quantities.js';

/** Returns a period's temperature in °C; undefined if missing or impossible. */
export const periodCelsius = ({ temperature, temperatureUnit }: Period): number | undefined =>
  convert(temperature, `deg${temperatureUnit ?? 'F'}`, celsius);

/** The amount as published, for a whole period. */
const periodOf = ({ precipitationPeriod: period }: GridHour, tzId: string) =>
  period && period.hours > 1
    ? {
        precipPeriodMm: round(period.mm, 2),
        precipPeriodHours: Math.round(period.hours),
        precipPeriodStart: wallClock(period.start, tzId),
      }
    : {};

const maxForecastAheadMs = 9 * 24 * hourMs;

/**
 * Merges the hourly forecast, which has priority, and the grid, which adds gusts, visibility, amounts, and later hours
 * without words.
 */
export function mapHours(
  periods: Period[],
  grid: ReadonlyMap<number, GridHour>,
  tzId: string,
  isDay: (timestamp: number) => boolean,
  now: number,
): Hour[] {
  const periodsByTime = new Map(periods.map((period) => [Math.floor(period.startTime / hourMs) * hourMs, period]));
  const moments = [...new Set([...periodsByTime.keys(), ...grid.keys()])]
    .filter((timestamp) => timestamp > now - 2 * 24 * hourMs && timestamp < now + maxForecastAheadMs)
    .sort((a, b) => a - b);
  return moments.map((timestamp) => {
    const period = periodsByTime.get(timestamp);
    const cell: GridHour = grid.get(timestamp) ?? {};
    const tempC = (period && periodCelsius(period)) ?? cell.temperatureC;
    const dewpointC = read(period?.dewpoint, celsius) ?? cell.dewpointC;
    const windKph = windFromText(period?.windSpeed) ?? cell.windKph;
    const humidity = read(period?.relativeHumidity, percent) ?? cell.humidity;
    const feelsC = feelsLikeC({ tempC, windKph, humidity }, { apparentC: cell.apparentC });
    const { snowCm, iceMm } = cell;
    const day = isDay(timestamp);
    return {
      time: wallClock(timestamp, tzId),
      timeEpoch: timestamp / 1_000,
      tempC: round(tempC),
      tempF: toFahrenheit(tempC),
      feelslikeC: round(feelsC),
      feelslikeF: toFahrenheit(feelsC),
      ...windAndGust(windKph, cell.gustKph),
      windDir: compassName(period?.windDirection) ?? compassPoint(cell.windDirection),
      precipMm: round(cell.precipitationMm, 2),
      precipIn: toInches(cell.precipitationMm),
      ...periodOf(cell, tzId),
      snowCm: round(snowCm, 2),
      iceMm: round(iceMm, 2),
      onlyRain: isOnlyRain({ coldestC: tempC, frozen: [snowCm, iceMm], text: [period?.shortForecast] }),
      humidity: round(humidity, 0),
      // Null means "not stated", which is not 0.
      chanceOfRain: round(period ? read(period.probabilityOfPrecipitation, percent) : cell.chanceOfRain, 0),
      visKm: round(cell.visibilityKm),
      visMiles: toVisibilityMiles(cell.visibilityKm),
      dewpointF: toFahrenheit(dewpointC),
      isDay: day,
      condition: conditionOf(period?.shortForecast, period?.icon, day),
    };
  });
}
