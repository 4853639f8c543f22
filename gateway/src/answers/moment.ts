/**
 * A moment by the process's stopwatch and by the wall clock. The stopwatch is never set back, but stands still while the machine
 * sleeps; the wall clock counts that time, but may be set.
 */
export interface Moment {
  steady: number;
  wall: number;
}

export const momentNow = (): Moment => ({ steady: performance.now(), wall: Date.now() });

/** Returns how long ago a moment was, in milliseconds, by whichever clock says longer. */
export const msSince = ({ steady, wall }: Moment): number =>
  // eslint-disable-next-line no-restricted-syntax -- counts the time asleep; the stopwatch stands beside it
  Math.max(performance.now() - steady, Date.now() - wall);
