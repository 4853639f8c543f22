/** The languages of the text-only pages. */
import { phaseOf } from '@site/domain/weather/alert-times';
import { spanishEventName, spanishSafetySentence, spanishStrongLine } from '@site/domain/weather/spanish';
import { siteName } from '@site/regions/state';
import { escapeHtml, shortened } from '../html.js';
import { messages as inEnglish, type Messages } from './messages-en.js';
import { messages as inSpanish } from './messages-es.js';
import type { NowAlert } from './now-data.js';

export interface Language {
  code: 'en' | 'es';
  locale: 'en-US' | 'es-US';
  /** Of the addresses of its pages. */
  prefix: '' | '/es';
  messages: Messages;
}

export const english: Language = { code: 'en', locale: 'en-US', prefix: '', messages: inEnglish };
export const spanish: Language = { code: 'es', locale: 'es-US', prefix: '/es', messages: inSpanish };

/** Of one card; similar alerts may have different times. */
const maxHtmlParts = 3;

/** A page's language and time. */
export interface Reader {
  language: Language;
  /** Milliseconds since 1970 UTC, by the upstream clock. */
  now: number;
}

/** An attribute of links to English pages. */
export const linkToEnglish = ({ code }: Language): string => (code === 'en' ? '' : ' hreflang="en"');

/** Marks English on a page in another language. @param html inline */
export const englishHtml = (html: string, { code }: Language): string =>
  code === 'en' || !html ? html : `<span lang="en">${html}</span>`;

/** Returns words in the page's language, with the English ones beside them; only those without a translation. */
export function addEnglish(translated: string | undefined, englishText: string, { code }: Language): string {
  if (code === 'en') return escapeHtml(englishText);
  if (!translated) return `<span lang="en">${escapeHtml(englishText)}</span>`;
  return `${escapeHtml(translated)} <span class="o" lang="en">${escapeHtml(englishText)}</span>`;
}

/** Returns an event's official name in the page's language, with the English name beside it. */
export const eventNameHtml = (event: string, maxLength: number, language: Language): string =>
  addEnglish(spanishEventName(event), shortened(event, maxLength), language);

/** Returns an event's name in the page's language; in English if it has none. */
export function onlyNameHtml(event: string, maxLength: number, language: Language): string {
  const name = eventName(event, language);
  const html = escapeHtml(shortened(name, maxLength));
  return name === event ? englishHtml(html, language) : html;
}

/** Returns an event's name for text without markup, such as a title. */
export const eventName = (event: string, { code }: Language): string =>
  (code === 'es' && spanishEventName(event)) || event;

/** Returns our strong line above the name of an alert in effect; empty in English, where the instruction is above. */
export function strongLineHtml(alert: NowAlert, { now, language: { code } }: Reader): string {
  const line = code === 'es' && phaseOf(alert, now) === 'now' ? spanishStrongLine(alert.event) : undefined;
  return line ? `<p class="b">${escapeHtml(line)}</p>` : '';
}

/**
 * Returns what to do, in the page's language: the weather service's own texts of these alerts, or else our sentence for
 * the event, if a reviewer has signed it; both with their source. Empty in English.
 * @param write renders a text of the weather service
 */
export function whatToDoHtml(
  alerts: readonly NowAlert[],
  { now, language: { code, messages } }: Reader,
  write: (text: string) => string,
): string {
  if (code === 'en') return '';
  const from = (source: string) => `<p class="o">${source}</p>`;
  const official = new Set(alerts.flatMap(({ spanish_text: text }) => text ?? []));
  if (official.size > 0)
    return [...official].slice(0, maxHtmlParts).map(write).join('') + from(messages.weatherService);
  const [first] = alerts;
  const sentence = first && phaseOf(first, now) === 'now' ? spanishSafetySentence(first.event) : undefined;
  return sentence ? `<p><strong>${escapeHtml(sentence)}</strong></p>${from(siteName)}` : '';
}
