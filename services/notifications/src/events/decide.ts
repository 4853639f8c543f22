import type { AlertEvent } from '@site/proto/gen/nest/weather/v1/alert_events';
import type { Audience, RunKind } from '../runs/rows.js';
import { mannersOf, newsForSeconds } from './urgency.js';

/**
 * What a revision of an event means for those who follow its counties.
 *
 * | change | sent |
 * |---|---|
 * | first seen | "new", to all who match |
 * | more counties | "grown", to those who have not been told |
 * | a higher threat step than ever announced | "raised", to all |
 * | the end moved by an hour or more | "quiet", without a sound, to those who have been told |
 * | canceled before its end, or no longer listed | "ended", without a sound, to those who have been told |
 * | anything else: mere updates, an end that has passed, an upgrade (the other event tells its own news) | nothing |
 *
 * A revision that is not newer than what is known changes nothing, so any order and repetition of revisions tells each device
 * of each step once at most.
 */

/** What is remembered of an event. */
export interface KnownEvent {
  revision: number;
  /** The highest one that was announced. */
  threatStep: number;
  /** The end that was last said, RFC 3339; null for "until further notice", and while nothing was said. */
  saidEnds: string | null;
  /** All that it was announced for. */
  counties: readonly string[];
  announced: boolean;
  over: boolean;
}

export interface PlannedRun {
  kind: RunKind;
  audience: Audience;
  /** FIPS codes. */
  counties: readonly string[];
}

/** What to remember from now on, and what to send, if anything. */
export interface Decision {
  known: KnownEvent;
  run?: PlannedRun;
}

/** An unlisted event counts as over here, so that subscribers are notified again if it's listed again. */
const endings = new Set(['CAN', 'EXP', 'UPG', 'END', 'UNLISTED']);
/** Endings that subscribers don't expect yet. */
const earlyEndings = new Set(['CAN', 'END', 'UNLISTED']);
const notableMs = 60 * 60_000;
/** A clock this far ahead of ours is wrong, and so is what it says. */
const mostAheadMs = 60 * 60_000;

const endMs = (ends: string | null | undefined) => (ends ? Date.parse(ends) : Number.POSITIVE_INFINITY);

/** Whether it is still news, by the age of the message. */
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
  const run = plan(event, known);
  return run ? { known: announce(event, silently, run), run } : { known: silently };
}

function plan(event: AlertEvent, known: KnownEvent | undefined): PlannedRun | undefined {
  const isForAll = { audience: 'all', counties: event.counties } as const;
  // In effect again after an end: what was said no longer holds.
  if (!known || known.over) return { kind: 'new', ...isForAll };
  // Came too late when it began. While people are in danger, late is better than never.
  if (!known.announced) return mannersOf(event).priority <= 1 ? { kind: 'new', ...isForAll } : undefined;
  if (event.threatStep > known.threatStep) return { kind: 'raised', ...isForAll };
  const added = event.counties.filter((fips) => !known.counties.includes(fips));
  if (added.length > 0) return { kind: 'grown', audience: 'untold', counties: added };
  if (endMs(event.ends) - endMs(known.saidEnds) >= notableMs)
    return { kind: 'quiet', audience: 'told', counties: event.counties };
  return undefined;
}

function announce(event: AlertEvent, known: KnownEvent, { kind }: PlannedRun): KnownEvent {
  return {
    ...known,
    announced: true,
    threatStep: Math.max(known.threatStep, event.threatStep),
    counties: [...new Set([...known.counties, ...event.counties])],
    // Only some are told of a grown area; the others still know the earlier end.
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
  return { known: over, run: { kind: 'ended', audience: 'told', counties: known.counties } };
}
