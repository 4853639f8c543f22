import type { Current, Hour } from '@site/proto/gen/nest/weather/v1/forecasts';
import { conditionOf } from './icons.js';
import type { Observation, Period } from './schemas.js';
import {
  celsius,
  compassPoint,
  degrees,
  hectopascals,
  kilometres,
  kilometresPerHour,
  percent,
  read,
  round,
  toFahrenheit,
  toMiles,
} from './units.js';

/** The weather now as a station measured it. The words are the forecaster's for this hour; the station's own are often blank. */
export function currentFromObservation(observation: Observation, period: Period | undefined, isDay: boolean): Current {
  const tempC = read(observation.temperature, celsius);
  const feelsC = read(observation.heatIndex, celsius) ?? read(observation.windChill, celsius) ?? tempC;
  const windKph = read(observation.windSpeed, kilometresPerHour);
  const direction = read(observation.windDirection, degrees);
  const visKm = read(observation.visibility, kilometres);
  const pressure =
    read(observation.seaLevelPressure, hectopascals) ?? read(observation.barometricPressure, hectopascals);
  return {
    tempC: round(tempC),
    tempF: toFahrenheit(tempC),
    feelslikeC: round(feelsC),
    feelslikeF: toFahrenheit(feelsC),
    windMph: toMiles(windKph),
    windKph: round(windKph),
    windDegree: round(direction, 0),
    windDir: compassPoint(direction),
    gustKph: round(read(observation.windGust, kilometresPerHour)),
    pressureMb: round(pressure),
    dewpointF: toFahrenheit(read(observation.dewpoint, celsius)),
    humidity: round(read(observation.relativeHumidity, percent), 0),
    visKm: round(visKm),
    visMiles: toMiles(visKm),
    isDay,
    condition:
      conditionOf(period?.shortForecast, period?.icon, isDay) ??
      conditionOf(observation.textDescription, observation.icon, isDay),
  };
}

/** The weather now as it is forecast for this hour, when no station near by has measured it. */
export const currentFromHour = (hour: Hour): Current => ({
  tempC: hour.tempC,
  tempF: hour.tempF,
  feelslikeC: hour.feelslikeC,
  feelslikeF: hour.feelslikeF,
  windMph: hour.windMph,
  windKph: hour.windKph,
  windDir: hour.windDir,
  dewpointF: hour.dewpointF,
  humidity: hour.humidity,
  visKm: hour.visKm,
  visMiles: hour.visMiles,
  isDay: hour.isDay,
  condition: hour.condition,
});
