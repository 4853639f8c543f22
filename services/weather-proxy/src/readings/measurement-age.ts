/** Maximum ages of readings, since a station measured or a forecast was made. */
import { hourMs } from './local-time.js';

/** Stations report at least every hour. */
export const oldestMeasurementMs = 2 * hourMs;

/** Allowed clock skew of stations and providers. */
export const clockToleranceMs = 10 * 60_000;

/** Offices update forecasts at least every 12 hours. */
export const delayedAfterMs = 12 * hourMs;

/** @param measuredAt and `now`: milliseconds since 1970 UTC */
export const isCurrent = (measuredAt: number, now: number): boolean =>
  now - measuredAt < oldestMeasurementMs && measuredAt - now < clockToleranceMs;

/** @param issuedAt and `now`: milliseconds since 1970 UTC */
export const isDelayed = (issuedAt: number, now: number): boolean => now - issuedAt > delayedAfterMs;
