import type { Condition, Current, Hour } from '@site/proto/gen/nest/weather/v1/forecasts';
import { isCurrent, isDelayed } from './ages.js';
import { inLight } from './day-and-night.js';
import { hourMs } from './local-time.js';
import type { PlaceForecast } from './place-forecast.js';
import { daylight } from './sun.js';

/**
 * The weather now: what a station measured, for two hours; then what is forecast for this hour. Decided at every answer, since
 * a measurement grows old while the answer is kept.
 */

/** What is answered as "now", and where it is from. */
export interface WeatherNow {
  current: Current;
  from: 'observation' | 'forecast';
  /** With "observation" only. */
  observedAt?: string;
  stationId: string;
  stationName: string;
}

/** The forecast has no pressure for an hour. */
const neverForecast = ['pressure_mb'];

/** Whether the forecast is late at `now`. One whose making is not dated is at least as old as our last successful look. */
export const isLate = ({ madeAt, fetchedAt }: PlaceForecast, now: number): boolean =>
  isDelayed(Date.parse(madeAt ?? fetchedAt), now);

/** @param now milliseconds since 1970 UTC */
export function weatherAt(forecast: PlaceForecast, now: number): WeatherNow {
  const { measurement, neverMeasured, place } = forecast;
  const isDay = daylight(place)(now);
  const thisHour = Math.floor(now / hourMs) * hourMs;
  const hour = forecast.hours.find(({ timeEpoch }) => timeEpoch * 1_000 === thisHour);
  const lit = (condition: Condition | undefined) => condition && inLight(condition, isDay);

  if (measurement && isCurrent(Date.parse(measurement.observedAt), now)) {
    const { current, observedAt, stationId, stationName } = measurement;
    // Some stations see no sky. This hour's forecast says more of it than nothing does, unless it is a late one.
    const condition = current.condition ?? (isLate(forecast, now) ? undefined : hour?.condition);
    const answered = { ...current, isDay, condition: lit(condition), notMeasured: neverMeasured };
    return { current: answered, from: 'observation', observedAt, stationId, stationName };
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

/** What an hour has in common with the weather now: the amounts and chances of the hour are not of this moment. */
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
