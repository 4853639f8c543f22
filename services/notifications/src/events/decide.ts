import type { AlertEvent } from '@site/proto/gen/nest/weather/v1/alert_events';
import type { Audience, DispatchKind } from '../dispatches/rows.js';
import { deliveryOptionsOf, newsForSeconds } from './urgency.js';

/**
 * Decides what a revision of an event means for subscribers of its counties.
 *
 * | change | sent |
 * |---|---|
 * | first seen | "new", to all who match |
 * | more counties | "grown", to those not yet notified |
 * | a higher threat step than ever announced | "raised", to all |
 * | the end moved by an hour or more | "quiet", without a sound, to those already notified |
 * | canceled before its end, or no longer listed | "ended", without a sound, to those already notified |
 * | anything else: mere updates, an end that has passed, an upgrade (the new event is announced separately) | nothing |
 *
 * A revision that isn't newer than the known one changes nothing, so each device is notified of each step at most once.
 */

export interface KnownEvent {
  revision: number;
  /** Highest announced step. */
  threatStep: number;
  /** Last announced end, RFC 3339; null for "until further notice", and before the first announcement. */
  saidEnds: string | null;
  counties: readonly string[];
  announced: boolean;
  over: boolean;
}

export interface PlannedDispatch {
  kind: DispatchKind;
  audience: Audience;
  /** FIPS codes. */
  counties: readonly string[];
}

/** The new state, with the message to send, if any. */
export interface Decision {
  known: KnownEvent;
  dispatch?: PlannedDispatch;
}

/** An unlisted event counts as over, so that subscribers are notified if it's listed again. */
const endings = new Set(['CAN', 'EXP', 'UPG', 'END', 'UNLISTED']);
/** Endings that subscribers don't expect yet. */
const earlyEndings = new Set(['CAN', 'END', 'UNLISTED']);
const notableMs = 60 * 60_000;
/** Timestamps further in the future come from a wrong clock. */
const mostAheadMs = 60 * 60_000;

const endMs = (ends: string | null | undefined) => (ends ? Date.parse(ends) : Number.POSITIVE_INFINITY);

/** Returns whether a message is recent enough to send. */
function isNews(event: AlertEvent, now: number): boolean {
  const age = now - Date.parse(event.sent);
  return age <= newsForSeconds(event) * 1_000 && age >= -mostAheadMs;
}

/** @param now milliseconds since 1970 UTC */
export function decide(event: AlertEvent, known: KnownEvent | undefined, now: number): Decision {
  if (known && event.revision <= known.revision) return { known };
  if (endings.has(event.action)) return decideEnding(event, known, now);

  const silently: KnownEvent = {
    ...(known ?? { threatStep: 0, saidEnds: null, counties: [], announced: false }),
    revision: event.revision,
    over: false,
  };
  if (!isNews(event, now) || endMs(event.ends) <= now) return { known: silently };
  const dispatch = plan(event, known);
  return dispatch ? { known: announce(event, silently, dispatch), dispatch } : { known: silently };
}

function plan(event: AlertEvent, known: KnownEvent | undefined): PlannedDispatch | undefined {
  const isForAll = { audience: 'all', counties: event.counties } as const;
  // In effect again after its end: earlier announcements don't apply.
  if (!known || known.over) return { kind: 'new', ...isForAll };
  // The first message came too late to send. For urgent events, late is better than never.
  if (!known.announced) return deliveryOptionsOf(event).priority <= 1 ? { kind: 'new', ...isForAll } : undefined;
  if (event.threatStep > known.threatStep) return { kind: 'raised', ...isForAll };
  const added = event.counties.filter((fips) => !known.counties.includes(fips));
  if (added.length > 0) return { kind: 'grown', audience: 'untold', counties: added };
  if (endMs(event.ends) - endMs(known.saidEnds) >= notableMs)
    return { kind: 'quiet', audience: 'told', counties: event.counties };
  return undefined;
}

function announce(event: AlertEvent, known: KnownEvent, { kind }: PlannedDispatch): KnownEvent {
  return {
    ...known,
    announced: true,
    threatStep: Math.max(known.threatStep, event.threatStep),
    counties: [...new Set([...known.counties, ...event.counties])],
    // Only new recipients learn the end of a grown area; others have the earlier one.
    saidEnds: kind === 'grown' ? known.saidEnds : (event.ends ?? null),
  };
}

function decideEnding(event: AlertEvent, known: KnownEvent | undefined, now: number): Decision {
  const over: KnownEvent = {
    ...(known ?? { threatStep: 0, saidEnds: null, counties: [], announced: false }),
    revision: event.revision,
    over: true,
  };
  const isEarly = earlyEndings.has(event.action) && endMs(known?.saidEnds) > now;
  if (!known?.announced || known.over || !isEarly || !isNews(event, now)) return { known: over };
  return { known: over, dispatch: { kind: 'ended', audience: 'told', counties: known.counties } };
}
