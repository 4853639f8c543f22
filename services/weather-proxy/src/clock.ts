/** The time, in one place, so that tests can let hours pass. */
export interface Clock {
  /** Milliseconds since 1970 UTC, as this machine believes. */
  now(): number;
  /** Milliseconds since some arbitrary moment, never set back or forward: for measuring durations. */
  elapsed(): number;
}

export const CLOCK = Symbol('clock');

export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };

/** Clocks of two machines may differ by this much. */
export const furthestAheadMs = 60_000;

/**
 * Returns the age of something from another process or from before a restart, in milliseconds. A time further ahead than clocks
 * may differ means that a clock was set wrong or back: then it counts as that much too old, so that it never stays fresh.
 * @param time when it was made, and `now`: milliseconds since 1970 UTC
 */
export const wallAgeMs = (time: number, now: number): number =>
  time - now > furthestAheadMs ? time - now : Math.max(0, now - time);
