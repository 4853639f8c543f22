/** Maps a station's observation to current conditions. */
import type { Current } from '@site/proto/gen/nest/weather/v1/forecasts';
import { feelsLikeC } from '../readings/feels-like.js';
import type { Measurement } from '../readings/place-forecast.js';
import { compassPoint, round, toFahrenheit, toVisibilityMiles, windAndGust } from '../readings/units.js';
import { conditionOf } from './icons.js';
import type { Observation } from './schemas.js';
import { celsius, degrees, hectopascals, kilometers, kilometersPerHour, percent, read } from './quantities.js';

export interface Station {
  /** "KLIT". */
  id: string;
  /** "Little Rock, Adams Field"; may be empty. */
  name: string;
}

export interface StationObservation {
  station: Station;
  observation: Observation;
}

/** Undefined without words: an icon on its own is the provider's default. */
const skyOf = ({ textDescription, icon }: Observation, isDay: boolean) =>
  textDescription?.trim() ? conditionOf(textDescription, icon, isDay) : undefined;

/** Converts an observation. Omits values that failed quality control or are physically impossible. */
export function measurementOf(
  { station, observation }: StationObservation,
  isDayAt: (timestamp: number) => boolean,
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
  const windKph = read(observation.windSpeed, kilometersPerHour);
  const humidity = read(observation.relativeHumidity, percent);
  const feelsC = feelsLikeC(
    { tempC, windKph, humidity },
    { windChillC: read(observation.windChill, celsius), heatIndexC: read(observation.heatIndex, celsius) },
  );
  const direction = read(observation.windDirection, degrees);
  const visKm = read(observation.visibility, kilometers);
  const pressure =
    read(observation.seaLevelPressure, hectopascals) ?? read(observation.barometricPressure, hectopascals);
  return {
    tempC: round(tempC),
    tempF: toFahrenheit(tempC),
    feelslikeC: round(feelsC),
    feelslikeF: toFahrenheit(feelsC),
    ...windAndGust(windKph, read(observation.windGust, kilometersPerHour)),
    windDegree: round(direction, 0),
    windDir: compassPoint(direction),
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
