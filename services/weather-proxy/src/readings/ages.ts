import { hourMs } from './local-time.js';

/** Maximum ages, counted from when a station measured or a forecast was made. */

/** Stations report every hour, some every 20 minutes. */
export const oldestMeasurementMs = 2 * hourMs;

/** Allowed clock skew of stations and providers. */
export const clockToleranceMs = 10 * 60_000;

/** Offices update forecasts at least every 12 hours: an older one is marked as late. */
export const delayedAfterMs = 12 * hourMs;

/** @param measuredAt and `now`: milliseconds since 1970 UTC */
export const isCurrent = (measuredAt: number, now: number): boolean =>
  now - measuredAt < oldestMeasurementMs && measuredAt - now < clockToleranceMs;

/** @param madeAt and `now`: milliseconds since 1970 UTC */
export const isDelayed = (madeAt: number, now: number): boolean => now - madeAt > delayedAfterMs;
