/** The time, in one place, so that tests can let hours pass. */
export interface Clock {
  /** Milliseconds since 1970 UTC, as this machine believes. */
  now(): number;
  /** Milliseconds since some arbitrary moment, never set back or forward: for measuring durations. */
  elapsed(): number;
}

export const CLOCK = Symbol('clock');

export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };
