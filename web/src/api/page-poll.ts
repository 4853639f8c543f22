/** Polling interval of open pages. */

/** Polling interval until a response sets one. */
const usualSeconds = 60;
/** Limits of the server's interval, so that an open page still updates. */
const leastSeconds = 10;
const mostSeconds = 600;

/**
 * Returns the polling interval in milliseconds that the response sets: the server shortens it in a storm and can
 * lengthen it under load. Hidden pages don't poll.
 */
export function pagePollMs(answer: { pollSeconds?: number | undefined } | undefined): number {
  const seconds = answer?.pollSeconds ?? usualSeconds;
  return 1_000 * Math.min(mostSeconds, Math.max(leastSeconds, Number.isFinite(seconds) ? seconds : usualSeconds));
}
