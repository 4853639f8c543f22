/** Injectable, so that tests can move time forward. */
export interface Clock {
  /** Wall-clock time, milliseconds since 1970 UTC. */
  now(): number;
  /** Monotonic milliseconds from an arbitrary start, for durations. */
  elapsed(): number;
}

export const CLOCK = Symbol('clock');

export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };

/** Allowed clock skew between machines. */
export const furthestAheadMs = 60_000;

/**
 * Returns the age in milliseconds of data from another process or from before a restart. A time too far in the future
 * means that a clock was wrong or was set back: the excess then counts as age, so that the data doesn't stay fresh
 * forever.
 * @param time when the data was made, and `now`: milliseconds since 1970 UTC
 */
export const wallAgeMs = (time: number, now: number): number =>
  time - now > furthestAheadMs ? time - now : Math.max(0, now - time);
