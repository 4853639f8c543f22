import { hourMs } from './local-time.js';

/** How old what is shown may be. Ages are the data's own: since a station measured, since a forecast was made. */

/** A measurement older than this is not "now". Stations report every hour, some every 20 minutes. */
export const oldestMeasurementMs = 2 * hourMs;

/** Clocks of stations and providers may be ahead by this much. */
export const clockToleranceMs = 10 * 60_000;

/** Offices make a forecast at least every 12 hours: an older one is late, and marked as such. */
export const delayedAfterMs = 12 * hourMs;

/** Whether what was measured at `measuredAt` is the weather at `now`; both milliseconds since 1970 UTC. */
export const isCurrent = (measuredAt: number, now: number): boolean =>
  now - measuredAt < oldestMeasurementMs && measuredAt - now < clockToleranceMs;

/** Whether what was made at `madeAt` is late at `now`; both milliseconds since 1970 UTC. */
export const isDelayed = (madeAt: number, now: number): boolean => now - madeAt > delayedAfterMs;
