import { counties } from '@site/state/counties';
import { officialName, officialPage, state, stateName } from '@site/state/state';
import { escapeHtml, shortened } from '../html.js';
import type { EventData, RevisionData } from '../../answers/alert-events.js';
import { lastAlerts, partsOf } from '../alert-words.js';
import { badgeOf, fromWireHtml, lookOf, textAddress, when } from './now-alerts-html.js';
import type { NowAlert } from './now-data.js';
import { arrivalsHtml, eventMap, trackOf } from './now-event-map.js';
import {
  fitting,
  frame,
  madeAt,
  short,
  sources,
  stateFeed,
  time,
  timeElement,
  unavailable,
  type PageOptions,
} from './now-frame.js';
import { shortClock, unlistedInWords } from './now-words.js';

/** VTEC actions and those of AlertEventsService. */
const actions: Record<string, string> = {
  NEW: 'Issued',
  CON: 'Continued',
  EXT: 'Extended in time',
  EXA: 'Extended in area',
  EXB: 'Extended in time and area',
  COR: 'Corrected',
  UPG: 'Upgraded',
  CAN: 'Canceled',
  EXP: 'Expired',
  UNLISTED: 'No longer listed',
  END: 'Closed',
};
const endings: Record<string, string> = {
  cancelled: 'Canceled',
  expired: 'Expired',
  upgraded: 'Replaced by a stronger warning',
};

/** Less if the text doesn't fit. */
interface Detail {
  hasMap: boolean;
  segments: number;
  text: number;
  instruction: number;
  history: number;
}
const details: readonly Detail[] = [
  { hasMap: true, segments: 20, text: 8_000, instruction: 4_000, history: 20 },
  { hasMap: true, segments: 12, text: 4_000, instruction: 2_000, history: 10 },
  { hasMap: true, segments: 8, text: 2_000, instruction: 1_000, history: 5 },
  { hasMap: true, segments: 5, text: 1_000, instruction: 600, history: 3 },
  { hasMap: true, segments: 3, text: 500, instruction: 300, history: 0 },
  { hasMap: false, segments: 1, text: 300, instruction: 200, history: 0 },
];

function placesHtml(alerts: readonly NowAlert[]): string {
  const warned = new Set(alerts.flatMap((alert) => alert.counties));
  if (alerts.some(({ statewide }) => statewide)) return `<p><strong>${stateName}</strong></p>`;
  const links = counties
    .filter(({ fips }) => warned.has(fips))
    .slice(0, 12)
    .map(({ slug, name }) => `<a href="/now/${slug}">${name}</a>`);
  return links.length > 0 ? `<p>${links.join(', ')}</p>` : '';
}

const isReadable = (moment: string | null): moment is string => !Number.isNaN(Date.parse(moment ?? ''));

const at = (moment: string, now: number) => {
  const ms = Date.parse(moment);
  return timeElement(ms, shortClock(ms, now));
};

/** Returns a paragraph with line breaks, cut at a word; empty without text. @param look its CSS class */
function whole(text: string, longest: number, look = 'w'): string {
  const lines = text
    .replace(/\r/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  const isLong = lines.length > longest;
  const cut = isLong ? `${lines.slice(0, longest).replace(/\s+\S{0,40}$/, '')}…` : lines;
  return lines ? `<p class="${look}">${escapeHtml(cut)}</p>` : '';
}

const isCut = (alert: NowAlert, { text, instruction }: Detail) =>
  alert.desc.trim().length > text || alert.instruction.trim().length > instruction;

/** @param isLeading its instruction is already at the top of the page */
function segment(alert: NowAlert, detail: Detail, isLeading: boolean): string {
  const instruction = isLeading ? '' : whole(alert.instruction, detail.instruction);
  const headline = short(alert.nws_headline, 300);
  return (
    `<section class="c"><h2>${short(alert.areas, 300) || 'Text'}</h2>` +
    (headline && `<p><strong>${headline}</strong></p>`) +
    fromWireHtml(alert) +
    `${whole(alert.desc, detail.text)}${instruction && `<h3>What to do</h3>${instruction}`}` +
    `${alert.sender && `<p class="o">${short(alert.sender, 120)}</p>`}</section>`
  );
}

const listOf = (items: readonly string[]) => (items.length > 0 ? `<ul><li>${items.join('</li><li>')}</li></ul>` : '');

const changesOf = ({ changes }: RevisionData) => listOf(changes.slice(0, 6).map((change) => short(change, 200)));

const sentOf = ({ action, sent }: RevisionData, words: (sent: string) => string) =>
  `${actions[action] ?? 'Sent'}${isReadable(sent) ? ` ${words(sent)}` : ''}`;

/** An alert that left the list without a cancellation may still be in effect. */
function unlisted(since: string | null, worst: NowAlert | undefined, now: number): string {
  const check = `<a href="${officialPage}">${officialName}</a>`;
  const times = { effective: '', ...worst, unlisted_since: since };
  return `<div class="c"><p><strong>${unlistedInWords(times, now, timeElement, check)}</strong></p></div>`;
}

/** Whether the event is in effect and until when, how it ended, or that this is unknown. */
function standing(event: EventData, alerts: readonly NowAlert[], now: number): string {
  const [worst] = alerts;
  if (!event.ok)
    return `<div class="c">${unavailable}<p>This is the last information we have${worst ? `: ${when(worst, now)}` : ''}.</p></div>`;
  if (event.active && event.unlisted_since) return unlisted(event.unlisted_since, worst, now);
  if (event.active) {
    const look = worst ? lookOf(worst) : 'c';
    return `<div class="${look}">${worst ? `${badgeOf(worst)}<p><strong>${when(worst, now)}</strong></p>` : '<p><strong>In effect now</strong></p>'}</div>`;
  }
  if (event.ended_by === 'ended') return unlisted(event.ended_at, undefined, now);
  const how = endings[event.ended_by] ?? 'Ended';
  const ended = isReadable(event.ended_at) ? `${how} ${at(event.ended_at, now)}` : how;
  const successor = event.successor_key
    ? `<p><a href="${textAddress(event.successor_key)}">See what replaced it</a></p>`
    : '';
  return `<div class="c"><p><strong>This is over. ${ended}.</strong></p>${successor}</div>`;
}

function history(revisions: readonly RevisionData[], now: number, most: number): string {
  const items = revisions
    .slice(0, most)
    .map((revision) => sentOf(revision, (sent) => at(sent, now)) + changesOf(revision));
  return items.length > 0 ? `<h2>Before</h2>${listOf(items)}` : '';
}

export function eventPage(event: EventData, options: PageOptions): string {
  const { publicUrl, now, banner } = options;
  const [newest, ...earlier] = event.revisions;
  const alerts = lastAlerts(event);
  const address = textAddress(event.event_key);
  const isInEffect = event.ok && event.active && !event.unlisted_since;
  const track = isInEffect ? trackOf(alerts, now) : undefined;
  const map = eventMap(alerts, track);
  const name = shortened(event.event, 120);
  return fitting(details, (detail) => {
    const shown = alerts.slice(0, detail.segments);
    const isShort = shown.length < alerts.length || shown.some((alert) => isCut(alert, detail));
    const rest = isShort
      ? `<p>This text is too long for this page. Read all of it at <a href="${officialPage}">${officialName}</a></p>`
      : '';
    const last = !event.active && event.ok && shown.length > 0 ? '<p>Its last text, no longer in effect:</p>' : '';
    return frame({
      title: name,
      description: `${name}: ${shortened(partsOf(alerts[0]?.desc ?? '').where || alerts[0]?.areas || state.name, 150)}`,
      feed: stateFeed,
      banner,
      body:
        (isInEffect ? whole(alerts[0]?.instruction ?? '', detail.instruction, 'i') : '') +
        `<h1>${escapeHtml(name)}</h1>${standing(event, alerts, now)}` +
        (isInEffect ? placesHtml(alerts) : '') +
        (detail.hasMap ? map : '') +
        (isInEffect ? arrivalsHtml(alerts, track, now) : '') +
        (newest ? `<p class="o">${sentOf(newest, (sent) => time(sent, now))}</p>${changesOf(newest)}` : '') +
        last +
        shown.map((alert, index) => segment(alert, detail, isInEffect && index === 0)).join('') +
        rest +
        history(earlier, now, detail.history),
      foot:
        madeAt(options, event.active || !event.ok ? address : undefined) +
        `<p><a href="/now">All counties</a> · <a href="${publicUrl}${address.replace('/now/alert/', '/warning/')}">With map and history</a></p>${sources}`,
    });
  });
}

/** Hidden from search engines. */
const sentencePage = (title: string, body: string, options: PageOptions, description = `${title}.`): string =>
  frame({
    ...{ title, description, feed: stateFeed, banner: options.banner },
    body: `<h1>${title}</h1>${body}<p><a href="/now">All counties</a></p>`,
    foot: madeAt(options) + sources,
  });

export const noSuchEvent = (options: PageOptions): string =>
  sentencePage('No such alert', '<p>We have no record of this weather alert.</p>', options);

export const eventUnknown = (options: PageOptions): string => sentencePage('Weather alert', unavailable, options);

export const noSuchCounty = (options: PageOptions): string => {
  const sentence = `There is no county of this name in ${stateName}.`;
  return sentencePage('No such county', `<p>${sentence}</p>`, options, sentence);
};
