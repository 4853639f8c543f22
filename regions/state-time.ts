import { Temporal } from 'temporal-polyfill';
import { state } from './state.js';

/** Converts between local times in the state, as entered by users, and instants. */

const { timeZone } = state;

/** Format of a `datetime-local` field, such as "2026-11-26T07:30". */
const localPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/;

export type StateInstant =
  | {
      at: Date;
      /** The local time occurs twice that day; `at` is the first. */
      twice: boolean;
    }
  | { problem: string };

/**
 * Returns the instant of a local time.
 * @returns a `problem` for text in another format, and for the hour skipped when daylight saving time begins
 */
export function stateInstant(local: string): StateInstant {
  const problem = 'Enter a date and time, such as 2026-11-26T07:30';
  if (!localPattern.test(local)) return { problem };
  let plain: Temporal.PlainDateTime;
  try {
    plain = Temporal.PlainDateTime.from(local, { overflow: 'reject' });
  } catch {
    return { problem };
  }
  const earlier = plain.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  const later = plain.toZonedDateTime(timeZone, { disambiguation: 'later' });
  const exists = earlier.toPlainDateTime().equals(plain);
  if (!exists)
    return { problem: "This time doesn't exist: the clocks go forward that night. Choose an hour earlier or later" };
  return { at: new Date(earlier.epochMilliseconds), twice: !earlier.equals(later) };
}

/** Returns the local time of an instant, to the minute, in the format of a `datetime-local` field. */
export const stateLocalTime = (at: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });

/**
 * Returns the latest Monday whose given hour has been reached in the state.
 * @param hour full hour in local time, 0 to 23
 * @returns `date` as "2026-11-23", and the instant of that hour
 */
export function latestMonday(now: Date, hour: number): { date: string; at: Date } {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const monday = local.subtract({ days: local.dayOfWeek - 1 }).withPlainTime({ hour });
  const due = Temporal.ZonedDateTime.compare(monday, local) > 0 ? monday.subtract({ weeks: 1 }) : monday;
  return { date: due.toPlainDate().toString(), at: new Date(due.epochMilliseconds) };
}
