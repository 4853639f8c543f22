import type { Current } from '@site/proto/gen/nest/weather/v1/forecasts';
import { feelsLikeC } from '../forecasts/feels-like.js';
import type { Measurement } from '../forecasts/place-forecast.js';
import { conditionOf } from './icons.js';
import { gustAbove } from './map-hours.js';
import type { Observation } from './schemas.js';
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
  toVisibilityMiles,
} from './units.js';

/** A station as its neighbours' list names it. */
export interface Station {
  /** "KLIT". */
  id: string;
  /** "Little Rock, Adams Field"; empty when it has none. */
  name: string;
}

export interface StationObservation {
  station: Station;
  observation: Observation;
}

/**
 * The sky that the station saw. None without words: the provider makes words and icon of the same report, and an icon alone
 * is its default.
 */
const skyOf = ({ textDescription, icon }: Observation, isDay: boolean) =>
  textDescription?.trim() ? conditionOf(textDescription, icon, isDay) : undefined;

/** What a station measured, in our units: nothing in it is of the forecast. */
export function measurementOf(
  { station, observation }: StationObservation,
  isDayAt: (moment: number) => boolean,
): Measurement {
  return {
    observedAt: new Date(observation.timestamp).toISOString(),
    stationId: station.id,
    stationName: station.name,
    current: currentOf(observation, isDayAt(observation.timestamp)),
  };
}

function currentOf(observation: Observation, isDay: boolean): Current {
  const tempC = read(observation.temperature, celsius);
  const windKph = read(observation.windSpeed, kilometresPerHour);
  const humidity = read(observation.relativeHumidity, percent);
  const feelsC = feelsLikeC(
    { tempC, windKph, humidity },
    { windChillC: read(observation.windChill, celsius), heatIndexC: read(observation.heatIndex, celsius) },
  );
  const direction = read(observation.windDirection, degrees);
  const gustKph = gustAbove(windKph, read(observation.windGust, kilometresPerHour));
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
    gustMph: toMiles(gustKph),
    gustKph: round(gustKph),
    pressureMb: round(pressure),
    dewpointF: toFahrenheit(read(observation.dewpoint, celsius)),
    humidity: round(humidity, 0),
    visKm: round(visKm),
    visMiles: toVisibilityMiles(visKm),
    isDay,
    condition: skyOf(observation, isDay),
    airQuality: undefined,
    notMeasured: [],
  };
}
