import { createHash } from 'node:crypto';
import type { AlertEvent } from '@site/proto/gen/nest/weather/v1/alert_events';
import { counties } from '@site/state/counties';
import { officialName, state } from '@site/state/state';
import { adviceFor } from './advice.js';
import type { Dispatch, DispatchKind } from '../dispatches/rows.js';
import { outlineOf, type Outline } from './outline.js';
import { deliveryOptionsOf } from './urgency.js';

/** Texts of notifications: what, where, until when, what to do. The tap leads to the full official text. */

export type Announcement = Pick<Dispatch, 'id' | 'kind' | 'alert'>;

export interface Words {
  title: string;
  body: string;
  /** A page of a few kilobytes that works without JavaScript. */
  url: string;
  /** The same for all revisions of an event: a newer message replaces the older one. */
  tag: string;
  silent: boolean;
}

const clockFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: state.timeZone,
  hour: 'numeric',
  minute: '2-digit',
});
const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: state.timeZone, weekday: 'short' });

/** Formats "6:45 PM", with the day unless it is today. */
function clock(moment: string, now: number): string {
  const at = new Date(moment);
  const time = clockFormat.format(at).replace(/\u202f/g, ' ');
  const day = dayFormat.format(at);
  const isSoon = Math.abs(at.getTime() - now) < 18 * 3_600_000 && day === dayFormat.format(now);
  return isSoon ? time : `${day} ${time}`;
}

const byFips = new Map(counties.map((county) => [county.fips, county]));

/** Formats "Pulaski County", "Pulaski and Lonoke counties", "Pulaski County and 4 more". */
export function countyWords(fips: readonly string[]): string {
  const names = fips.flatMap((code) => byFips.get(code)?.name ?? []);
  const [first = state.name] = names;
  if (names.length <= 1) return first;
  if (names.length > 2) return `${first} and ${names.length - 1} more`;
  return `${names.map((name) => name.replace(/ County$/, '')).join(' and ')} counties`;
}

/** Returns undefined outside the state. */
export const countySlug = (fips: string): string | undefined => byFips.get(fips)?.slug;

/**
 * Returns base64url of 32 characters, the maximum of a push Topic (RFC 8030, 5.4). It replaces a pending or shown older
 * revision.
 */
export const tagOf = (eventKey: string): string =>
  createHash('sha256').update(eventKey).digest('base64url').slice(0, 32);

const silentKinds: readonly DispatchKind[] = ['quiet', 'ended'];

const nameOf = ({ event, badge, level }: AlertEvent) => (level === 'emergency' && badge ? badge : event);

/**
 * @param fips the reader's affected counties
 * @param site the public address, without a trailing slash
 * @param now milliseconds since 1970 UTC
 */
export function wordsFor({ kind, alert }: Announcement, fips: readonly string[], site: string, now: number): Words {
  const where = countyWords(fips);
  const until = alert.ends ? `until ${clock(alert.ends, now)}` : 'until further notice';
  const issued = `Issued ${clock(alert.sent, now)}.`;
  const what = nameOf(alert);
  const advised = `${capital(until)}. ${adviceFor(alert.event)} ${issued}`;
  const said: Record<DispatchKind, Pick<Words, 'title' | 'body'>> = {
    new: { title: `${what}: ${where}`, body: advised },
    grown: { title: `${what}: now also ${where}`, body: advised },
    raised: {
      title: `Now more dangerous: ${alert.badge || what}, ${where}`,
      body: `${what} ${advised.replace(/^U/, 'u')}`,
    },
    quiet: { title: `${what}: ${where}`, body: `Now ${until}. ${issued}` },
    ended:
      alert.action === 'CAN'
        ? { title: `${what} canceled: ${where}`, body: `The weather service canceled it at ${clock(alert.sent, now)}.` }
        : { title: `${what} no longer listed: ${where}`, body: unlistedWords(alert, now) },
  };
  return {
    ...said[kind],
    url: `${site}/now/alert/${encodeURIComponent(alert.eventKey)}`,
    tag: tagOf(alert.eventKey),
    silent: silentKinds.includes(kind),
  };
}

/** Words the end of an alert that disappeared without a cancellation, and may still be in effect. */
function unlistedWords({ sent, ends }: AlertEvent, now: number): string {
  const due = ends ? ` It was due to run until ${clock(ends, now)}.` : '';
  return `No longer listed since ${clock(sent, now)}.${due} Check ${officialName}.`;
}

const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/**
 * Returns the push as JSON that Safari shows without a service worker (Declarative Web Push); ours reads it too. Stays
 * far below the limit of 3,993 bytes (RFC 8291, 4).
 * @param withArea false for a push service that found it too long
 */
export function pushPayload(
  announcement: Announcement,
  { fips, site, now, withArea }: { fips: readonly string[]; site: string; now: number; withArea: boolean },
): string {
  const { title, body, url, tag, silent } = wordsFor(announcement, fips, site, now);
  const { alert, id } = announcement;
  const polygon: Outline | undefined = withArea && !silent ? outlineOf(alert.geometry) : undefined;
  return JSON.stringify({
    web_push: 8030,
    notification: {
      title,
      body,
      navigate: url,
      tag,
      lang: 'en-US',
      ...(silent && { silent }),
      data: {
        run: id,
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

/** Keeps the ASCII subset of GSM 03.38; other characters would double a text's price. */
const gsm = (text: string) => text.replace(/[^\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z]/g, '');
const oneTextMessage = 160;

export function textMessage(announcement: Announcement, fips: readonly string[], site: string, now: number): string {
  const { title, body } = wordsFor(announcement, fips, site, now);
  const link = ` ${site}/now/${countySlug(fips[0] ?? '') ?? ''}`;
  const said = gsm(`${title}. ${body}`);
  const room = oneTextMessage - link.length;
  return `${said.length <= room ? said : `${said.slice(0, room - 3)}...`}${link}`;
}
