/**
 * Detects upstream dates that don't advance: an undeclared cache on the path repeats a date; a clock that was set
 * continues from its new time. Uses the monotonic clock: our wall clock may be wrong.
 */

/** Responses that lag more are rejected. */
const maxLagMs = 5 * 60_000;
/** Dates have a resolution of one second. */
const minIntervalMs = 20_000;
/** Tolerance. */
const stepMs = 5_000;

interface Mark {
  date: number;
  at: number;
}

export class UpstreamDates {
  /** Start of a steady advance. */
  private since: Mark | undefined;
  private last: Mark | undefined;

  /**
   * Whether a cache held a response for more than five minutes.
   * @param date the upstream date, milliseconds since 1970 UTC
   * @param at when the response arrived, by the monotonic clock in milliseconds
   */
  isStale(date: number, at: number): boolean {
    const mark = { date, at };
    const { since, last } = this;
    if (!since || !last) {
      this.since = mark;
      this.last = mark;
      return false;
    }
    const isComparable = at - last.at >= minIntervalMs;
    const goes = isComparable && Math.abs(date - last.date - (at - last.at)) < stepMs;
    if (isComparable) this.last = mark;
    const behindMs = at - since.at - (date - since.date);
    // A clock ahead becomes the reference; one that advances again was set back.
    if (behindMs < 0 || goes) this.since = mark;
    return behindMs > maxLagMs && !goes;
  }
}
