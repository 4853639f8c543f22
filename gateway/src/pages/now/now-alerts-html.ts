/**
 * Alerts as HTML for the lightweight pages: the most dangerous in full, similar ones in one card, the rest in a line
 * each.
 */
import { spanishBadge } from '@site/domain/weather/coded-spanish';
import type { County } from '@site/regions/counties';
import { foldSimilar, isSevere } from '@site/domain/weather/danger';
import { officialName, officialPage } from '@site/regions/state';
import { escapeHtml, shortened } from '../html.js';
import { partsOf, tagsOf } from '../alert-labels.js';
import { codedHtml, placesOf } from './spanish-alert-details.js';
import {
  addEnglish,
  english,
  englishHtml,
  eventNameHtml,
  onlyNameHtml,
  strongLineHtml,
  whatToDoHtml,
  type Language,
  type Reader,
} from './language.js';
import { alertsIn, type NowAlert, type NowAlerts } from './now-data.js';
import { andMore, checked, noAlerts, short, timeElement, unavailable } from './now-frame.js';
import { formatUnlisted, formatWhen } from './now-labels.js';

/**
 * How much to show of each alert: less when there are many, to keep the page small. Instructions are never cut, unless
 * one alone exceeds the page.
 */
export interface Detail {
  /** Alerts, or groups of similar ones. */
  cards: number;
  /** Further alerts, one line each. */
  lines: number;
  /** Characters per text other than the instruction. */
  field: number;
  /** Alerts named per group. */
  named: number;
  /** Whether the page is about the whole state, so that it names counties. */
  isOfState?: boolean;
  /** Characters of the instruction; absent for no limit. */
  instruction?: number;
}
export const details: readonly Detail[] = [
  { cards: 8, lines: 30, field: 400, named: 12 },
  { cards: 8, lines: 30, field: 250, named: 10 },
  { cards: 6, lines: 20, field: 150, named: 8 },
  { cards: 5, lines: 12, field: 100, named: 5 },
  { cards: 3, lines: 8, field: 60, named: 3 },
  { cards: 2, lines: 8, field: 30, named: 0 },
  { cards: 1, lines: 8, field: 30, named: 0 },
  { cards: 1, lines: 0, field: 0, named: 0 },
  { cards: 1, lines: 0, field: 0, named: 0, instruction: 1_000 },
];

/** Returns when an alert begins and ends, in words, with `<time>` elements. */
export const when = (alert: NowAlert, reader: Reader): string => formatWhen(alert, reader, timeElement);

/** Of the English page. */
export const textPath = (eventKey: string): string => `/now/alert/${encodeURIComponent(eventKey)}`;

/** Returns the path of an event's lightweight page in this language. */
export const textAddress = (eventKey: string, { prefix }: Language): string => prefix + textPath(eventKey);

/** CSS classes: emergency, severe, or other. */
export const getAlertClassName = (alert: NowAlert): string =>
  alert.level === 'emergency' ? 'c e' : isSevere(alert) ? 'c s' : 'c';

const badgeHtml = ({ badge }: NowAlert, language: Language) =>
  addEnglish(spanishBadge(badge), shortened(badge, 60), language);

export const badgeOf = (alert: NowAlert, language: Language): string =>
  alert.badge ? `<p class="b">${badgeHtml(alert, language)}</p>` : '';

const nameOf = (alert: NowAlert, language: Language) => eventNameHtml(alert.event, 80, language);

/** Marks alerts that only came over the NWWS-OI feed so far. */
export const fromNwwsHtml = (alert: NowAlert, { messages }: Language, element: 'p' | 'span' = 'p'): string =>
  alert.from_nwws ? `<${element} class="o">${messages.nwwsNote}</${element}>` : '';

const cutTo = (maxLength: number | undefined, text: string) =>
  maxLength === undefined ? text.trim() : shortened(text, maxLength);

/** The instruction comes first; in other languages our strong line, as the instruction is part of the English text. */
function cardOf(
  alerts: readonly NowAlert[],
  { title, body, longest }: { title: string; body: string; longest: number | undefined },
  reader: Reader,
): string {
  const { language } = reader;
  const alert = alerts[0]!;
  const isEnglish = language === english;
  return (
    `<section class="${getAlertClassName(alert)}">` +
    `${isEnglish ? instructionHtml(cutTo(longest, alert.instruction)) : strongLineHtml(alert, reader)}` +
    `${badgeOf(alert, language)}<h3>${nameOf(alert, language)}${title}</h3>` +
    `${whatToDoHtml(alerts, reader, (text) => instructionHtml(cutTo(longest, text)))}${body}</section>`
  );
}

const instructionHtml = (instruction: string) =>
  instruction && `<p class="w"><strong>${escapeHtml(instruction)}</strong></p>`;

/** A block of the weather service's English text. */
const englishText = (html: string, { code }: Language) =>
  code === 'en' || !html ? html : `<div lang="en">${html}</div>`;

interface CardParts {
  /** Characters of the instruction at most, in each language; absent for no limit. */
  longest?: number | undefined;
  times: string;
  /** In English. */
  text: string;
  /** Counties named at most, in other languages. */
  named: number;
}

/** Returns a single alert's card. @param longest characters of the instruction */
export function alertCard(alert: NowAlert, { longest, times, text, named }: CardParts, reader: Reader): string {
  const { language } = reader;
  const { messages, code } = language;
  const isEnglish = code === 'en';
  const name = onlyNameHtml(alert.event, 80, language);
  const body =
    `<p><strong>${times}</strong></p>${isEnglish ? '' : codedHtml(alert, named)}${fromNwwsHtml(alert, language)}` +
    englishText((isEnglish ? '' : instructionHtml(cutTo(longest, alert.instruction))) + text, language) +
    `<p><a href="${textAddress(alert.event_key, language)}">${messages.fullText}<span class="o">${messages.ofAlert(name)}</span></a></p>`;
  return cardOf([alert], { title: '', body, longest }, reader);
}

const renderParagraph = (label: string, text: string, maxLength: number) => {
  const cut = maxLength > 0 ? short(text, maxLength) : '';
  return cut && `<p><strong>${label}:</strong> ${cut}</p>`;
};

function card(alert: NowAlert, reader: Reader, detail: Detail): string {
  const { field } = detail;
  const { hazard, source, impact, where } = partsOf(alert.desc);
  const headline = field > 0 ? short(alert.nws_headline, field) : '';
  const text =
    (headline && `<p>${headline}</p>`) +
    renderParagraph('Hazard', hazard, field) +
    renderParagraph('Threat', tagsOf(alert), field) +
    renderParagraph('Impact', impact, field / 2) +
    renderParagraph('Source', source, field / 2) +
    renderParagraph('Where', where || alert.areas, field) +
    (hazard || alert.instruction ? '' : renderParagraph('Text', alert.desc, 2 * field));
  const parts = { longest: detail.instruction, times: when(alert, reader), text, named: detail.named };
  return alertCard(alert, parts, reader);
}

const countOf = (alerts: readonly NowAlert[], { isOfState }: Detail, { messages }: Language) =>
  isOfState ? messages.inState(alerts.length) : messages.inThisCounty(alerts.length);

/** Counties named per line of a page about the state. */
const namedPerLine = 6;
const placesInLine = (alert: NowAlert, { isOfState }: Detail) => {
  const places = isOfState ? placesOf(alert, namedPerLine) : '';
  return places && `. ${places}`;
};

function groupCard(alerts: readonly NowAlert[], reader: Reader, detail: Detail): string {
  const { field, named } = detail;
  const { language } = reader;
  const first = alerts[0]!;
  const items = alerts.slice(0, named).map((alert) => {
    const summary = shortened(partsOf(alert.desc).where || alert.nws_headline || alert.areas, Math.min(field, 100));
    const name = summary ? englishHtml(escapeHtml(summary), language) : onlyNameHtml(alert.event, 300, language);
    return `<li><a href="${textAddress(alert.event_key, language)}">${name}</a>: ${when(alert, reader)}${placesInLine(alert, detail)} ${fromNwwsHtml(alert, language, 'span')}</li>`;
  });
  const list = `<ul>${items.join('')}</ul>${andMore(alerts.length - items.length, language)}`;
  const { instruction: maxLength } = detail;
  const inEnglish = instructionHtml(cutTo(maxLength, first.instruction));
  const body = language === english ? list : list + englishText(inEnglish, language);
  return cardOf(alerts, { title: countOf(alerts, detail, language), body, longest: maxLength }, reader);
}

function line(alerts: readonly NowAlert[], reader: Reader, detail: Detail): string {
  const { language } = reader;
  const first = alerts[0]!;
  const badge = first.badge ? `${badgeHtml(first, language)}: ` : '';
  const count =
    alerts.length > 1 ? countOf(alerts, detail, language) : `, ${when(first, reader)}${placesInLine(first, detail)}`;
  const note = fromNwwsHtml(alerts.find(({ from_nwws: fromNwws }) => fromNwws) ?? first, language, 'span');
  return `<li>${badge}<a href="${textAddress(first.event_key, language)}">${nameOf(first, language)}</a>${count} ${note}</li>`;
}

/** Lists alerts that left the weather service's list without a cancellation. */
export function unlistedHtml(alerts: readonly NowAlert[], reader: Reader, maxItems: number): string {
  const { language } = reader;
  const check = `<a href="${officialPage}">${officialName}</a>`;
  const items = alerts.slice(0, maxItems).map((alert) => {
    const link = `<a href="${textAddress(alert.event_key, language)}">${nameOf(alert, language)}</a>`;
    const areas = englishHtml(short(alert.areas, 60), language);
    return `<li>${link}: ${areas}. ${formatUnlisted(alert, reader, timeElement, check)}</li>`;
  });
  return items.length > 0
    ? `<div class="c"><ul>${items.join('')}</ul>${andMore(alerts.length - items.length, language)}</div>`
    : '';
}

/** Counts those for pages about the whole state: "4 warnings were removed from the official list early." */
export function unlistedCountHtml({ unlisted = [] }: NowAlerts, { messages }: Language): string {
  if (unlisted.length === 0) return '';
  const areWarnings = unlisted.every(({ level }) => level === 'warning' || level === 'emergency');
  return `<p>${messages.removedEarly(unlisted.length, areWarnings, `<a href="${officialPage}">${officialName}</a>`)}</p>`;
}

/** @param county absent for the whole state, whose page has a line for the unlisted ones elsewhere */
export function alertsHtml(county: County | undefined, toAlertJson: NowAlerts, reader: Reader, detail: Detail): string {
  const { now, language } = reader;
  const { messages } = language;
  const of = (alerts: readonly NowAlert[]) => (county ? alertsIn({ alerts: [...alerts] }, county) : alerts);
  const groups = foldSimilar(of(toAlertJson.alerts), now);
  const unlistedAlerts = of(toAlertJson.unlisted ?? []);
  const unlisted = county ? unlistedHtml(unlistedAlerts, reader, detail.cards) : '';
  if (groups.length === 0)
    return noAlerts(toAlertJson.ok, language, unlistedAlerts.length > 0) + unlisted + checked(toAlertJson, reader);
  const cards = groups
    .slice(0, detail.cards)
    .map((group) => (group.length === 1 ? card(group[0]!, reader, detail) : groupCard(group, reader, detail)));
  const lines = groups.slice(detail.cards, detail.cards + detail.lines).map((group) => line(group, reader, detail));
  const more = groups.slice(detail.cards + detail.lines).reduce((sum, group) => sum + group.length, 0);
  const rest =
    (lines.length > 0 ? `<div class="c"><h3>${messages.also}</h3><ul>${lines.join('')}</ul></div>` : '') +
    andMore(more, language);
  const doubt = toAlertJson.ok ? '' : `<div class="c"><p>${messages.mayBeOthers}</p>${unavailable(language)}</div>`;
  return messages.aboutAlerts + cards.join('') + rest + unlisted + doubt + checked(toAlertJson, reader);
}
