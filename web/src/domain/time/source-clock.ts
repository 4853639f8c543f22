import type { Moment } from './clock.js';

/**
 * The clock of the alerts' source. When an alert begins and ends is judged by it: a phone whose clock is 45 minutes off hides
 * nothing and ends nothing. An answer says what that clock showed when it was made; from then on it is counted by the
 * device's steady clock.
 */

/** What an answer tells of time. */
export interface TimedAnswer {
  /** The source's clock when the answer was made, RFC 3339; null when it was never heard. */
  sourceTime?: string | null;
  /** The server's clock at that moment, RFC 3339. */
  serverTime?: string | null;
}

/** The source's time, as far as an answer told it. */
export interface HeardTime {
  /** When the answer arrived, milliseconds since 1970 UTC by the source's clock; undefined when that was never heard. */
  sourceTime: number | undefined;
  arrived: Moment;
  /** Whether it is known how old the answer was on arrival: only then it says that there is nothing else. */
  isAgeKnown: boolean;
  isFromDocument: boolean;
}

/** Clocks of two machines of ours may differ by so much. */
const toleratedMs = 2 * 60_000;
/** An answer is worth nothing as a "none" from this age on. */
export const trustedForMs = 5 * 60_000;

const isAge = (ms: number) => ms >= -toleratedMs && ms < trustedForMs;
const momentOf = (time: string | null | undefined): number | undefined => {
  const ms = Date.parse(time ?? '');
  return Number.isNaN(ms) ? undefined : ms;
};

/**
 * An answer from the network.
 * @param sentAt its `Date` header: between the server's clock in the answer and this lies the time that a cache kept it
 */
export function heardFromNetwork(answer: TimedAnswer, sentAt: string | null | undefined, arrived: Moment): HeardTime {
  const made = momentOf(answer.serverTime);
  const sent = momentOf(sentAt);
  const keptMs = made === undefined || sent === undefined ? 0 : sent - made;
  const isAgeKnown = isAge(keptMs);
  const sourceTime = momentOf(answer.sourceTime);
  // Where the clocks contradict one another, nothing is ended on the strength of their difference. One that lay in a cache for
  // hours, by the word of two clocks, ends what has ended since.
  const isBorneOut = sent !== undefined && Math.abs(arrived.wall - sent) < toleratedMs;
  const ageMs = isAgeKnown || isBorneOut ? Math.max(0, keptMs) : 0;
  return {
    sourceTime: sourceTime === undefined ? undefined : sourceTime + ageMs,
    arrived,
    isAgeKnown,
    isFromDocument: false,
  };
}

/** An answer in the document. How long that lay somewhere only the phone's clock could tell, if it is right. */
export function heardFromDocument(answer: TimedAnswer, loaded: Moment): HeardTime {
  const made = momentOf(answer.serverTime);
  const isAgeKnown = made !== undefined && isAge(loaded.wall - made);
  return { sourceTime: momentOf(answer.sourceTime), arrived: loaded, isAgeKnown, isFromDocument: true };
}

/** What the source's clock says now, milliseconds since 1970 UTC; undefined when it was never heard. */
export function sourceNow({ sourceTime, arrived }: HeardTime, now: Moment): number | undefined {
  if (sourceTime === undefined) return undefined;
  // What is compared may have been read a moment before the answer arrived.
  return sourceTime + Math.max(0, now.steady - arrived.steady);
}

/**
 * Whether something that was true at a moment of the source's clock was so less than five minutes ago. The slower of the
 * device's clocks is not believed here: one may have slept, the other may have been set.
 */
export function isFresh(time: string | null | undefined, { sourceTime, arrived, isAgeKnown }: HeardTime, now: Moment) {
  const then = momentOf(time);
  if (then === undefined || sourceTime === undefined || !isAgeKnown) return false;
  const elapsedMs = Math.max(0, now.steady - arrived.steady, now.wall - arrived.wall);
  return isAge(sourceTime + elapsedMs - then);
}
