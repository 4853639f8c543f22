import { siteName } from '@site/state/state';
import { milesTo, type Area, type Corner, type Place } from './distance.js';

/** What a push says, from its text to what the device shows. Whatever arrives, there is something to show. */

/** The declarative form (https://webkit.org/blog/16535/meet-declarative-web-push/), which iOS shows by itself. */
export interface Notice {
  title: string;
  body: string;
  /** Whole address on this site that the tap opens. */
  navigate: string;
  /** Of the event: a newer notice takes the place of an older one. */
  tag: string;
  lang: string;
  silent: boolean;
  data: NoticeData;
}

export interface NoticeData {
  /** The run that sent it, a UUIDv7. */
  run?: string | undefined;
  revision: number;
  /** When it was sent, RFC 3339. */
  at?: string | undefined;
  /** The warned area; empty when it was not sent. */
  area: Area;
  /** One of the most dangerous. */
  isLoud: boolean;
  /** A county's name as in /now/{county}. */
  county?: string | undefined;
  /** The first push to a device holds the token by which it confirms itself. */
  confirm?: string | undefined;
}

/** What is kept with a shown notification, for the tap and for the next revision. */
export interface ShownData {
  navigate: string;
  revision: number;
  confirm?: string | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textOf = (value: unknown, most: number): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, most) : undefined;
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isCorner = (value: unknown): value is Corner =>
  Array.isArray(value) && value.length === 2 && value.every(isNumber);
const isRing = (value: unknown): value is Corner[] => Array.isArray(value) && value.every(isCorner);

/** More corners than this are not sent, and would only take time. */
const mostCorners = 100;

/** The outer rings of an area; a single ring may stand by itself. */
function areaOf(polygon: unknown): Area {
  const rings: unknown[] = isRing(polygon) ? [polygon] : Array.isArray(polygon) ? polygon : [];
  if (!rings.every(isRing)) return [];
  return rings.reduce((sum, { length }) => sum + length, 0) > mostCorners ? [] : rings;
}

/** An address on this site; the text-only pages for any other. */
export function addressOn(origin: string, navigate: unknown): string {
  const fallback = `${origin}/now`;
  if (typeof navigate !== 'string') return fallback;
  try {
    const address = new URL(navigate, origin);
    return address.origin === origin ? address.href : fallback;
  } catch {
    return fallback;
  }
}

function parsed(text: string | undefined): Record<string, unknown> {
  try {
    const value = JSON.parse(text ?? '') as unknown;
    return isRecord(value) && isRecord(value['notification']) ? value['notification'] : {};
  } catch {
    return {};
  }
}

/**
 * The notice in a push. What is missing or unreadable is left out, never the notice.
 * @param text of the push; undefined for an empty one
 */
export function noticeOf(text: string | undefined, origin: string): Notice {
  const given = parsed(text);
  const data = isRecord(given['data']) ? given['data'] : {};
  const county = textOf(data['county'], 60);
  return {
    title: textOf(given['title'], 200) ?? siteName,
    body: textOf(given['body'], 1_000) ?? 'There is news about the weather in your counties. Open it to read more.',
    navigate: addressOn(origin, given['navigate']),
    tag: textOf(given['tag'], 64) ?? '',
    lang: textOf(given['lang'], 10) ?? 'en',
    silent: given['silent'] === true,
    data: {
      run: textOf(data['run'], 36),
      revision: isNumber(data['revision']) ? data['revision'] : 0,
      at: textOf(data['at'], 40),
      area: areaOf(data['polygon']),
      isLoud: data['loud'] === true,
      county: county && /^[a-z-]+$/.test(county) ? county : undefined,
      confirm: textOf(data['confirm'], 200),
    },
  };
}

/** Storms move, and an area is drawn for where they will be: up to here a notice rings as if it were for the place itself. */
const ringsWithinMiles = 10;

/** The notice as it is for somebody at a place: said first, because a locked screen shows little more. */
export function atPlace(notice: Notice, place: Place | undefined): Notice {
  const miles = place && milesTo(place, notice.data.area);
  if (miles === undefined) return notice;
  if (miles === 0) return { ...notice, body: `At your place. ${notice.body}` };
  const rounded = Math.max(1, Math.round(miles));
  const where = `${rounded} ${rounded === 1 ? 'mile' : 'miles'} from your place.`;
  return { ...notice, body: `${where} ${notice.body}`, silent: notice.silent || miles > ringsWithinMiles };
}

/** What the library of the pages does not know of notifications. */
export type ShownOptions = NotificationOptions & { renotify?: boolean };

/** How a notice is shown. One that takes another's place rings again, unless it is a quiet one. */
export function optionsOf({ body, navigate, tag, lang, silent, data }: Notice): ShownOptions {
  const shown: ShownData = { navigate, revision: data.revision, ...(data.confirm && { confirm: data.confirm }) };
  return {
    ...{ body, lang, silent, data: shown, icon: '/icon-192.png' },
    // Stays until somebody has seen it.
    requireInteraction: data.isLoud && !silent,
    ...(tag && { tag, renotify: !silent }),
  };
}

/** What was kept with a notification; for a foreign or older one the text-only pages. */
export function shownDataOf(data: unknown, origin: string): ShownData {
  const given = isRecord(data) ? data : {};
  return {
    navigate: addressOn(origin, given['navigate']),
    revision: isNumber(given['revision']) ? given['revision'] : 0,
    confirm: textOf(given['confirm'], 200),
  };
}
