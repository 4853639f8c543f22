/** Polling interval until a response sets one. */
const usualSeconds = 60;
/** Limits for the server's interval: no faster than the lower one, and an open page still updates. */
const [leastSeconds, mostSeconds] = [10, 600];

/**
 * Returns a page's polling interval in milliseconds, as set by the response: the server shortens it in a storm and can
 * lengthen it under load. Hidden pages don't poll until they are visible again.
 */
export function pagePollMs(answer: { pollSeconds?: number | undefined } | undefined): number {
  const seconds = answer?.pollSeconds ?? usualSeconds;
  return 1_000 * Math.min(mostSeconds, Math.max(leastSeconds, Number.isFinite(seconds) ? seconds : usualSeconds));
}
