/** Polling interval of open pages. */

/** Polling interval until a response sets one. */
const defaultPollSeconds = 60;
/** Limits of the server's interval, so that an open page still updates. */
const minPollSeconds = 10;
const maxSeconds = 600;

/**
 * Returns the polling interval in milliseconds that the response sets: the server shortens it in a storm and can
 * lengthen it under load. Hidden pages don't poll.
 */
export function pagePollMs(response: { pollSeconds?: number | undefined } | undefined): number {
  const seconds = response?.pollSeconds ?? defaultPollSeconds;
  return (
    1_000 * Math.min(maxSeconds, Math.max(minPollSeconds, Number.isFinite(seconds) ? seconds : defaultPollSeconds))
  );
}
