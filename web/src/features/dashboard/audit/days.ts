import type { AuditEntry } from '@site/proto/audit/v1/audit.answers';
import { dateOf, localTimeAt, shortDate, stateTimeZone } from '../../../domain/time/times.js';

export interface AuditDay {
  /** In the state's time zone, such as "2026-11-20". */
  date: string;
  /** "Today", "Yesterday" or "Fri, Nov 20", with the year if it isn't this year. */
  name: string;
  entries: AuditEntry[];
}

/** Groups chronological entries by day. */
export function byDay(entries: AuditEntry[], now: number): AuditDay[] {
  const days: AuditDay[] = [];
  for (const entry of entries) {
    const date = dateAt(Date.parse(entry.at));
    const last = days.at(-1);
    if (last?.date === date) last.entries.push(entry);
    else days.push({ date, name: dayName(date, now), entries: [entry] });
  }
  return days;
}

const dateAt = (time: number) => dateOf(localTimeAt(time, stateTimeZone));

function dayName(date: string, now: number): string {
  const today = dateAt(now);
  if (date === today) return 'Today';
  return Date.parse(today) - Date.parse(date) === 86_400_000 ? 'Yesterday' : shortDate(date, today);
}

/** Returns the start of a day in the state's time zone as RFC 3339 in UTC. */
export function beginOfDay(date: string): string {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // Two passes: when the clocks change that night, the offset at UTC midnight can differ from the offset at local
  // midnight.
  const offsetAt = (time: number) => time - Date.parse(`${localTimeAt(time, stateTimeZone).replace(' ', 'T')}:00Z`);
  const close = midnight + offsetAt(midnight);
  return new Date(midnight + offsetAt(close)).toISOString();
}

export const dayAfter = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
