/** Times by both of the process's clocks, for ages that neither sleep nor a changed clock can shorten. */

/**
 * The monotonic clock is never set back but stops while the machine sleeps; the wall clock counts sleep but can be set.
 */
export interface ClockReading {
  steady: number;
  wall: number;
}

export const readClocks = (): ClockReading => ({ steady: performance.now(), wall: Date.now() });

/** Takes the clock that reports more. */
export const msSince = ({ steady, wall }: ClockReading): number =>
  // eslint-disable-next-line no-restricted-syntax -- counts the time asleep; the stopwatch stands beside it
  Math.max(performance.now() - steady, Date.now() - wall);
