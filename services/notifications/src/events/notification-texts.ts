/** Texts of notifications: what, where, until when, what to do. The tap leads to the full official text. */
import { createHash } from 'node:crypto';
import { counties, timeZoneOf } from '@site/regions/counties';
import type { Dispatch, DispatchKind } from '../dispatches/dispatch-rows.js';
import type { AlertEvent } from '@site/proto/gen/nest/weather/v1/alert_events';
import { toLocalTime, nameIn, type Language } from '../messages/language.js';
import type { Messages, LocalTime } from '../messages/messages-en.js';
import { isRelease } from './decide-dispatches.js';
import { outlineOf, type Outline } from './area-outline.js';
import { deliveryOptionsOf } from './urgency.js';

export type Announcement = Pick<Dispatch, 'id' | 'kind' | 'alert'>;

export interface NotificationContent {
  title: string;
  body: string;
  /** A page of a few kilobytes that works without JavaScript. */
  url: string;
  /** The same for all revisions of an event: a newer message replaces the older one. */
  tag: string;
  silent: boolean;
}

const byFips = new Map(counties.map((county) => [county.fips, county]));

/** Returns undefined outside the state. */
export const countySlug = (fips: string): string | undefined => byFips.get(fips)?.slug;

/**
 * Returns base64url of 32 characters, the maximum of a push Topic (RFC 8030, 5.4). It replaces a pending or shown older
 * revision.
 */
export const tagOf = (eventKey: string): string =>
  createHash('sha256').update(eventKey).digest('base64url').slice(0, 32);

const namesOf = (codes: readonly string[]) => codes.flatMap((code) => byFips.get(code)?.name ?? []);

const silentKinds: readonly DispatchKind[] = ['quiet', 'ended'];

export interface Reading {
  /** The reader's affected counties. */
  fips: readonly string[];
  /** The public address, without a trailing slash. */
  site: string;
  /** Milliseconds since 1970 UTC. */
  now: number;
  language: Language;
}

/** @param isBrief without English names beside Spanish ones */
export function formatNotification(
  { kind, alert }: Announcement,
  { fips, site, now, language }: Reading,
  isBrief = false,
): NotificationContent {
  const { messages, prefix } = language;
  const name = (english: string) => nameIn(language, english, isBrief);
  const timeZone = timeZoneOf(fips);
  const time = (timestamp: string) => toLocalTime(timestamp, now, language, timeZone);
  const where = messages.places(namesOf(fips));
  const until = alert.ends ? messages.until(time(alert.ends)) : messages.untilFurtherNotice;
  const sent = time(alert.sent);
  const issued = messages.issuedAt(sent);
  const what = name(alert.level === 'emergency' && alert.badge ? alert.badge : alert.event);
  const advised = `${until}. ${messages.advice(alert.event)} ${issued}`;
  const messagesByKind: Record<DispatchKind, Pick<NotificationContent, 'title' | 'body'>> = {
    new: {
      title: isForNewPeriod(alert, fips) ? messages.newPeriod(what, where) : messages.issued(what, where),
      body: capital(advised),
    },
    grown: { title: messages.grown(what, where), body: capital(advised) },
    raised: { title: messages.raised(alert.badge ? name(alert.badge) : what, where), body: `${what} ${advised}` },
    quiet: { title: messages.issued(what, where), body: `${messages.nowUntil(until)} ${issued}` },
    ended: formatEnded(alert, { what, where, sent, time, messages, stillIn: namesOf(alert.counties) }),
  };
  return {
    ...messagesByKind[kind],
    url: `${site}${prefix}/now/alert/${encodeURIComponent(alert.eventKey)}`,
    tag: tagOf(alert.eventKey),
    silent: silentKinds.includes(kind),
  };
}

/** Returns whether it was announced before, for an earlier period. */
const isForNewPeriod = ({ action, revision, newCounties }: AlertEvent, fips: readonly string[]) =>
  revision > 1 && action !== 'NEW' && fips.some((code) => newCounties.includes(code));

interface EndedParts {
  what: string;
  where: string;
  sent: LocalTime;
  time: (timestamp: string) => LocalTime;
  messages: Messages;
  /** Names of the counties where the event goes on. */
  stillIn: readonly string[];
}

function formatEnded(
  alert: AlertEvent,
  { what, where, sent, time, messages, stillIn }: EndedParts,
): Pick<NotificationContent, 'title' | 'body'> {
  if (alert.action === 'CAN') return { title: messages.canceled(what, where), body: messages.canceledAt(sent) };
  if (isRelease(alert, { kind: 'ended' }))
    return { title: messages.released(what, where), body: messages.releasedAt(sent, stillIn) };
  return {
    title: messages.unlisted(what, where),
    // It disappeared without a cancellation, and may still be in effect.
    body: messages.unlistedSince(sent, alert.ends ? time(alert.ends) : undefined),
  };
}

const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/**
 * Returns the push as JSON that Safari shows without a service worker (Declarative Web Push); ours reads it too. Stays
 * far below the limit of 3,993 bytes (RFC 8291, 4).
 * @param withArea false for a push service that found it too long
 */
export function pushPayload(
  announcement: Announcement,
  { withArea, ...reading }: Reading & { withArea: boolean },
): string {
  const { title, body, url, tag, silent } = formatNotification(announcement, reading, true);
  const { fips, now, language } = reading;
  const { alert, id } = announcement;
  // In the title, a lock screen would cut the county off.
  const inEnglish = language.code === 'en' || title.includes(alert.event) ? '' : ` (${alert.event})`;
  const polygon: Outline | undefined = withArea && !silent ? outlineOf(alert.geometry) : undefined;
  return JSON.stringify({
    web_push: 8030,
    notification: {
      title,
      body: body + inEnglish,
      navigate: url,
      tag,
      lang: language.locale,
      ...(silent && { silent }),
      data: {
        dispatch: id,
        revision: alert.revision,
        at: new Date(now).toISOString(),
        // Stays on screen until dismissed.
        ...(!silent && deliveryOptionsOf(alert).priority === 0 && { loud: true }),
        ...(polygon && { polygon }),
        ...(alert.ends && { ends: alert.ends }),
        county: countySlug(fips[0] ?? ''),
      },
    },
  });
}

/**
 * Keeps the ASCII subset of GSM 03.38, without accents, as the weather service does in Spanish: any other character would
 * limit the text to 70 characters or double its price.
 */
export const gsm = (text: string): string =>
  text.normalize('NFD').replace(/[^\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z]/g, '');
const oneTextMessage = 160;

/** Returns a text of one segment (160 GSM characters) that ends with the link; a long body is cut. */
export function textMessage(announcement: Announcement, reading: Reading): string {
  const { fips, site, language } = reading;
  const { title, body } = formatNotification(announcement, reading, true);
  const link = ` ${site}${language.prefix}/now/${countySlug(fips[0] ?? '') ?? ''}`;
  const text = gsm(`${title}. ${body}`);
  const maxTextLength = oneTextMessage - link.length;
  // eslint-disable-next-line site/cut-by-characters -- every character is ASCII
  return `${text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength - 3)}...`}${link}`;
}
