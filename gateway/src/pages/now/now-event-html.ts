/** The lightweight page of a weather event: state, map, instruction, full text and history. */
import { firstCharacters } from '@site/domain/text';
import { counties } from '@site/state/counties';
import { officialName, officialPage, state, stateName } from '@site/state/state';
import { escapeHtml, shortened } from '../html.js';
import type { EventData, RevisionData } from '../../answers/alert-events.js';
import { lastAlerts, partsOf } from '../alert-words.js';
import { codedHtml } from './coded-spanish.js';
import {
  english,
  englishHtml,
  eventName,
  eventNameHtml,
  linkToEnglish,
  strongLineHtml,
  whatToDoHtml,
  type Language,
  type Reader,
} from './language.js';
import { badgeOf, fromWireHtml, lookOf, textAddress, textPath, when } from './now-alerts-html.js';
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

function placesHtml(alerts: readonly NowAlert[], { prefix, messages }: Language): string {
  const warned = new Set(alerts.flatMap((alert) => alert.counties));
  if (alerts.some(({ statewide }) => statewide)) return `<p><strong>${stateName}</strong></p>`;
  const links = counties
    .filter(({ fips }) => warned.has(fips))
    .slice(0, 12)
    .map(({ slug, name }) => `<a href="${prefix}/now/${slug}">${messages.county(name)}</a>`);
  return links.length > 0 ? `<p>${links.join(', ')}</p>` : '';
}

const isReadable = (moment: string | null): moment is string => !Number.isNaN(Date.parse(moment ?? ''));

const at = (moment: string, reader: Reader, isAlone = false) => {
  const ms = Date.parse(moment);
  return timeElement(ms, shortClock(ms, reader, isAlone));
};

/** Returns a paragraph with line breaks, cut at a word; empty without text. @param look its CSS class */
function whole(text: string, longest: number, look = 'w'): string {
  const lines = text
    .replace(/\r/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  const isLong = lines.length > longest;
  const cut = isLong ? `${firstCharacters(lines, longest).replace(/\s+\S{0,40}$/, '')}…` : lines;
  return lines ? `<p class="${look}">${escapeHtml(cut)}</p>` : '';
}

const isCut = ({ desc, instruction, spanish_text: inSpanish }: NowAlert, detail: Detail) =>
  desc.trim().length > detail.text ||
  [instruction, inSpanish ?? ''].some((text) => text.trim().length > detail.instruction);

/**
 * Returns an alert's text, which is English in every language.
 * @param isLeading its instruction is already at the top of the page
 */
function segment(alert: NowAlert, detail: Detail, isLeading: boolean, language: Language): string {
  const instruction = isLeading ? '' : whole(alert.instruction, detail.instruction);
  const headline = short(alert.nws_headline, 300);
  return (
    `<section class="c"${language === english ? '' : ' lang="en"'}><h2>${short(alert.areas, 300) || 'Text'}</h2>` +
    (headline && `<p><strong>${headline}</strong></p>`) +
    fromWireHtml(alert, english) +
    `${whole(alert.desc, detail.text)}${instruction && `<h3>What to do</h3>${instruction}`}` +
    `${alert.sender && `<p class="o">${short(alert.sender, 120)}</p>`}</section>`
  );
}

const listOf = (items: readonly string[]) => (items.length > 0 ? `<ul><li>${items.join('</li><li>')}</li></ul>` : '');

const changesOf = ({ changes }: RevisionData, language: Language) =>
  listOf(changes.slice(0, 6).map((change) => englishHtml(short(change, 200), language)));

function sentOf({ action, sent }: RevisionData, { messages }: Language, words: (sent: string) => string): string {
  const said = (Object.hasOwn(messages.actions, action) && messages.actions[action]) || messages.sent;
  return isReadable(sent) ? messages.actionAt(said, words(sent)) : said;
}

/** An alert that left the list without a cancellation may still be in effect. */
function unlisted(since: string | null, worst: NowAlert | undefined, reader: Reader): string {
  const check = `<a href="${officialPage}">${officialName}</a>`;
  const times = { effective: '', ...worst, unlisted_since: since };
  return `<div class="c"><p><strong>${unlistedInWords(times, reader, timeElement, check)}</strong></p></div>`;
}

/** Whether the event is in effect and until when, how it ended, or that this is unknown. */
function standing(event: EventData, alerts: readonly NowAlert[], reader: Reader): string {
  const { language } = reader;
  const { messages } = language;
  const [worst] = alerts;
  if (!event.ok)
    return `<div class="c">${unavailable(language)}<p>${messages.lastKnown(worst && when(worst, reader))}</p></div>`;
  if (event.active && event.unlisted_since) return unlisted(event.unlisted_since, worst, reader);
  if (event.active) {
    const look = worst ? lookOf(worst) : 'c';
    return `<div class="${look}">${worst ? badgeOf(worst, language) : ''}<p><strong>${worst ? when(worst, reader) : messages.inEffect}</strong></p></div>`;
  }
  if (event.ended_by === 'ended') return unlisted(event.ended_at, undefined, reader);
  const how = messages.endings[event.ended_by] ?? messages.endedSomehow;
  const ended = isReadable(event.ended_at) ? messages.endingAt(how, at(event.ended_at, reader)) : how;
  const successor = event.successor_key
    ? `<p><a href="${textAddress(event.successor_key, language)}">${messages.successor}</a></p>`
    : '';
  return `<div class="c"><p><strong>${messages.isOver(ended)}</strong></p>${successor}</div>`;
}

function history(revisions: readonly RevisionData[], reader: Reader, most: number): string {
  const { language } = reader;
  const items = revisions
    .slice(0, most)
    .map((revision) => sentOf(revision, language, (sent) => at(sent, reader, true)) + changesOf(revision, language));
  return items.length > 0 ? `<h2>${language.messages.before}</h2>${listOf(items)}` : '';
}

/** Returns an event's page with as much text and history as the size limit allows. */
export function eventPage(event: EventData, options: PageOptions): string {
  const { publicUrl, now, language } = options;
  const { messages, prefix } = language;
  const isEnglish = language === english;
  const [newest, ...earlier] = event.revisions;
  const alerts = lastAlerts(event);
  const path = textPath(event.event_key);
  const englishPath = path.replace('/now/alert/', '/warning/');
  const isInEffect = event.ok && event.active && !event.unlisted_since;
  const track = isInEffect ? trackOf(alerts, now) : undefined;
  const map = eventMap(alerts, track, language);
  const name = shortened(eventName(event.event, language), 120);
  const where = partsOf(alerts[0]?.desc ?? '').where || alerts[0]?.areas || state.name;
  return fitting(details, (detail) => {
    const shown = alerts.slice(0, detail.segments);
    const isShort = shown.length < alerts.length || shown.some((alert) => isCut(alert, detail));
    const rest = isShort ? `<p>${messages.tooLong} <a href="${officialPage}">${officialName}</a></p>` : '';
    const last = !event.active && event.ok && shown.length > 0 ? `<p>${messages.lastText}</p>` : '';
    const instruction = whole(alerts[0]?.instruction ?? '', detail.instruction, 'i');
    return frame(
      {
        title: name,
        description: `${name}: ${shortened(where, 150)}`,
        path,
        // In English, /warning is listed instead.
        listedPath: englishPath,
        isListed: !isEnglish,
        feed: stateFeed(language),
        hasOwnWarnings: options.warning?.event_key === event.event_key,
        body:
          (isInEffect && isEnglish ? instruction : '') +
          `<h1>${eventNameHtml(event.event, 120, language)}</h1>` +
          (isInEffect && alerts[0] ? strongLineHtml(alerts[0], options) : '') +
          (isInEffect ? whatToDoHtml(shown, options, (said) => whole(said, detail.instruction, 'i')) : '') +
          standing(event, alerts, options) +
          messages.aboutAlerts +
          (isInEffect && !isEnglish && alerts[0] ? codedHtml(alerts[0], 0) : '') +
          (isInEffect ? placesHtml(alerts, language) : '') +
          (detail.hasMap ? map : '') +
          (isInEffect ? arrivalsHtml(alerts, track, options) : '') +
          (newest
            ? `<p class="o">${sentOf(newest, language, (sent) => time(sent, options))}</p>${changesOf(newest, language)}`
            : '') +
          last +
          shown
            .map((alert, index) => segment(alert, detail, isInEffect && isEnglish && index === 0, language))
            .join('') +
          rest +
          history(earlier, options, detail.history),
        foot:
          madeAt(options, event.active || !event.ok ? path : undefined) +
          `<p><a href="${prefix}/now">${messages.allCounties}</a> · ` +
          `<a href="${publicUrl}${englishPath}"${linkToEnglish(language)}>` +
          `${messages.withHistory}</a></p>${sources(language)}`,
      },
      options,
    );
  });
}

/** Hidden from search engines. */
function sentencePage(title: string, body: string, options: PageOptions, description = `${title}.`): string {
  const { messages, prefix } = options.language;
  return frame(
    {
      title,
      description,
      feed: stateFeed(options.language),
      body: `<h1>${title}</h1>${body}<p><a href="${prefix}/now">${messages.allCounties}</a></p>`,
      foot: madeAt(options) + sources(options.language),
    },
    options,
  );
}

export function noSuchEvent(options: PageOptions): string {
  const { messages } = options.language;
  return sentencePage(messages.noSuchAlert, `<p>${messages.noRecord}</p>`, options);
}

export const eventUnknown = (options: PageOptions): string =>
  sentencePage(options.language.messages.weatherAlert, unavailable(options.language), options);

export function noSuchCounty(options: PageOptions): string {
  const { messages } = options.language;
  return sentencePage(messages.noSuchCounty, `<p>${messages.noCountyOfName}</p>`, options, messages.noCountyOfName);
}
