/** Chooses the current readings that pages show: the response's, or this hour's forecast once they are too old. */
import type { Current, Hour } from '@site/proto/weather/v1/forecasts.responses';
import { useForecastTime, type ForecastResponse } from '../time/forecast-clock.js';
import { localTimeAt, stateTimeZone } from '../time/times.js';

/** Older readings aren't current; the server has the same limit. */
const currentForMs = 2 * 3_600_000;

export interface CurrentWeather {
  current: Current | undefined;
  /** Undefined when the response doesn't say. */
  from: 'observation' | 'forecast' | 'sample' | undefined;
  /** Milliseconds since 1970 UTC; undefined for readings that weren't measured, or at an unknown time. */
  measuredAt?: number | undefined;
}

/**
 * In a response cached for hours, measurements are outdated, so this hour's forecast replaces them.
 * @param now milliseconds since 1970 UTC, from `forecastTime`
 */
export function currentWeather(forecast: ForecastResponse | undefined, now: number): CurrentWeather {
  if (!forecast) return { current: undefined, from: undefined };
  const { current, meta, location } = forecast;
  const readAt = Date.parse(meta.observedAt ?? meta.fetchedAt);
  if (now - readAt > currentForMs && !meta.sample) {
    const hour = hourAt(forecast, localTimeAt(now, location?.tz_id || stateTimeZone));
    return {
      current: hour && { ...hour, air_quality: undefined, not_measured: current?.not_measured ?? [] },
      from: 'forecast',
    };
  }
  const from = meta.currentFrom || undefined;
  const measuredAt = from !== 'forecast' && meta.observedAt ? Date.parse(meta.observedAt) : undefined;
  return { current, from, measuredAt };
}

export const useCurrentWeather = (forecast: ForecastResponse | undefined): CurrentWeather =>
  currentWeather(forecast, useForecastTime(forecast));

function hourAt({ forecast }: ForecastResponse, localTime: string): Hour | undefined {
  const hours = [...(forecast?.hour ?? []), ...(forecast?.forecastday ?? []).flatMap(({ hour }) => hour)];
  return hours.find(({ time, temp_f }) => temp_f !== undefined && time.slice(0, 13) === localTime.slice(0, 13));
}
