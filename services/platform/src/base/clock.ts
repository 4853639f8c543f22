/** Injectable, for tests. */
export interface Clock {
  /** Wall-clock time, milliseconds since 1970 UTC. */
  now(): number;
  /** Monotonic milliseconds from an arbitrary start, for durations. */
  elapsed(): number;
}

export const CLOCK = Symbol('clock');

export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };

/** Allowed clock skew between machines. */
export const maxClockSkewMs = 60_000;

/**
 * Returns the age in milliseconds of another process's data. A time too far in the future comes from a wrong clock: the
 * excess counts as age, so that the data doesn't stay fresh forever.
 * @param time when the data was made, and `now`: milliseconds since 1970 UTC
 */
export const wallAgeMs = (time: number, now: number): number =>
  time - now > maxClockSkewMs ? time - now : Math.max(0, now - time);
