import type { Forecast } from '@site/proto/weather/v1/forecasts.answers';
import { useMoment, type Moment } from './clock.js';

/**
 * What the time is for a forecast: how old its numbers are is judged by the server's clock, which set their times, and not by
 * that of a phone, which may be wrong by an hour.
 */

/** When an answer arrived, by the server's clock and by the device's. */
export interface Arrival {
  /** Milliseconds since 1970 UTC. */
  serverTime: number;
  moment: Moment;
}

/** A forecast as a page holds it: parts may be missing, and one that came with the document has no time of arrival. */
export type ForecastAnswer = Pick<Forecast, 'location' | 'current' | 'meta'> & {
  alerts?: Partial<Forecast['alerts']>;
  forecast?: Partial<NonNullable<Forecast['forecast']>>;
  arrival?: Arrival | undefined;
};

/**
 * @param sentAt the answer's `Date` header
 * @returns undefined where there is none; then only the device's clock is left
 */
export function arrivalOf(sentAt: string | null | undefined, moment: Moment): Arrival | undefined {
  const serverTime = Date.parse(sentAt ?? '');
  return Number.isNaN(serverTime) ? undefined : { serverTime, moment };
}

/** The server's time, milliseconds since 1970 UTC. An answer that came with the document has the device's clock alone. */
export function forecastTime(forecast: Pick<ForecastAnswer, 'arrival'> | undefined, now: Moment): number {
  const arrival = forecast?.arrival;
  if (!arrival) return now.wall;
  // The faster of the two: one stands still while the device sleeps, the other may be set back. Rather too old than too young.
  const elapsedMs = Math.max(0, now.steady - arrival.moment.steady, now.wall - arrival.moment.wall);
  return arrival.serverTime + elapsedMs;
}

/** As `forecastTime`, moving on every ten seconds. */
export const useForecastTime = (forecast: ForecastAnswer | undefined): number => forecastTime(forecast, useMoment());
