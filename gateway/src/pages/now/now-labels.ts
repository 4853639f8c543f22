/** Times and numbers in US units first, metric in parentheses. */
import { plainTime } from '@site/domain/local-time';
import { beginsAt, endsAt, phaseOf, type AlertTimes } from '@site/domain/weather/alert-times';
import { officialName, state } from '@site/regions/state';
import { english, spanish, type Language, type Reader } from './language.js';

const { timeZone } = state;

const formatsOf = ({ locale }: Language) => ({
  clock: new Intl.DateTimeFormat(locale, {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }),
  day: new Intl.DateTimeFormat(locale, { timeZone, weekday: 'short', month: 'short', day: 'numeric' }),
  hour: new Intl.DateTimeFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit' }),
  weekday: new Intl.DateTimeFormat(locale, { timeZone, weekday: 'long' }),
  /** Of a date without a time. */
  weekdayOf: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long' }),
});
const formats = { en: formatsOf(english), es: formatsOf(spanish) };
const dateFormat = new Intl.DateTimeFormat('en-CA', { timeZone });

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Within this period a weekday is unambiguous. */
const weekdayMs = 6 * dayMs;

const isSameDay = (timestamp: number, other: number) => dateFormat.format(timestamp) === dateFormat.format(other);

/** Returns "3:30 PM CST", with the date unless it's today: "Sat, Nov 21, 6:00 AM CST". */
export function clock(timestamp: string | number, { now, language }: Reader): string {
  const format = formats[language.code];
  const at = new Date(timestamp);
  const time = format.clock.format(at);
  return plainTime(isSameDay(at.getTime(), now) ? time : `${format.day.format(at)}, ${time}`);
}

/**
 * Returns "6:45 PM", "Sunday 6 AM", or with a date if the weekday is ambiguous: "Sun, Nov 29, 6 AM".
 * @param isAlone not part of a sentence
 */
export function shortClock(timestamp: number, { now, language }: Reader, isAlone = false): string {
  const format = formats[language.code];
  const { messages } = language;
  const hour = plainTime(format.hour.format(timestamp)).replace(':00', '');
  if (isSameDay(timestamp, now)) return messages.shortTime(hour, { isAlone });
  const isNear = Math.abs(timestamp - now) < weekdayMs && timestamp > now;
  const day = isNear ? { day: format.weekday.format(timestamp) } : { date: format.day.format(timestamp) };
  return messages.shortTime(hour, { ...day, isAlone });
}

/**
 * Returns "Removed from the official list at 10:10 AM, before its planned end (10:25 AM). Check weather.gov/lzk." for an alert that
 * left the weather service's list without a cancellation.
 * @param mark as in `formatWhen`
 */
export function formatUnlisted(
  { unlisted_since: since, ...times }: AlertTimes & { unlisted_since: string | null },
  reader: Reader,
  mark: (timestamp: number, text: string) => string = (_timestamp, text) => text,
  check = officialName,
): string {
  const at = (timestamp: number) => mark(timestamp, shortClock(timestamp, reader));
  const left = Date.parse(since ?? '');
  const end = endsAt(times);
  const { messages } = reader.language;
  return messages.unlisted(Number.isNaN(left) ? undefined : at(left), end === undefined ? undefined : at(end), check);
}

/**
 * Returns when an alert is in effect: "In effect now, until 6:45 PM", "Begins Sunday 6 AM, until further notice".
 * @param mark renders each time, for instance in an element
 */
export function formatWhen(
  alert: AlertTimes & { until_further_notice?: boolean },
  reader: Reader,
  mark: (timestamp: number, text: string) => string = (_timestamp, text) => text,
): string {
  const { now, language } = reader;
  const { messages } = language;
  const at = (timestamp: number) => mark(timestamp, shortClock(timestamp, reader));
  const end = endsAt(alert);
  const phase = phaseOf(alert, now);
  if (phase === 'over') return messages.ended(at(end!), isSameDay(end!, now));
  const open = alert.until_further_notice === false ? messages.noEndTime : messages.untilFurtherNotice;
  const until = end === undefined ? open : messages.until(at(end));
  return phase === 'later' ? messages.begins(at(beginsAt(alert)!), until) : messages.inEffectUntil(until);
}

/** Returns "less than a minute ago", "3 hours ago", "2 days ago". */
export function ago(timestamp: string | number, { now, language }: Reader): string {
  const { messages } = language;
  const minutes = Math.max(0, Math.floor((now - new Date(timestamp).getTime()) / minuteMs));
  if (minutes < 1) return messages.lessThanAMinuteAgo;
  if (minutes < 60) return messages.minutesAgo(minutes);
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return messages.hoursAgo(hours);
  return messages.daysAgo(Math.floor(hours / 24));
}

const kilometersPerMile = 1.609344;
const centimetresPerInch = 2.54;

/** Turns -0 into 0. */
const toInteger = (value: number) => Math.round(value) || 0;

/** Returns "65 °F (18 °C)" from either; undefined if both are unknown. */
export function temperature(fahrenheit: number | undefined, celsius: number | undefined): string | undefined {
  const inFahrenheit = fahrenheit ?? (celsius === undefined ? undefined : celsius * 1.8 + 32);
  if (inFahrenheit === undefined) return undefined;
  return `${toInteger(inFahrenheit)} °F (${toInteger(celsius ?? (inFahrenheit - 32) / 1.8)} °C)`;
}

export const speed = (mph: number, kph = mph * kilometersPerMile): string =>
  `${toInteger(mph)} mph (${toInteger(kph)} km/h)`;

/** Returns "2.0 in (5.1 cm)"; undefined if it rounds to zero. */
export const snowDepth = (centimetres = 0, { messages }: Language): string | undefined =>
  centimetres / centimetresPerInch >= 0.05
    ? `${(centimetres / centimetresPerInch).toFixed(1)} ${messages.inch} (${centimetres.toFixed(1)} cm)`
    : undefined;

/** Returns "Saturday" for "2026-11-21". */
export const weekdayOf = (date: string, { code }: Language): string =>
  formats[code].weekdayOf.format(new Date(`${date}T00:00:00Z`));

/** Returns "0.05 in (1.3 mm)"; undefined if it rounds to zero. */
export const iceDepth = (millimetres = 0, { messages }: Language): string | undefined =>
  millimetres / 10 / centimetresPerInch >= 0.005
    ? `${(millimetres / 10 / centimetresPerInch).toFixed(2)} ${messages.inch} (${millimetres.toFixed(1)} mm)`
    : undefined;

const quarters = ['', '¼', '½', '¾'];

/** Returns "10 mi (16 km)"; undefined if unknown. */
export function visibility(miles: number | undefined, language: Language): string | undefined {
  if (miles === undefined) return undefined;
  const kilometers = miles * kilometersPerMile;
  const metric =
    kilometers < 0.1 ? language.messages.lessThan('0.1 km') : `${Number(kilometers.toFixed(miles < 2 ? 1 : 0))} km`;
  return `${inMiles(miles, language)} (${metric})`;
}

/** Returns "10 mi"; under two miles, quarters as stations report them, or one decimal: "¼ mi", "1.3 mi". */
function inMiles(miles: number, { messages }: Language): string {
  if (miles >= 2) return `${Math.round(miles)} mi`;
  const inQuarters = Math.round(miles * 4);
  if (inQuarters > 0 && Math.abs(miles * 4 - inQuarters) < 0.1)
    return `${Math.floor(inQuarters / 4) || ''}${quarters[inQuarters % 4]} mi`;
  return miles < 0.1 ? messages.lessThan('0.1 mi') : `${miles.toFixed(1)} mi`;
}

/** Whether gusts are worth a mention: from 25 mph, or 10 mph above the wind. */
export const gustMatters = (gustMph: number | undefined, windMph = 0): gustMph is number =>
  gustMph !== undefined && (gustMph >= 25 || gustMph >= windMph + 10);
