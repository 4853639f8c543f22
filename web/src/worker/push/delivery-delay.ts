/** A notification's delay as a bucket of RecordDisplay (proto/notifications/v1/subscriptions.proto). */

/** Upper bounds of buckets 0 to 6 in seconds; 7 is everything above. */
const stepEnds = [2, 5, 15, 30, 60, 5 * 60, 60 * 60];
/** A device whose clock is further behind reports nothing: its delay would look too short. */
const toleratedBehindMs = 2_000;

/**
 * Returns when a dispatch was created, in milliseconds since 1970 UTC: a UUIDv7 starts with the time (RFC 9562, 5.7).
 * Undefined for other ids.
 */
export function readCreatedAt(dispatch: string): number | undefined {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i.exec(dispatch) ?? [];
  return high && low ? Number.parseInt(high + low, 16) : undefined;
}

/**
 * @param notice when it was sent (RFC 3339), or at least the dispatch that sent it
 * @param now milliseconds since 1970 UTC by this device's clock
 * @returns undefined when the delay is unknown
 */
export function stepOf({ at, dispatch }: { at?: string | undefined; dispatch?: string | undefined }, now: number) {
  if (dispatch === undefined) return undefined;
  const statedTime = Date.parse(at ?? '');
  const sent = Number.isNaN(statedTime) ? readCreatedAt(dispatch) : statedTime;
  if (sent === undefined || now < sent - toleratedBehindMs) return undefined;
  const seconds = (now - sent) / 1_000;
  const step = stepEnds.findIndex((end) => seconds <= end);
  return step < 0 ? stepEnds.length : step;
}
