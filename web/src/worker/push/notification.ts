/** Parses a push into a notification. Falls back to a generic text for any unreadable push. */
import { firstCharacters } from '@site/domain/truncate';
import { siteName } from '@site/regions/state';
import { milesTo, type Area, type Corner, type Place } from './distance.js';
import { getPushMessages } from './push-texts.js';

/** The declarative form (https://webkit.org/blog/16535/meet-declarative-web-push/), which iOS shows by itself. */
export interface Notice {
  title: string;
  body: string;
  /** Full URL on this site that a click opens. */
  navigate: string;
  /** Identifies the event: a newer notice replaces an older one. */
  tag: string;
  lang: string;
  silent: boolean;
  data: NoticeData;
}

export interface NoticeData {
  /** Id of the dispatch, a UUIDv7. */
  dispatch?: string | undefined;
  revision: number;
  /** When it was sent, RFC 3339. */
  at?: string | undefined;
  /** The warned area; empty when it wasn't sent. */
  area: Area;
  /** Among the most dangerous warnings. */
  isCritical: boolean;
  /** As in /now/{county}. */
  county?: string | undefined;
  /** Token in a device's first push. */
  confirm?: string | undefined;
}

/** Stored with a shown notification, for clicks and the next revision. */
export interface NotificationData {
  navigate: string;
  revision: number;
  confirm?: string | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textOf = (value: unknown, maxLength: number): string | undefined =>
  typeof value === 'string' && value !== '' ? firstCharacters(value, maxLength) : undefined;
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isCorner = (value: unknown): value is Corner =>
  Array.isArray(value) && value.length === 2 && value.every(isNumber);
const isRing = (value: unknown): value is Corner[] => Array.isArray(value) && value.every(isCorner);

/** Larger polygons are never sent. */
const maxCorners = 100;

/** Also accepts a single ring. */
function areaOf(polygon: unknown): Area {
  const rings: unknown[] = isRing(polygon) ? [polygon] : Array.isArray(polygon) ? polygon : [];
  if (!rings.every(isRing)) return [];
  return rings.reduce((sum, { length }) => sum + length, 0) > maxCorners ? [] : rings;
}

/** Returns a URL on this site; the text-only pages for any other. */
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
 * Skips missing or invalid fields, but always returns a notice.
 * @param text the push's text; undefined if empty
 */
export function noticeOf(text: string | undefined, origin: string): Notice {
  const payload = parsed(text);
  const data = isRecord(payload['data']) ? payload['data'] : {};
  const county = textOf(data['county'], 60);
  return {
    title: textOf(payload['title'], 200) ?? siteName,
    body: textOf(payload['body'], 1_000) ?? "There's weather news for your counties. Open it to read more.",
    navigate: addressOn(origin, payload['navigate']),
    tag: textOf(payload['tag'], 64) ?? '',
    lang: textOf(payload['lang'], 10) ?? 'en',
    silent: payload['silent'] === true,
    data: {
      dispatch: textOf(data['dispatch'], 36),
      revision: isNumber(data['revision']) ? data['revision'] : 0,
      at: textOf(data['at'], 40),
      area: areaOf(data['polygon']),
      isCritical: data['loud'] === true,
      county: county && /^[a-z-]+$/.test(county) ? county : undefined,
      confirm: textOf(data['confirm'], 200),
    },
  };
}

/**
 * Polygons cover a storm's predicted path: up to this distance a notice makes a sound as if it were for the place
 * itself.
 */
const ringsWithinMiles = 10;

/** Adds the place's distance, which comes first because lock screens show little more. */
export function atPlace(notice: Notice, place: Place | undefined): Notice {
  const miles = place && milesTo(place, notice.data.area);
  if (miles === undefined) return notice;
  const messages = getPushMessages(notice.lang);
  if (miles === 0) return { ...notice, body: `${messages.atPlace} ${notice.body}` };
  const where = messages.fromPlace(Math.max(1, Math.round(miles)));
  return { ...notice, body: `${where} ${notice.body}`, silent: notice.silent || miles > ringsWithinMiles };
}

/** The DOM library's types lack this. */
export type NotificationDisplayOptions = NotificationOptions & { renotify?: boolean };

/** A notice that replaces another alerts again, unless it is silent. */
export function optionsOf({ body, navigate, tag, lang, silent, data }: Notice): NotificationDisplayOptions {
  const notificationData: NotificationData = {
    navigate,
    revision: data.revision,
    ...(data.confirm && { confirm: data.confirm }),
  };
  return {
    body,
    lang,
    silent,
    data: notificationData,
    icon: '/icon-192.png',
    // Stays until the user dismisses it.
    requireInteraction: data.isCritical && !silent,
    ...(tag && { tag, renotify: !silent }),
  };
}

/** Returns the data stored with a notification; the text-only pages for foreign or older ones. */
export function parseNotificationData(data: unknown, origin: string): NotificationData {
  const fields = isRecord(data) ? data : {};
  return {
    navigate: addressOn(origin, fields['navigate']),
    revision: isNumber(fields['revision']) ? fields['revision'] : 0,
    confirm: textOf(fields['confirm'], 200),
  };
}
