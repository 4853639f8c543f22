/** Judges a forecast's age by the server clock, which set its times: a phone's may be off by an hour. */
import type { Forecast } from '@site/proto/weather/v1/forecasts.responses';
import { useClockReading, type ClockReading } from './clock.js';
import { localTimeAt, stateTimeZone } from './times.js';

/** Arrival time by the server's and the device's clocks. */
export interface Arrival {
  /** Milliseconds since 1970 UTC. */
  serverTime: number;
  clockReading: ClockReading;
}

/** Parts may be missing, and an embedded forecast has no arrival time. */
export type ForecastResponse = Pick<Forecast, 'location' | 'current' | 'meta'> & {
  alerts?: Partial<Forecast['alerts']>;
  forecast?: Partial<NonNullable<Forecast['forecast']>>;
  arrival?: Arrival | undefined;
};

/**
 * @param sentAt the response's `Date` header
 * @returns undefined without one; then only the device's clock is available
 */
export function arrivalOf(sentAt: string | null | undefined, clockReading: ClockReading): Arrival | undefined {
  const serverTime = Date.parse(sentAt ?? '');
  return Number.isNaN(serverTime) ? undefined : { serverTime, clockReading };
}

/**
 * Returns the server time in milliseconds since 1970 UTC. For an embedded response, falls back to the device's clock.
 */
export function forecastTime(forecast: Pick<ForecastResponse, 'arrival'> | undefined, now: ClockReading): number {
  const arrival = forecast?.arrival;
  if (!arrival) return now.wall;
  // Uses the faster clock: one pauses while the device sleeps, the other may be set back. An age that is too
  // high is safer than one too low.
  const elapsedMs = Math.max(0, now.steady - arrival.clockReading.steady, now.wall - arrival.clockReading.wall);
  return arrival.serverTime + elapsedMs;
}

/** Updates every ten seconds. */
export const useForecastTime = (forecast: ForecastResponse | undefined): number =>
  forecastTime(forecast, useClockReading());

/** Returns the local wall-clock time at the forecast's place, such as "2026-11-20 15:07". */
export const useLocalTime = (forecast: ForecastResponse | undefined): string =>
  localTimeAt(useForecastTime(forecast), forecast?.location?.tz_id || stateTimeZone);
