/** Serializes alert feeds as Atom 1.0 (RFC 4287). */
import { siteName } from '@site/state/state';
import { escapeXml } from '@site/domain/escape-xml';
import { areasOf, partsOf, wireNote } from '../alert-words.js';
import { english } from '../now/language.js';
import { unlistedInWords, whenInWords } from '../now/now-words.js';
import type { AlertData } from '../../answers/alert-data.js';
import { shortened } from '../html.js';

export interface FeedEvent {
  key: string;
  alerts: AlertData[];
  /** When its first message was sent, if known. */
  firstSent: string | undefined;
}

interface Known {
  /** Required for claiming "no alerts". */
  ok: boolean;
  updatedAt: string | null;
  /** Most dangerous first. */
  events: FeedEvent[];
}

const messageName = /^urn:oid:[\d.a-f]+$/;
const time = (ms: number) => new Date(ms).toISOString();
const momentOf = (text: string | null | undefined) => Date.parse(text ?? '') || 0;
const newestOf = (alerts: readonly AlertData[]) => Math.max(...alerts.map(({ sent }) => momentOf(sent)));

function entry({ key, alerts, firstSent }: FeedEvent, publicUrl: string, now: number): string[] {
  const worst = alerts[0]!;
  const reader = { language: english, now };
  const address = escapeXml(`${publicUrl}/warning/${encodeURIComponent(key)}`);
  const badge = worst.badge ? `${worst.badge} – ` : '';
  const { hazard } = partsOf(worst.desc);
  const summary = [
    worst.nws_headline || worst.headline,
    worst.unlisted_since ? unlistedInWords(worst, reader) : `${whenInWords(worst, reader)}.`,
    alerts.some(({ from_wire: fromWire }) => fromWire) && wireNote,
    hazard && `Hazard: ${shortened(hazard, 500)}`,
    worst.instruction && `What to do: ${shortened(worst.instruction, 1_500)}`,
  ];
  return [
    '  <entry>',
    `    <id>${address}</id>`,
    `    <title>${escapeXml(`${worst.unlisted_since ? 'No longer listed: ' : badge}${worst.event}: ${shortened(areasOf(alerts), 300)}`)}</title>`,
    `    <updated>${time(Math.max(newestOf(alerts), momentOf(worst.unlisted_since)))}</updated>`,
    ...(firstSent && momentOf(firstSent) > 0 ? [`    <published>${time(momentOf(firstSent))}</published>`] : []),
    ...(worst.sender ? [`    <author><name>${escapeXml(worst.sender)}</name></author>`] : []),
    `    <category term="${escapeXml(worst.event)}"/>`,
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
  { ok, updatedAt, events }: Known,
  now: number,
): string {
  const newest = Math.max(
    0,
    ...events.map(({ alerts }) => Math.max(newestOf(alerts), ...alerts.map((alert) => momentOf(alert.unlisted_since)))),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-US">',
    `  <id>${escapeXml(publicUrl + path)}</id>`,
    `  <title>${escapeXml(title)}</title>`,
    `  <subtitle>${ok ? 'National Weather Service alerts in effect, most dangerous first.' : 'Alert status unavailable'}</subtitle>`,
    `  <updated>${time(newest || momentOf(updatedAt))}</updated>`,
    `  <author><name>${escapeXml(siteName)}</name></author>`,
    `  <link rel="self" type="application/atom+xml" href="${escapeXml(publicUrl + path)}"/>`,
    `  <link rel="alternate" type="text/html" href="${escapeXml(publicUrl + page)}"/>`,
    ...events.flatMap((event) => entry(event, publicUrl, now)),
    '</feed>',
    '',
  ].join('\n');
}
