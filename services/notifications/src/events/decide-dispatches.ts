/**
 * Decides what a revision of an event means for subscribers of its counties.
 *
 * | change | sent |
 * |---|---|
 * | first seen | "new", to all who match |
 * | more counties | "grown", to those not yet notified; after a release to all, because some of them were notified that it is over |
 * | a later period for counties that have the event | "new", to all who match in these counties |
 * | a higher threat step than ever announced | "raised", to all |
 * | fewer counties | "ended" for these, without a sound, to those already notified; not if another event replaces it there or its time there is over |
 * | the end moved by an hour or more | "quiet", without a sound, to those already notified |
 * | canceled before its end, or no longer listed | "ended", without a sound, to those already notified |
 * | anything else: mere updates, an end that has passed, an upgrade (the new event is announced separately) | nothing |
 *
 * One message per revision, the first that applies; the others wait for the next revision. The weather proxy records the
 * release of counties as a revision of its own. An alert without VTEC is often renewed just after its end: within an
 * hour, that continues it.
 *
 * A revision that isn't newer than the known one changes nothing, so each device is notified of each step at most once.
 */
import { phenomenonOf } from '@site/domain/notifications/kinds';
import type { AlertEvent } from '@site/proto/gen/nest/weather/v1/alert_events';
import type { Audience, DispatchKind } from '../dispatches/dispatch-rows.js';
import { deliveryOptionsOf, newsForSeconds } from './urgency.js';

export interface TrackedEvent {
  revision: number;
  /** Highest announced step. */
  threatStep: number;
  /** Last announced end, RFC 3339; null for "until further notice", and before the first announcement. */
  statedEnds: string | null;
  /** Announced and not released. */
  counties: readonly string[];
  /** Whose end was announced while others went on. */
  released: readonly string[];
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
  known: TrackedEvent;
  dispatch?: PlannedDispatch;
}

/** An unlisted event counts as over, so that subscribers are notified if it's listed again. */
const endings: ReadonlySet<string> = new Set(['CAN', 'EXP', 'UPG', 'END', 'UNLISTED']);
/** Endings that subscribers don't expect yet. */
const earlyEndings = new Set(['CAN', 'END', 'UNLISTED']);
/** Returns whether a message ends an event for some counties while it goes on for others. */
export const isRelease = ({ action }: Pick<AlertEvent, 'action'>, { kind }: Pick<PlannedDispatch, 'kind'>): boolean =>
  kind === 'ended' && !endings.has(action);

const notableMs = 60 * 60_000;
/** Timestamps further in the future come from a wrong clock. */
const maxClockSkewMs = 60 * 60_000;

const unannounced = { threatStep: 0, statedEnds: null, counties: [], released: [], announced: false } as const;

const endMs = (ends: string | null | undefined) => (ends ? Date.parse(ends) : Number.POSITIVE_INFINITY);

/** Returns whether a message is recent enough to send. */
function isNews(event: AlertEvent, now: number): boolean {
  const age = now - Date.parse(event.sent);
  return age <= newsForSeconds(event) * 1_000 && age >= -maxClockSkewMs;
}

/**
 * Returns whether a revision continues an event without VTEC that is over, because it renews it shortly after its
 * announced end. Otherwise, earlier announcements don't apply.
 */
function isRenewal(event: AlertEvent, { announced, statedEnds, counties }: TrackedEvent, now: number): boolean {
  const hasVtec = phenomenonOf(event.eventKey) !== undefined;
  if (hasVtec || !announced || counties.length === 0 || event.action === 'NEW') return false;
  return endMs(statedEnds) <= now && Date.parse(event.sent) - endMs(statedEnds) <= notableMs;
}

/** Moves counties to the released ones. */
const release = (tracked: TrackedEvent, counties: readonly string[]): TrackedEvent => ({
  ...tracked,
  counties: tracked.counties.filter((fips) => !counties.includes(fips)),
  released: [...new Set([...tracked.released, ...counties])],
});

/** @param now milliseconds since 1970 UTC */
export function decide(event: AlertEvent, tracked: TrackedEvent | undefined, now: number): Decision {
  if (tracked && event.revision <= tracked.revision) return { known: tracked };
  if (endings.has(event.action)) return decideEnding(event, tracked, now);

  const isBack = tracked?.over === true && !isRenewal(event, tracked, now);
  const replaced = event.replacedCounties.filter((fips) => !event.counties.includes(fips));
  const earlier = tracked && release(tracked, isBack ? tracked.counties : replaced);
  const silently: TrackedEvent = { ...(earlier ?? unannounced), revision: event.revision, over: false };
  if (!isNews(event, now) || endMs(event.ends) <= now) return { known: silently };
  const dispatch = isBack
    ? ({ kind: 'new', audience: 'all', counties: event.counties } as const)
    : plan(event, earlier);
  return dispatch ? { known: announce(event, silently, dispatch), dispatch } : { known: silently };
}

function plan(event: AlertEvent, tracked: TrackedEvent | undefined): PlannedDispatch | undefined {
  const isForAll = { audience: 'all', counties: event.counties } as const;
  if (!tracked) return { kind: 'new', ...isForAll };
  // The first message came too late to send. For urgent events, late is better than never.
  if (!tracked.announced) return deliveryOptionsOf(event).priority <= 1 ? { kind: 'new', ...isForAll } : undefined;
  if (event.threatStep > tracked.threatStep) return { kind: 'raised', ...isForAll };
  const added = event.counties.filter((fips) => !tracked.counties.includes(fips));
  const ofNewPeriod = event.newCounties.filter((fips) => tracked.counties.includes(fips));
  if (ofNewPeriod.length > 0) return { kind: 'new', audience: 'all', counties: [...ofNewPeriod, ...added] };
  if (added.length > 0)
    return { kind: 'grown', audience: tracked.released.length > 0 ? 'all' : 'not_notified', counties: added };
  const left = tracked.counties.filter((fips) => !event.counties.includes(fips));
  if (left.length > 0) return { kind: 'ended', audience: 'notified', counties: left };
  if (endMs(event.ends) - endMs(tracked.statedEnds) >= notableMs)
    return { kind: 'quiet', audience: 'notified', counties: event.counties };
  return undefined;
}

function announce(event: AlertEvent, tracked: TrackedEvent, { kind, counties }: PlannedDispatch): TrackedEvent {
  if (kind === 'ended') return release(tracked, counties);
  return {
    ...tracked,
    announced: true,
    threatStep: Math.max(tracked.threatStep, event.threatStep),
    counties: [...new Set([...tracked.counties, ...event.counties])],
    released: tracked.released.filter((fips) => !event.counties.includes(fips)),
    // Only new recipients learn the end of a grown area; others have the earlier one.
    statedEnds: kind === 'grown' ? tracked.statedEnds : (event.ends ?? null),
  };
}

function decideEnding(event: AlertEvent, tracked: TrackedEvent | undefined, now: number): Decision {
  const over: TrackedEvent = {
    ...(tracked ?? unannounced),
    revision: event.revision,
    over: true,
  };
  const isEarly = earlyEndings.has(event.action) && endMs(tracked?.statedEnds) > now;
  if (!tracked?.announced || tracked.over || !isEarly || !isNews(event, now)) return { known: over };
  return {
    known: release(over, tracked.counties),
    dispatch: { kind: 'ended', audience: 'notified', counties: tracked.counties },
  };
}
