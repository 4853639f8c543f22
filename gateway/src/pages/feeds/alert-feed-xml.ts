/** Serializes alert feeds as Atom 1.0 (RFC 4287). */
import { siteName } from '@site/regions/state';
import { escapeXml } from '@site/domain/escape-xml';
import { areasOf, partsOf, nwwsNote } from '../alert-labels.js';
import { english } from '../now/language.js';
import { formatUnlisted, formatWhen } from '../now/now-labels.js';
import type { AlertData } from '../../responses/alert-json.js';
import { shortened } from '../html.js';

export interface FeedEvent {
  key: string;
  alerts: AlertData[];
  /** When its first message was sent, if known. */
  firstSent: string | undefined;
}

interface AlertFeedData {
  /** Required for claiming "no alerts". */
  ok: boolean;
  updatedAt: string | null;
  /** Most dangerous first. */
  events: FeedEvent[];
}

const messageName = /^urn:oid:[\d.a-f]+$/;
const time = (ms: number) => new Date(ms).toISOString();
const parseTimeMs = (text: string | null | undefined) => Date.parse(text ?? '') || 0;
const newestOf = (alerts: readonly AlertData[]) => Math.max(...alerts.map(({ sent }) => parseTimeMs(sent)));

function entry({ key, alerts, firstSent }: FeedEvent, publicUrl: string, now: number): string[] {
  const topAlert = alerts[0]!;
  const reader = { language: english, now };
  const address = escapeXml(`${publicUrl}/warning/${encodeURIComponent(key)}`);
  const badge = topAlert.badge ? `${topAlert.badge} – ` : '';
  const { hazard } = partsOf(topAlert.desc);
  const summary = [
    topAlert.nws_headline || topAlert.headline,
    topAlert.unlisted_since ? formatUnlisted(topAlert, reader) : `${formatWhen(topAlert, reader)}.`,
    alerts.some(({ from_nwws: fromNwws }) => fromNwws) && nwwsNote,
    hazard && `Hazard: ${shortened(hazard, 500)}`,
    topAlert.instruction && `What to do: ${shortened(topAlert.instruction, 1_500)}`,
  ];
  return [
    '  <entry>',
    `    <id>${address}</id>`,
    `    <title>${escapeXml(`${topAlert.unlisted_since ? 'No longer listed: ' : badge}${topAlert.event}: ${shortened(areasOf(alerts), 300)}`)}</title>`,
    `    <updated>${time(Math.max(newestOf(alerts), parseTimeMs(topAlert.unlisted_since)))}</updated>`,
    ...(firstSent && parseTimeMs(firstSent) > 0 ? [`    <published>${time(parseTimeMs(firstSent))}</published>`] : []),
    ...(topAlert.sender ? [`    <author><name>${escapeXml(topAlert.sender)}</name></author>`] : []),
    `    <category term="${escapeXml(topAlert.event)}"/>`,
    `    <link rel="alternate" type="text/html" href="${address}"/>`,
    ...alerts
      .filter(({ id }) => messageName.test(id))
      .map(
        ({ id }) =>
          `    <link rel="related" type="application/cap+xml" href="https://api.weather.gov/alerts/${id}.cap"/>`,
      ),
    `    <summary>${escapeXml(summary.filter(Boolean).join('\n'))}</summary>`,
    '  </entry>',
  ];
}

/** Orders by danger; readers sort by `updated`. @param now milliseconds, by the upstream clock */
export function alertFeed(
  { path, page, title, publicUrl }: { path: string; page: string; title: string; publicUrl: string },
  { ok, updatedAt, events }: AlertFeedData,
  now: number,
): string {
  const newest = Math.max(
    0,
    ...events.map(({ alerts }) =>
      Math.max(newestOf(alerts), ...alerts.map((alert) => parseTimeMs(alert.unlisted_since))),
    ),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-US">',
    `  <id>${escapeXml(publicUrl + path)}</id>`,
    `  <title>${escapeXml(title)}</title>`,
    `  <subtitle>${ok ? 'National Weather Service alerts in effect, most dangerous first.' : 'Alert status unavailable'}</subtitle>`,
    `  <updated>${time(newest || parseTimeMs(updatedAt))}</updated>`,
    `  <author><name>${escapeXml(siteName)}</name></author>`,
    `  <link rel="self" type="application/atom+xml" href="${escapeXml(publicUrl + path)}"/>`,
    `  <link rel="alternate" type="text/html" href="${escapeXml(publicUrl + page)}"/>`,
    ...events.flatMap((event) => entry(event, publicUrl, now)),
    '</feed>',
    '',
  ].join('\n');
}
