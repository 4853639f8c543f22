/**
 * The upstream clock of the alerts. Their start and end are judged by it, so a phone whose clock is 45 minutes off
 * can't hide or end any. A response contains the upstream time of its creation; the device's monotonic clock
 * counts on from there.
 */
import type { ClockReading } from './clock.js';

export interface TimestampedResponse {
  /** Upstream time when the response was created, RFC 3339; null if never known. */
  sourceTime?: string | null;
  /** Server time at that moment, RFC 3339. */
  serverTime?: string | null;
}

export interface ResponseTiming {
  /** Upstream time of the response's arrival, in milliseconds since 1970 UTC; undefined if never known. */
  sourceTime: number | undefined;
  arrived: ClockReading;
  /** Whether the response's age on arrival is known; only then can it prove that there are no alerts. */
  hasValidAge: boolean;
  isFromDocument: boolean;
  /** Server time when the response was created, if it's from the document. */
  createdAt?: number | undefined;
}

/** Tolerated clock skew between two of our machines. */
const toleratedMs = 2 * 60_000;
/** From this age on, a response no longer proves that there are no alerts. */
export const trustedForMs = 5 * 60_000;

const isAge = (ms: number) => ms >= -toleratedMs && ms < trustedForMs;
const parseTimeMs = (time: string | null | undefined): number | undefined => {
  const ms = Date.parse(time ?? '');
  return Number.isNaN(ms) ? undefined : ms;
};

/**
 * Derives the times of a response from the network.
 * @param sentAt its `Date` header: the difference from the response's server time is the time in a cache
 */
export function deriveNetworkTiming(
  response: TimestampedResponse,
  sentAt: string | null | undefined,
  arrived: ClockReading,
): ResponseTiming {
  const createdAt = parseTimeMs(response.serverTime);
  const sent = parseTimeMs(sentAt);
  const cacheAgeMs = createdAt === undefined || sent === undefined ? 0 : sent - createdAt;
  const hasValidAge = isAge(cacheAgeMs);
  const sourceTime = parseTimeMs(response.sourceTime);
  // If the clocks contradict each other, their difference doesn't end any alert. If two clocks confirm that the
  // response was in a cache for hours, the alerts that ended since are over.
  const isBorneOut = sent !== undefined && Math.abs(arrived.wall - sent) < toleratedMs;
  const ageMs = hasValidAge || isBorneOut ? Math.max(0, cacheAgeMs) : 0;
  return {
    sourceTime: sourceTime === undefined ? undefined : sourceTime + ageMs,
    arrived,
    hasValidAge,
    isFromDocument: false,
  };
}

/**
 * Derives the times of an embedded response. Only the phone's clock could tell how long it was stored, if that clock is
 * right.
 */
export function deriveDocumentTiming(response: TimestampedResponse, loaded: ClockReading): ResponseTiming {
  const createdAt = parseTimeMs(response.serverTime);
  const hasValidAge = createdAt !== undefined && isAge(loaded.wall - createdAt);
  return {
    sourceTime: parseTimeMs(response.sourceTime),
    arrived: loaded,
    hasValidAge,
    isFromDocument: true,
    createdAt,
  };
}

/** Returns whether the response's age was known. The server's clock set a document's time and its responses' times. */
export const hasValidAgeAt = ({ hasValidAge, createdAt }: ResponseTiming, now: ClockReading): boolean =>
  now.isDocument && createdAt !== undefined ? isAge(now.wall - createdAt) : hasValidAge;

/** Returns the upstream time in milliseconds since 1970 UTC; undefined if never known. */
export function sourceNow({ sourceTime, arrived }: ResponseTiming, now: ClockReading): number | undefined {
  if (sourceTime === undefined) return undefined;
  if (now.isDocument) return sourceTime;
  // The compared time may have been read just before the response arrived.
  return sourceTime + Math.max(0, now.steady - arrived.steady);
}

/**
 * Returns whether an upstream time is less than five minutes ago. Doesn't trust the slower of the device's clocks: one
 * may have paused during sleep, the other may have been set.
 */
export function isFresh(time: string | null | undefined, timing: ResponseTiming, now: ClockReading) {
  const { sourceTime, arrived } = timing;
  const then = parseTimeMs(time);
  if (then === undefined || sourceTime === undefined || !hasValidAgeAt(timing, now)) return false;
  const elapsedMs = now.isDocument ? 0 : Math.max(0, now.steady - arrived.steady, now.wall - arrived.wall);
  return isAge(sourceTime + elapsedMs - then);
}
