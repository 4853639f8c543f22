/** The time, in one place, so that tests can let hours pass. */
export interface Clock {
  /** Milliseconds since 1970 UTC. */
  now(): number;
}

export const CLOCK = Symbol('clock');

export const systemClock: Clock = { now: () => Date.now() };
