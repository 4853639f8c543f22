/**
 * Detects upstream dates that don't advance. An undeclared cache on the path repeats the same date; a clock that was
 * set continues from its new time. Measured by the monotonic clock, so our own wall clock doesn't matter.
 */

/** A response that lags by more than this is rejected. */
const furthestBehindMs = 5 * 60_000;
/** Dates have a resolution of one second, so progress over a shorter interval than this can't be detected. */
const leastIntervalMs = 20_000;
/** Tolerance between a running clock and the monotonic clock. */
const stepMs = 5_000;

interface Mark {
  date: number;
  at: number;
}

export class SourceDates {
  /** Since when the dates have advanced in step with time. */
  private since: Mark | undefined;
  private last: Mark | undefined;

  /**
   * Whether a response was held in a cache for more than five minutes, judging by earlier responses.
   * @param date the upstream date, milliseconds since 1970 UTC
   * @param at when the response arrived, by the monotonic clock in milliseconds
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
    // A clock that is ahead becomes the reference; one that advances again had only been set back.
    if (behindMs < 0 || goes) this.since = mark;
    return behindMs > furthestBehindMs && !goes;
  }
}
