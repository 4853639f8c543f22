import { LRUCache } from 'lru-cache';

/** Wall clocks and calendar days of a place. Moments are milliseconds since 1970 UTC. */

export const hourMs = 3_600_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}

/** Every zone changes its clock at a full quarter of an hour. */
const quarterMs = 900_000;
/** Asking Intl is slow, and each answer asks for the same two hundred hours. */
const offsets = new LRUCache<string, number>({ max: 20_000 });

/** How far the place's wall clock is ahead of UTC, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const quarter = Math.floor(moment / quarterMs);
  const key = `${timeZone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(quarter * quarterMs)) parts[type] = value;
  const local = Date.parse(`${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:00Z`);
  const offset = local - quarter * quarterMs;
  offsets.set(key, offset);
  return offset;
}

/** "2026-11-20 15:00" at the place. */
export const wallClock = (moment: number, timeZone: string): string =>
  new Date(moment + offsetAt(moment, timeZone)).toISOString().slice(0, 16).replace('T', ' ');

/** "2026-11-20": the calendar day at the place. */
export const localDate = (moment: number, timeZone: string): string => wallClock(moment, timeZone).slice(0, 10);

/** "06:49 AM" at the place; empty when there is no such moment. */
export function twelveHourClock(moment: number | undefined, timeZone: string): string {
  if (moment === undefined) return '';
  const [hour = 0, minute = 0] = wallClock(moment, timeZone).slice(11).split(':').map(Number);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(hour % 12 || 12)}:${pad(minute)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** The calendar day `days` later. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 24 * hourMs).toISOString().slice(0, 10);

const dayMs = 24 * hourMs;

/**
 * The moment of a wall-clock hour. An hour that comes twice (clocks go back) is its first one; an hour that does not come
 * (clocks go forward) is the moment at which it was skipped.
 */
export function momentOf(date: string, hour: number, timeZone: string): number {
  const wanted = `${date} ${String(hour).padStart(2, '0')}:00`;
  const asUtc = Date.parse(`${wanted.replace(' ', 'T')}Z`);
  // No zone changes its clock twice within two days, so one of the two offsets is in force.
  const [before, after] = [asUtc - offsetAt(asUtc - dayMs, timeZone), asUtc - offsetAt(asUtc + dayMs, timeZone)];
  const fitting = [before, after].filter((moment) => wallClock(moment, timeZone) === wanted);
  return fitting.length > 0 ? Math.min(...fitting) : before;
}

/** One of the 24 hours of a calendar day. */
export interface DayHour {
  /** "2026-11-20 00:00". */
  time: string;
  moment: number;
  /** False for the hour that the clocks skip: it has no weather. */
  exists: boolean;
}

/** The 24 wall-clock hours of a calendar day, whether it lasts 23, 24 or 25 hours. */
export function hoursOfDay(date: string, timeZone: string): DayHour[] {
  const midnight = momentOf(date, 0, timeZone);
  const ordinary = momentOf(addDays(date, 1), 0, timeZone) - midnight === dayMs;
  return Array.from({ length: 24 }, (_unused, hour) => {
    const time = `${date} ${String(hour).padStart(2, '0')}:00`;
    const moment = ordinary ? midnight + hour * hourMs : momentOf(date, hour, timeZone);
    return { time, moment, exists: ordinary || wallClock(moment, timeZone) === time };
  });
}
