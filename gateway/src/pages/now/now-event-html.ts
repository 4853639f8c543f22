import { officialName, officialPage, state, stateName } from '@site/state/state';
import { escapeHtml, shortened } from '../html.js';
import type { EventData, RevisionData } from '../../answers/alert-events.js';
import { lastAlerts, partsOf } from '../alert-words.js';
import { badgeOf, fromWireHtml, lookOf, textAddress, when } from './now-alerts-html.js';
import type { NowAlert } from './now-data.js';
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
import { shortClock } from './now-words.js';

/** The full text of a weather event on a small page: its newest revision and what changed, or that it is over and how. */

/** What a revision is (VTEC actions, and END of AlertEventsService), in words. */
const actions: Record<string, string> = {
  NEW: 'Issued',
  CON: 'Continued',
  EXT: 'Extended in time',
  EXA: 'Extended in area',
  EXB: 'Extended in time and area',
  COR: 'Corrected',
  UPG: 'Upgraded',
  CAN: 'Cancelled',
  EXP: 'Expired',
  END: 'Ended',
};
const endings: Record<string, string> = {
  cancelled: 'Cancelled',
  expired: 'Expired',
  upgraded: 'Replaced by a stronger warning',
  ended: 'Ended',
};

/** How much is told; less where the office wrote more than fits. */
interface Detail {
  segments: number;
  text: number;
  instruction: number;
  history: number;
}
const details: readonly Detail[] = [
  { segments: 20, text: 8_000, instruction: 4_000, history: 20 },
  { segments: 12, text: 4_000, instruction: 2_000, history: 10 },
  { segments: 8, text: 2_000, instruction: 1_000, history: 5 },
  { segments: 5, text: 1_000, instruction: 600, history: 3 },
  { segments: 3, text: 500, instruction: 300, history: 0 },
  { segments: 1, text: 300, instruction: 200, history: 0 },
];

const isReadable = (moment: string | null): moment is string => !Number.isNaN(Date.parse(moment ?? ''));

const at = (moment: string, now: number) => {
  const ms = Date.parse(moment);
  return timeElement(ms, shortClock(ms, now));
};

/** A text with its lines, cut where it is too long. */
function whole(text: string, longest: number): string {
  const lines = text
    .replace(/\r/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  const cut = lines.length > longest ? `${lines.slice(0, longest)}…` : lines;
  return lines ? `<p class="w">${escapeHtml(cut)}</p>` : '';
}

const isCut = (alert: NowAlert, { text, instruction }: Detail) =>
  alert.desc.trim().length > text || alert.instruction.trim().length > instruction;

function segment(alert: NowAlert, detail: Detail): string {
  const instruction = whole(alert.instruction, detail.instruction);
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

/** What a revision did, and when it was sent in the given words. */
const sentOf = ({ action, sent }: RevisionData, words: (sent: string) => string) =>
  `${actions[action] ?? 'Sent'}${isReadable(sent) ? ` ${words(sent)}` : ''}`;

/** Whether it is in effect, and until when; or how it ended; or that nobody can tell. */
function standing(event: EventData, alerts: readonly NowAlert[], now: number): string {
  const [worst] = alerts;
  if (!event.ok)
    return `<div class="c">${unavailable}<p>This is what was known last${worst ? `: ${when(worst, now)}` : ''}.</p></div>`;
  if (event.active) {
    const look = worst ? lookOf(worst) : 'c';
    return `<div class="${look}">${worst ? `${badgeOf(worst)}<p><strong>${when(worst, now)}</strong></p>` : '<p><strong>In effect now</strong></p>'}</div>`;
  }
  const how = endings[event.ended_by] ?? 'Ended';
  const ended = isReadable(event.ended_at) ? `${how} ${at(event.ended_at, now)}` : how;
  const successor = event.successor_key
    ? `<p><a href="${textAddress(event.successor_key)}">What took its place</a></p>`
    : '';
  return `<div class="c"><p><strong>This is over. ${ended}.</strong></p>${successor}</div>`;
}

function history(revisions: readonly RevisionData[], now: number, most: number): string {
  const items = revisions
    .slice(0, most)
    .map((revision) => sentOf(revision, (sent) => at(sent, now)) + changesOf(revision));
  return items.length > 0 ? `<h2>Before</h2>${listOf(items)}` : '';
}

/** The page of one event. */
export function eventPage(event: EventData, options: PageOptions): string {
  const { publicUrl, now, banner } = options;
  const [newest, ...earlier] = event.revisions;
  const alerts = lastAlerts(event);
  const address = textAddress(event.event_key);
  const name = shortened(event.event, 120);
  return fitting(details, (detail) => {
    const shown = alerts.slice(0, detail.segments);
    const isShort = shown.length < alerts.length || shown.some((alert) => isCut(alert, detail));
    const rest = isShort
      ? `<p>The text is longer than fits here. All of it: <a href="${officialPage}">${officialName}</a></p>`
      : '';
    const last = !event.active && event.ok && shown.length > 0 ? '<p>What it said last, no longer in effect:</p>' : '';
    return frame({
      title: name,
      description: `${name}: ${shortened(partsOf(alerts[0]?.desc ?? '').where || alerts[0]?.areas || state.name, 150)}`,
      feed: stateFeed,
      banner,
      body:
        `<h1>${escapeHtml(name)}</h1>${standing(event, alerts, now)}` +
        (newest ? `<p class="o">${sentOf(newest, (sent) => time(sent, now))}</p>${changesOf(newest)}` : '') +
        last +
        shown.map((alert) => segment(alert, detail)).join('') +
        rest +
        history(earlier, now, detail.history),
      foot:
        madeAt(options, event.active || !event.ok ? address : undefined) +
        `<p><a href="/now">All counties</a> · <a href="${publicUrl}${address.replace('/now/alert/', '/warning/')}">With map and history</a></p>${sources}`,
    });
  });
}

/** A page that has no more to say than one sentence; search engines do not list it. */
const sentencePage = (title: string, body: string, options: PageOptions, description = `${title}.`): string =>
  frame({
    ...{ title, description, feed: stateFeed, banner: options.banner },
    body: `<h1>${title}</h1>${body}<p><a href="/now">All counties</a></p>`,
    foot: madeAt(options) + sources,
  });

/** The page of an event that was never seen. */
export const noSuchEvent = (options: PageOptions): string =>
  sentencePage('No such alert', '<p>No weather alert of this name was ever seen here.</p>', options);

/** The page of an event that nobody can be asked about. */
export const eventUnknown = (options: PageOptions): string => sentencePage('Weather alert', unavailable, options);

/** The page of a county that does not exist. */
export const noSuchCounty = (options: PageOptions): string => {
  const sentence = `There is no county of this name in ${stateName}.`;
  return sentencePage('No such county', `<p>${sentence}</p>`, options, sentence);
};
