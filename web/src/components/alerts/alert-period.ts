/** When an alert is in effect, in state time. Uses its onset and end, never the message's expiry. */
import { beginsAt, endsAt, phaseOf, type AlertTimes } from '@site/domain/weather/alert-times';
import { clockTime, dateOf, localTimeAt, longWeekdayOf, shortDate, stateTimeZone } from '../time/times.js';

export type TimedAlert = AlertTimes & { until_further_notice?: boolean };

interface TimeParts {
  /** "Sunday 6 AM". */
  text: string;
  /** "CST". */
  zone: string;
}

function formatTimeParts(time: number, now: number): TimeParts {
  const [date, today] = [time, now].map((timestamp) => dateOf(localTimeAt(timestamp, stateTimeZone))) as [
    string,
    string,
  ];
  const clock = clockTime(time).replace(':00 ', ' ');
  const zone = clock.slice(clock.lastIndexOf(' ') + 1);
  const text = [formatWeekday(date, today), clock.slice(0, -zone.length - 1)].filter(Boolean).join(' ');
  return { text, zone };
}

/** Returns '' for today, "Sunday" within a week, else "Sun, Nov 29", with the year if it differs. */
function formatWeekday(date: string, today: string): string {
  if (date === today) return '';
  const daysAway = Math.abs(Date.parse(date) - Date.parse(today)) / 86_400_000;
  return daysAway < 7 ? longWeekdayOf(date) : `${shortDate(date, today)},`;
}

/**
 * Formats a time as briefly as is unambiguous: "6:45 PM CST", "Sunday 6 AM CST", "Sun, Nov 29, 6 AM CST".
 * @param time milliseconds since 1970 UTC
 * @param now the same, by the upstream clock
 */
export function formatAlertTime(time: number, now: number): string {
  const { text, zone } = formatTimeParts(time, now);
  return `${text} ${zone}`;
}

/**
 * "In effect now, until 6:45 PM CST", "Begins Sunday 6 AM, until Monday 9 AM CST", "Over since 6:45 PM CST".
 * @param now milliseconds since 1970 UTC, by the upstream clock
 */
export function whenOf(alert: TimedAlert, now: number): string {
  const end = endsAt(alert);
  const phase = phaseOf(alert, now);
  if (phase === 'over') return end === undefined ? 'Over' : `Over since ${formatAlertTime(end, now)}`;
  const until =
    end !== undefined
      ? `until ${formatAlertTime(end, now)}`
      : alert.until_further_notice
        ? 'until further notice'
        : 'no end given';
  if (phase === 'now') return `In effect now, ${until}`;
  const begin = formatTimeParts(beginsAt(alert) ?? now, now);
  // Names the zone once, unless daylight saving time changes in between.
  const isZoneRepeated = end !== undefined && formatTimeParts(end, now).zone === begin.zone;
  return `Begins ${begin.text}${isZoneRepeated ? '' : ` ${begin.zone}`}, ${until}`;
}

/** Above this, the end time is enough. */
const countedMinutes = 120;

/** Returns " (23 min left)" for an alert that ends soon, else an empty string. */
export function minutesLeft(alert: TimedAlert, now: number): string {
  const end = endsAt(alert);
  const minutes = end === undefined ? Infinity : Math.ceil((end - now) / 60_000);
  return minutes > 0 && minutes <= countedMinutes ? ` (${minutes} min left)` : '';
}
