import type { AuditEntry } from '@site/proto/audit/v1/audit.answers';
import { dateOf, localTimeAt, stateTimeZone } from '../../../domain/time/times.js';

export interface AuditDay {
  /** By the clocks of the state: "2026-11-20". */
  date: string;
  /** "Today", "Yesterday", else "Friday, November 20, 2026". */
  name: string;
  entries: AuditEntry[];
}

/** Groups entries, which are in order of time, by day. */
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
  const noon = Date.parse(`${date}T12:00:00Z`);
  if (Date.parse(`${today}T12:00:00Z`) - noon === 86_400_000) return 'Yesterday';
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(noon);
}
