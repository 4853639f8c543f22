/** Local times and hours of a forecast. Moments are milliseconds since 1970 UTC. */
import { LRUCache } from 'lru-cache';

export const hourMs = 3_600_000;

/** All time zones change their clocks on a quarter hour. */
const quarterMs = 900_000;

/** Local time, and its UTC offset in milliseconds. */
interface Quarter {
  text: string;
  offset: number;
}

/** Intl is slow, and every response needs the same 200 hours. */
class ZoneClock {
  private readonly format: Intl.DateTimeFormat;
  private readonly quarters = new LRUCache<number, Quarter>({ max: 2_000 });

  constructor(timeZone: string) {
    const twoDigits = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
    this.format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', year: 'numeric', ...twoDigits });
  }

  at(timestamp: number): Quarter {
    const quarter = Math.floor(timestamp / quarterMs);
    const cached = this.quarters.get(quarter);
    if (cached) return cached;
    const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
    for (const { type, value } of this.format.formatToParts(quarter * quarterMs)) parts[type] = value;
    const text = `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}`;
    const found = { text, offset: Date.parse(`${text.replace(' ', 'T')}Z`) - quarter * quarterMs };
    this.quarters.set(quarter, found);
    return found;
  }
}

const clocks = new Map<string, ZoneClock>();

function clockOf(timeZone: string): ZoneClock {
  const clock = clocks.get(timeZone) ?? new ZoneClock(timeZone);
  clocks.set(timeZone, clock);
  return clock;
}

/** Returns whether it is an IANA time zone, such as "America/Chicago". */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(clockOf(name));
  } catch {
    return false;
  }
}

const offsetAt = (timestamp: number, timeZone: string): number => clockOf(timeZone).at(timestamp).offset;

/** "2026-11-20 15:00". */
export function wallClock(timestamp: number, timeZone: string): string {
  const { text } = clockOf(timeZone).at(timestamp);
  const minutes = Math.floor((timestamp % quarterMs) / 60_000);
  return minutes === 0 ? text : `${text.slice(0, 14)}${String(Number(text.slice(14)) + minutes).padStart(2, '0')}`;
}

/** "2026-11-20". */
export const localDate = (timestamp: number, timeZone: string): string => wallClock(timestamp, timeZone).slice(0, 10);

/** "06:49 AM"; empty for undefined. */
export function twelveHourClock(timestamp: number | undefined, timeZone: string): string {
  if (timestamp === undefined) return '';
  const [hour = 0, minute = 0] = wallClock(timestamp, timeZone).slice(11).split(':').map(Number);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(hour % 12 || 12)}:${pad(minute)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** @param date "2026-11-20" @param days may be negative */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 24 * hourMs).toISOString().slice(0, 10);

const dayMs = 24 * hourMs;

/**
 * The first of an hour that occurs twice (clocks go back); for a skipped hour (clocks go forward), the moment of the
 * change.
 */
export function toTimestamp(date: string, hour: number, timeZone: string): number {
  const localText = `${date} ${String(hour).padStart(2, '0')}:00`;
  const asUtc = Date.parse(`${localText.replace(' ', 'T')}Z`);
  // No time zone changes its clocks twice within two days.
  const before = asUtc - offsetAt(asUtc - dayMs, timeZone);
  const after = asUtc - offsetAt(asUtc + dayMs, timeZone);
  const fitting = [before, after].filter((timestamp) => wallClock(timestamp, timeZone) === localText);
  return fitting.length > 0 ? Math.min(...fitting) : before;
}

export interface DayHour {
  /** "2026-11-20 00:00". */
  time: string;
  instant: number;
  /** False when clocks go forward and skip this hour. */
  exists: boolean;
}

/** Always 24, even if the day has 23 or 25 hours. */
export function hoursOfDay(date: string, timeZone: string): DayHour[] {
  const midnight = toTimestamp(date, 0, timeZone);
  const ordinary = toTimestamp(addDays(date, 1), 0, timeZone) - midnight === dayMs;
  return Array.from({ length: 24 }, (_unused, hour) => {
    const time = `${date} ${String(hour).padStart(2, '0')}:00`;
    const instant = ordinary ? midnight + hour * hourMs : toTimestamp(date, hour, timeZone);
    return { time, instant, exists: ordinary || wallClock(instant, timeZone) === time };
  });
}
