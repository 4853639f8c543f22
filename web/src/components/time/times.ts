/** Wall-clock times in the providers' format ("2026-11-20 15:00") and as text. */
import { dateOf, hourOf } from '@site/domain/local-time';
import { state } from '@site/regions/state';
import * as strings from '@/strings/public-strings.js';

export { addHours, dateOf, hourOf } from '@site/domain/local-time';

/** The site shows state time, wherever the visitor is. */
export const stateTimeZone = state.timeZone;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** The specification's labels: 0 is 12 AM, 12 is 12 PM, 13 is 1 PM. */
export function hourLabel(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** "2026-11-21" → "Saturday". */
export const longWeekdayOf = (date: string): string => weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? '';

/** "2026-11-21" → "Sat". */
export const weekdayOf = (date: string): string => longWeekdayOf(date).slice(0, 3);

/** "2026-11-21" → "Nov 21". */
export function dayOfYear(date: string): string {
  const [, month, day] = date.split('-').map(Number);
  return `${months[(month ?? 1) - 1]} ${day}`;
}

/** "2026-11-21" → "Sat, Nov 21", with the year unless it is today's: "Sun, Jan 3, 2027". */
export function shortDate(date: string, today = date): string {
  const year = date.slice(0, 4);
  return `${weekdayOf(date)}, ${dayOfYear(date)}${year === today.slice(0, 4) ? '' : `, ${year}`}`;
}

/**
 * "Sat 5/12/2026": day/month/year, as the specification requires on the forecast page; the weekday tells a US reader
 * which number is the day. All other pages use `shortDate`.
 */
export function dayLabel(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  return `${weekdayOf(date)} ${day}/${month}/${year}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Caches formatters: creating one costs a phone more than all other work with times. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** "2026-11-20 15:07" and "CST". */
function inZone(time: number, timeZone: string): { localTime: string; zone: string } {
  const parts = formatOf(timeZone).formatToParts(time);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((found) => found.type === type)?.value ?? '';
  const localTime = `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`;
  return { localTime, zone: part('timeZoneName') };
}

/** "2026-11-20 15:07". */
export function localTimeAt(now: number, timeZone: string): string {
  return inZone(now, timeZone).localTime;
}

/** "06:49 AM" → minutes after midnight; undefined for other formats. */
export function minutesOf(clockTime: string | undefined): number | undefined {
  const match = /^(\d{1,2}):(\d{2})\s*([AP]M)$/i.exec(clockTime?.trim() ?? '');
  if (!match) return undefined;
  const [, hours, minutes, half] = match;
  return (Number(hours) % 12) * 60 + Number(minutes) + (half?.toUpperCase() === 'PM' ? 720 : 0);
}

/** "06:49 AM" → "6:49 AM". */
export function plainClockTime(clockTime: string): string {
  return clockTime.trim().replace(/^0(?=\d:)/, '');
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** "Just now" under a minute, then minutes, hours, days under 7, then the full date. */
export function relativeTime(then: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - then) / 1000));
  if (seconds < 60) return 'Just now';
  if (seconds < 3_600) return plural(Math.floor(seconds / 60), 'minute');
  if (seconds < 86_400) return plural(Math.floor(seconds / 3_600), 'hour');
  if (seconds < 7 * 86_400) return plural(Math.floor(seconds / 86_400), 'day');
  return fullDate(then);
}

/** "November 20, 2026". */
export function fullDate(time: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: stateTimeZone }).format(time);
}

/** Returns state time: "November 20, 2026 at 3:07 PM CST". */
export function fullDateTime(time: number): string {
  return `${fullDate(time)} at ${clockTime(time)}`;
}

/** "3:07 PM CST". */
export function clockTime(time: number): string {
  return `${clockTimeIn(time, stateTimeZone)} ${inZone(time, stateTimeZone).zone}`;
}

/** "14 min ago", for the line under a reading. */
export function minutesAgo(then: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - then) / 60_000));
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}

/** Tolerated lag behind the clock that set a time. */
const toleratedAheadMs = 2 * 60_000;

/**
 * Returns "14 minutes ago" for use within a sentence. If the time is in the future, the clock is wrong, so returns "at
 * 3:07 PM CST".
 */
export function formatAge(
  then: number,
  now: number,
  format: (then: number, now: number) => string = relativeTime,
): string {
  if (Number.isNaN(then)) return 'at an unknown time';
  if (then - now > toleratedAheadMs) return `at ${clockTime(then)}`;
  return format(then, now).replace(/^Just/, 'just');
}

/** "2:53 PM" in a zone. */
export function clockTimeIn(time: number, timeZone: string): string {
  const { localTime } = inZone(time, timeZone);
  const [hour, half] = hourLabel(hourOf(localTime)).split(' ');
  return `${hour}:${localTime.slice(14)} ${half}`;
}

/** Returns an alert's end in state time: "today, 3:30 PM CST", else "Sat, Nov 21, 3:30 PM CST". */
export function alertTime(time: string, now: number): string {
  const timestamp = Date.parse(time);
  if (Number.isNaN(timestamp)) return strings.noReading;
  const date = dateOf(localTimeAt(timestamp, stateTimeZone));
  const isToday = date === dateOf(localTimeAt(now, stateTimeZone));
  return `${isToday ? 'today' : shortDate(date)}, ${clockTime(timestamp)}`;
}
