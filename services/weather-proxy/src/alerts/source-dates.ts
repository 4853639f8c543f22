/**
 * Whether the dates of the source's answers go on as time does. A cache on the way that says nothing of itself gives the same
 * date again and again; a clock that was set goes on from there. Measured by a stopwatch, so that no clock of ours counts.
 */

/** An answer that lags behind by more than this is not believed. */
const furthestBehindMs = 5 * 60_000;
/** Over less time than this a date, which counts whole seconds, cannot be told to go on. */
const leastIntervalMs = 20_000;
/** A clock that goes keeps step with the stopwatch to this. */
const stepMs = 5_000;

interface Mark {
  date: number;
  at: number;
}

export class SourceDates {
  /** Since when the dates have gone on as time does. */
  private since: Mark | undefined;
  private last: Mark | undefined;

  /**
   * Whether an answer was held somewhere for more than five minutes, as far as the answers before it tell.
   * @param date what the source's clock said, milliseconds since 1970 UTC
   * @param at when the answer came, milliseconds of a stopwatch
   */
  isHeld(date: number, at: number): boolean {
    const mark = { date, at };
    const { since, last } = this;
    if (!since || !last) {
      this.since = this.last = mark;
      return false;
    }
    const isComparable = at - last.at >= leastIntervalMs;
    const goes = isComparable && Math.abs(date - last.date - (at - last.at)) < stepMs;
    if (isComparable) this.last = mark;
    const behindMs = at - since.at - (date - since.date);
    // One that is ahead is the better measure from now on; one that goes again was only set back.
    if (behindMs < 0 || goes) this.since = mark;
    return behindMs > furthestBehindMs && !goes;
  }
}
