/**
 * Current conditions: a station's observation for two hours, then this hour's forecast. Chosen for every response:
 * observations age in the cache.
 */
import type { Condition, Current, Hour } from '@site/proto/gen/nest/weather/v1/forecasts';
import { isCurrent, isDelayed } from '../readings/measurement-age.js';
import { inLight } from '../readings/day-and-night.js';
import { hourMs } from '../readings/local-time.js';
import type { PlaceForecast } from '../readings/place-forecast.js';
import { daylight } from '../readings/sun.js';

export interface WeatherNow {
  current: Current;
  from: 'observation' | 'forecast';
  /** Only with "observation". */
  observedAt?: string;
  stationId: string;
  stationName: string;
}

/** Hourly forecasts have no pressure. */
const neverForecast = ['pressure_mb'];

/** An undated forecast is at least as old as its fetch. */
export const isOutdated = ({ issuedAt, fetchedAt }: PlaceForecast, now: number): boolean =>
  isDelayed(Date.parse(issuedAt ?? fetchedAt), now);

/** @param now milliseconds since 1970 UTC */
export function weatherAt(forecast: PlaceForecast, now: number): WeatherNow {
  const { measurement, neverMeasured, place } = forecast;
  const isDay = daylight(place)(now);
  const thisHour = Math.floor(now / hourMs) * hourMs;
  const hour = forecast.hours.find(({ timeEpoch }) => timeEpoch * 1_000 === thisHour);
  const lit = (condition: Condition | undefined) => condition && inLight(condition, isDay);

  if (measurement && isCurrent(Date.parse(measurement.observedAt), now)) {
    const { current, observedAt, stationId, stationName } = measurement;
    // Without a reported sky, this hour's forecast, unless late.
    const condition = current.condition ?? (isOutdated(forecast, now) ? undefined : hour?.condition);
    const conditions = { ...current, isDay, condition: lit(condition), notMeasured: neverMeasured };
    return { current: conditions, from: 'observation', observedAt, stationId, stationName };
  }
  return {
    current: {
      ...(hour && currentOf(hour)),
      isDay,
      condition: lit(hour?.condition),
      airQuality: undefined,
      notMeasured: [...neverMeasured, ...neverForecast],
    },
    from: 'forecast',
    stationId: '',
    stationName: '',
  };
}

/** Drops amounts and chances, which cover the hour. */
const currentOf = (hour: Hour) => ({
  tempC: hour.tempC,
  tempF: hour.tempF,
  feelslikeC: hour.feelslikeC,
  feelslikeF: hour.feelslikeF,
  windMph: hour.windMph,
  windKph: hour.windKph,
  windDir: hour.windDir,
  gustMph: hour.gustMph,
  gustKph: hour.gustKph,
  dewpointF: hour.dewpointF,
  humidity: hour.humidity,
  visKm: hour.visKm,
  visMiles: hour.visMiles,
  uv: hour.uv,
});
