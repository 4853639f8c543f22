import { beginsAt, endsAt, phaseOf, type AlertTimes } from '@site/domain/weather/alert-times';
import { officialName, state } from '@site/state/state';

/** Times and numbers in US units first, metric in parentheses. */

const { timeZone } = state;

const clockFormat = new Intl.DateTimeFormat('en-US', {
  timeZone,
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});
const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', month: 'short', day: 'numeric' });
const dateFormat = new Intl.DateTimeFormat('en-CA', { timeZone });
const hourFormat = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' });
const weekdayFormat = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long' });

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Within this period a weekday is unambiguous. */
const weekdayMs = 6 * dayMs;

/** Intl puts narrow no-break spaces before AM and PM, which old phones' fonts lack. */
const plain = (text: string) => text.replace(/\u202f/g, ' ');
const isSameDay = (moment: number, other: number) => dateFormat.format(moment) === dateFormat.format(other);

/** Returns "3:30 PM CST", with the date unless it's today: "Sat, Nov 21, 6:00 AM CST". */
export function clock(moment: string | number, now: number): string {
  const at = new Date(moment);
  return plain(
    isSameDay(at.getTime(), now) ? clockFormat.format(at) : `${dayFormat.format(at)}, ${clockFormat.format(at)}`,
  );
}

/** Returns "6:45 PM", "Sunday 6 AM", or with a date if the weekday is ambiguous: "Sun, Nov 29, 6 AM". */
export function shortClock(moment: number, now: number): string {
  const hour = plain(hourFormat.format(moment)).replace(':00', '');
  if (isSameDay(moment, now)) return hour;
  const isNear = Math.abs(moment - now) < weekdayMs && moment > now;
  return isNear ? `${weekdayFormat.format(moment)} ${hour}` : `${dayFormat.format(moment)}, ${hour}`;
}

/**
 * Returns "No longer listed since 10:10 AM. It was due to run until 10:25 AM. Check weather.gov/lzk." for an alert that
 * left the weather service's list without a cancellation.
 * @param mark as in `whenInWords`
 */
export function unlistedInWords(
  { unlisted_since: since, ...times }: AlertTimes & { unlisted_since: string | null },
  now: number,
  mark: (moment: number, words: string) => string = (_moment, words) => words,
  check = officialName,
): string {
  const at = (moment: number) => mark(moment, shortClock(moment, now));
  const left = Date.parse(since ?? '');
  const end = endsAt(times);
  const due = end === undefined ? '' : ` It was due to run until ${at(end)}.`;
  return `No longer listed${Number.isNaN(left) ? '' : ` since ${at(left)}`}.${due} Check ${check}.`;
}

/**
 * Returns when an alert is in effect: "In effect now, until 6:45 PM", "Begins Sunday 6 AM, until further notice".
 * @param now milliseconds since 1970 UTC, by the upstream clock
 * @param mark renders each time, for instance in an element
 */
export function whenInWords(
  alert: AlertTimes & { until_further_notice?: boolean },
  now: number,
  mark: (moment: number, words: string) => string = (_moment, words) => words,
): string {
  const at = (moment: number) => mark(moment, shortClock(moment, now));
  const end = endsAt(alert);
  const phase = phaseOf(alert, now);
  if (phase === 'over') return `Ended ${isSameDay(end!, now) ? 'at ' : ''}${at(end!)}`;
  const open = alert.until_further_notice === false ? 'no end given' : 'until further notice';
  const until = end === undefined ? open : `until ${at(end)}`;
  return phase === 'later' ? `Begins ${at(beginsAt(alert)!)}, ${until}` : `In effect now, ${until}`;
}

/** Returns "less than a minute ago", "3 hours ago", "2 days ago". */
export function ago(moment: string | number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - new Date(moment).getTime()) / minuteMs));
  if (minutes < 1) return 'less than a minute ago';
  if (minutes < 60) return `${minutes} minute${minutes === 1 ? '' : 's'} ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} hour${hours === 1 ? '' : 's'} ago`;
  return `${Math.floor(hours / 24)} days ago`;
}

const kilometresPerMile = 1.609344;
const centimetresPerInch = 2.54;

/** Turns -0 into 0. */
const whole = (value: number) => Math.round(value) || 0;

/** Returns "65 °F (18 °C)" from either; undefined if both are unknown. */
export function temperature(fahrenheit: number | undefined, celsius: number | undefined): string | undefined {
  const inFahrenheit = fahrenheit ?? (celsius === undefined ? undefined : celsius * 1.8 + 32);
  if (inFahrenheit === undefined) return undefined;
  return `${whole(inFahrenheit)} °F (${whole(celsius ?? (inFahrenheit - 32) / 1.8)} °C)`;
}

export const speed = (mph: number, kph = mph * kilometresPerMile): string => `${whole(mph)} mph (${whole(kph)} km/h)`;

/** Returns "2.0 in (5.1 cm)"; undefined if it rounds to zero. */
export const snowDepth = (centimetres = 0): string | undefined =>
  centimetres / centimetresPerInch >= 0.05
    ? `${(centimetres / centimetresPerInch).toFixed(1)} in (${centimetres.toFixed(1)} cm)`
    : undefined;

/** Returns "Saturday" for "2026-11-21". */
export const weekdayOf = (date: string): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', weekday: 'long' });

/** Returns "0.05 in (1.3 mm)"; undefined if it rounds to zero. */
export const iceDepth = (millimetres = 0): string | undefined =>
  millimetres / 10 / centimetresPerInch >= 0.005
    ? `${(millimetres / 10 / centimetresPerInch).toFixed(2)} in (${millimetres.toFixed(1)} mm)`
    : undefined;

const quarters = ['', '¼', '½', '¾'];

/** Returns "10 mi (16 km)"; undefined if unknown. */
export function visibility(miles: number | undefined): string | undefined {
  if (miles === undefined) return undefined;
  const kilometres = miles * kilometresPerMile;
  const metric = kilometres < 0.1 ? 'less than 0.1 km' : `${Number(kilometres.toFixed(miles < 2 ? 1 : 0))} km`;
  return `${inMiles(miles)} (${metric})`;
}

/** Returns "10 mi"; under two miles, quarters as stations report them, or one decimal: "¼ mi", "1.3 mi". */
function inMiles(miles: number): string {
  if (miles >= 2) return `${Math.round(miles)} mi`;
  const inQuarters = Math.round(miles * 4);
  if (inQuarters > 0 && Math.abs(miles * 4 - inQuarters) < 0.1)
    return `${Math.floor(inQuarters / 4) || ''}${quarters[inQuarters % 4]} mi`;
  return miles < 0.1 ? 'less than 0.1 mi' : `${miles.toFixed(1)} mi`;
}

export const gustMatters = (gustMph: number | undefined, windMph = 0): gustMph is number =>
  gustMph !== undefined && (gustMph >= 25 || gustMph >= windMph + 10);
