/**
 * Whether the dates of the source's answers advance with time. A cache along the way that does not declare itself
 * repeats the same date; a clock that was set runs on from its new time. Measured by a stopwatch, so that our own clock
 * does not matter.
 */

/** An answer that lags by more than this is not believed. */
const furthestBehindMs = 5 * 60_000;
/** Dates count whole seconds, so over less time than this they cannot be seen to advance. */
const leastIntervalMs = 20_000;
/** A running clock keeps step with the stopwatch to within this. */
const stepMs = 5_000;

interface Mark {
  date: number;
  at: number;
}

export class SourceDates {
  /** Since when the dates have kept step with time. */
  private since: Mark | undefined;
  private last: Mark | undefined;

  /**
   * Whether an answer was held somewhere for more than five minutes, as far as earlier answers tell.
   * @param date what the source's clock said, milliseconds since 1970 UTC
   * @param at when the answer arrived, milliseconds of a stopwatch
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
    // One that is ahead is the better reference from now on; one that runs again had only been set back.
    if (behindMs < 0 || goes) this.since = mark;
    return behindMs > furthestBehindMs && !goes;
  }
}
