/** The lightweight page of a weather event: state, map, instruction, full text and history. */
import { phaseOf } from '@site/domain/weather/alert-times';
import { firstCharacters } from '@site/domain/truncate';
import { counties } from '@site/regions/counties';
import { officialName, officialPage, state, stateName } from '@site/regions/state';
import { escapeHtml, shortened } from '../html.js';
import type { EventData, RevisionData } from '../../responses/alert-events.js';
import { lastAlerts, partsOf } from '../alert-labels.js';
import { codedHtml } from './spanish-alert-details.js';
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
import { badgeOf, fromNwwsHtml, getAlertClassName, textAddress, textPath, when } from './now-alerts-html.js';
import type { NowAlert } from './now-data.js';
import { arrivalsHtml, eventMap, trackOf } from './alert-event-map.js';
import {
  fitting,
  frame,
  renderGeneratedAt,
  short,
  sources,
  stateFeed,
  time,
  timeElement,
  unavailable,
  type PageOptions,
} from './now-frame.js';
import { shortClock, formatUnlisted } from './now-labels.js';

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

const isReadable = (timestamp: string | null): timestamp is string => !Number.isNaN(Date.parse(timestamp ?? ''));

const at = (timestamp: string, reader: Reader, isAlone = false) => {
  const ms = Date.parse(timestamp);
  return timeElement(ms, shortClock(ms, reader, isAlone));
};

/** Returns a paragraph with line breaks, cut at a word; empty without text. @param className its CSS class */
function paragraphHtml(text: string, maxLength: number, className = 'w'): string {
  const lines = text
    .replace(/\r/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  const isLong = lines.length > maxLength;
  const cut = isLong ? `${firstCharacters(lines, maxLength).replace(/\s+\S{0,40}$/, '')}…` : lines;
  return lines ? `<p class="${className}">${escapeHtml(cut)}</p>` : '';
}

const isCut = ({ desc, instruction, spanish_text: inSpanish }: NowAlert, detail: Detail) =>
  desc.trim().length > detail.text ||
  [instruction, inSpanish ?? ''].some((text) => text.trim().length > detail.instruction);

interface SegmentState {
  /** Its instruction is already at the top of the page. */
  isLeading: boolean;
  /** Its instruction no longer commands. */
  isOver: boolean;
}

function instructionHtml(alert: NowAlert, detail: Detail, { isLeading, isOver }: SegmentState, language: Language) {
  const instruction = isLeading ? '' : paragraphHtml(alert.instruction, detail.instruction);
  if (!instruction) return '';
  if (!isOver) return `<h3>What to do</h3>${instruction}`;
  const summary = `<summary lang="${language.code}">${language.messages.pastInstructions}</summary>`;
  return `<details>${summary}${instruction}</details>`;
}

/** Returns an alert's text, which is English in every language. */
function segment(alert: NowAlert, detail: Detail, state: SegmentState, language: Language): string {
  const headline = short(alert.nws_headline, 300);
  return (
    `<section class="c"${language === english ? '' : ' lang="en"'}><h2>${short(alert.areas, 300) || 'Text'}</h2>` +
    (headline && `<p><strong>${headline}</strong></p>`) +
    fromNwwsHtml(alert, english) +
    `${paragraphHtml(alert.desc, detail.text)}${instructionHtml(alert, detail, state, language)}` +
    `${alert.sender && `<p class="o">${short(alert.sender, 120)}</p>`}</section>`
  );
}

const listOf = (items: readonly string[]) => (items.length > 0 ? `<ul><li>${items.join('</li><li>')}</li></ul>` : '');

const changesOf = ({ changes }: RevisionData, language: Language) =>
  listOf(changes.slice(0, 6).map((change) => englishHtml(short(change, 200), language)));

function sentOf({ action, sent }: RevisionData, { messages }: Language, formatTime: (sent: string) => string): string {
  const actionLabel = (Object.hasOwn(messages.actions, action) && messages.actions[action]) || messages.sent;
  return isReadable(sent) ? messages.actionAt(actionLabel, formatTime(sent)) : actionLabel;
}

/** An alert that left the list without a cancellation may still be in effect. */
function unlisted(since: string | null, topAlert: NowAlert | undefined, reader: Reader): string {
  const check = `<a href="${officialPage}">${officialName}</a>`;
  const times = { effective: '', ...topAlert, unlisted_since: since };
  return `<div class="c"><p><strong>${formatUnlisted(times, reader, timeElement, check)}</strong></p></div>`;
}

/** Whether the event is in effect and until when, how it ended, or that this is unknown. */
function statusHtml(event: EventData, alerts: readonly NowAlert[], reader: Reader): string {
  const { language } = reader;
  const { messages } = language;
  const [topAlert] = alerts;
  if (!event.ok)
    return `<div class="c">${unavailable(language)}<p>${messages.lastInformation(topAlert && when(topAlert, reader))}</p></div>`;
  if (event.active && event.unlisted_since) return unlisted(event.unlisted_since, topAlert, reader);
  if (event.active) {
    const className = topAlert ? getAlertClassName(topAlert) : 'c';
    return `<div class="${className}">${topAlert ? badgeOf(topAlert, language) : ''}<p><strong>${topAlert ? when(topAlert, reader) : messages.inEffect}</strong></p></div>`;
  }
  if (event.ended_by === 'ended') return unlisted(event.ended_at, undefined, reader);
  const how = messages.endings[event.ended_by] ?? messages.endedSomehow;
  const ended = isReadable(event.ended_at) ? messages.endingAt(how, at(event.ended_at, reader)) : how;
  const successor = event.successor_key
    ? `<p><a href="${textAddress(event.successor_key, language)}">${messages.successor}</a></p>`
    : '';
  return `<div class="c"><p><strong>${messages.isOver(ended)}</strong></p>${successor}</div>`;
}

function history(revisions: readonly RevisionData[], reader: Reader, maxItems: number): string {
  const { language } = reader;
  const items = revisions
    .slice(0, maxItems)
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
  const hasPassed = alerts.length > 0 && alerts.every((alert) => phaseOf(alert, now) === 'over');
  const isInEffect = event.ok && event.active && !event.unlisted_since && !hasPassed;
  const isOver = event.ok && (event.active ? hasPassed : event.ended_by !== 'ended');
  const track = isInEffect ? trackOf(alerts, now) : undefined;
  const map = eventMap(alerts, track, language);
  const name = shortened(eventName(event.event, language), 120);
  const where = partsOf(alerts[0]?.desc ?? '').where || alerts[0]?.areas || state.name;
  return fitting(details, (detail) => {
    const visibleAlerts = alerts.slice(0, detail.segments);
    const isShort = visibleAlerts.length < alerts.length || visibleAlerts.some((alert) => isCut(alert, detail));
    const rest = isShort ? `<p>${messages.tooLong} <a href="${officialPage}">${officialName}</a></p>` : '';
    const last = !event.active && event.ok && visibleAlerts.length > 0 ? `<p>${messages.lastText}</p>` : '';
    const instruction = paragraphHtml(alerts[0]?.instruction ?? '', detail.instruction, 'i');
    return frame(
      {
        title: name,
        description: `${name}: ${shortened(where, 150)}`,
        path,
        // In English, /warning is listed instead.
        listedPath: englishPath,
        isListed: !isEnglish,
        feed: stateFeed(language),
        hasLocalWarnings: options.warning?.event_key === event.event_key,
        body:
          (isInEffect && isEnglish ? instruction : '') +
          (isInEffect && alerts[0] ? strongLineHtml(alerts[0], options) : '') +
          `<h1>${eventNameHtml(event.event, 120, language)}</h1>` +
          (isInEffect
            ? whatToDoHtml(visibleAlerts, options, (text) => paragraphHtml(text, detail.instruction, 'i'))
            : '') +
          statusHtml(event, alerts, options) +
          messages.aboutAlerts +
          (isInEffect && !isEnglish && alerts[0] ? codedHtml(alerts[0], 0) : '') +
          (isInEffect ? placesHtml(alerts, language) : '') +
          (detail.hasMap ? map : '') +
          (isInEffect ? arrivalsHtml(alerts, track, options) : '') +
          (newest
            ? `<p class="o">${sentOf(newest, language, (sent) => time(sent, options))}</p>${changesOf(newest, language)}`
            : '') +
          last +
          visibleAlerts
            .map((alert, index) =>
              segment(alert, detail, { isLeading: isInEffect && isEnglish && index === 0, isOver }, language),
            )
            .join('') +
          rest +
          history(earlier, options, detail.history),
        foot:
          renderGeneratedAt(options, event.active || !event.ok ? path : undefined) +
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
      foot: renderGeneratedAt(options) + sources(options.language),
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
