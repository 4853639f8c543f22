/** Languages of notifications, and times and names of alerts in each. */
import { messageLanguage, type MessageLanguage } from '@site/domain/notifications/kinds';
import { plainTime } from '@site/domain/local-time';
import { spanishBadge } from '@site/domain/weather/coded-spanish';
import { spanishEventName } from '@site/domain/weather/spanish';
import { messages as inEnglish, type Messages, type LocalTime } from './messages-en.js';
import { messages as inSpanish } from './messages-es.js';

export interface Language {
  code: MessageLanguage;
  locale: 'en-US' | 'es-US';
  /** Of the addresses of its pages. */
  prefix: '' | '/es';
  messages: Messages;
}

const languages: Readonly<Record<MessageLanguage, Language>> = {
  en: {
    code: 'en',
    locale: 'en-US',
    prefix: '',
    messages: inEnglish,
  },
  es: {
    code: 'es',
    locale: 'es-US',
    prefix: '/es',
    messages: inSpanish,
  },
};

/** @param code of a subscription; English if it has none */
export const languageOf = (code: string | undefined): Language => languages[messageLanguage(code)];

interface TimeFormats {
  hour: Intl.DateTimeFormat;
  day: Intl.DateTimeFormat;
}

const formats = new Map<string, TimeFormats>();

/** Creating a format takes longer than a message. */
function formatsOf({ code, locale }: Language, timeZone: string): TimeFormats {
  const key = `${code} ${timeZone}`;
  const existing = formats.get(key);
  if (existing) return existing;
  const created = {
    hour: new Intl.DateTimeFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit' }),
    day: new Intl.DateTimeFormat(locale, { timeZone, weekday: code === 'en' ? 'short' : 'long' }),
  };
  formats.set(key, created);
  return created;
}

const soonMs = 18 * 3_600_000;

/** Returns a time with its day, unless it is today. */
export function toLocalTime(time: string, now: number, language: Language, timeZone: string): LocalTime {
  const { hour, day } = formatsOf(language, timeZone);
  const at = new Date(time);
  const weekday = day.format(at);
  const isSoon = Math.abs(at.getTime() - now) < soonMs && weekday === day.format(now);
  return { hour: plainTime(hour.format(at)), ...(!isSoon && { day: weekday }) };
}

/**
 * Returns the official Spanish name with the English one beside it: "Aviso de tornado (Tornado Warning)". Without an
 * official name, the English one.
 * @param isBrief without the English one
 */
export function nameIn({ code }: Language, english: string, isBrief = false): string {
  const spanish = code === 'es' ? (spanishEventName(english) ?? spanishBadge(english)) : undefined;
  if (!spanish) return english;
  if (isBrief) return spanish;
  return spanish.endsWith(')') ? `${spanish.slice(0, -1)}, ${english})` : `${spanish} (${english})`;
}
