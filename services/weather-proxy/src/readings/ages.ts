import { hourMs } from './local-time.js';

/**
 * Maximum ages of displayed data. Ages count from the data's own time: when a station measured, when a forecast was
 * made.
 */

/** Maximum age of an observation shown as current. Stations report every hour, some every 20 minutes. */
export const oldestMeasurementMs = 2 * hourMs;

/** Allowed clock skew of stations and providers. */
export const clockToleranceMs = 10 * 60_000;

/** Offices update forecasts at least every 12 hours: an older one is late, and marked as such. */
export const delayedAfterMs = 12 * hourMs;

/** Whether an observation from `measuredAt` is current at `now`; both milliseconds since 1970 UTC. */
export const isCurrent = (measuredAt: number, now: number): boolean =>
  now - measuredAt < oldestMeasurementMs && measuredAt - now < clockToleranceMs;

/** Whether a forecast made at `madeAt` is late at `now`; both milliseconds since 1970 UTC. */
export const isDelayed = (madeAt: number, now: number): boolean => now - madeAt > delayedAfterMs;
