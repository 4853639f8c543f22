import {
  formatAge,
  alertTime,
  clockTimeIn,
  dayLabel,
  fullDate,
  localTimeAt,
  minutesAgo,
  minutesOf,
  relativeTime,
  shortDate,
} from './times.js';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe('relative times', () => {
  const now = Date.parse('2026-11-20T12:00:00-06:00');
  it.each([
    [0, 'Just now'],
    [59 * second, 'Just now'],
    [60 * second, '1 minute ago'],
    [59 * minute, '59 minutes ago'],
    [60 * minute, '1 hour ago'],
    [23 * hour, '23 hours ago'],
    [24 * hour, '1 day ago'],
    [6 * day, '6 days ago'],
    [7 * day - second, '6 days ago'],
    [7 * day, 'November 13, 2026'],
    // A clock slightly ahead.
    [-5 * second, 'Just now'],
  ])('%i ms ago reads "%s"', (age, text) => {
    expect(relativeTime(now - age, now)).toBe(text);
  });

  it.each([
    [30 * second, 'just now'],
    [14 * minute, '14 min ago'],
    [3 * hour, '3 h ago'],
    [50 * hour, '2 days ago'],
  ])('a reading of %i ms ago is "%s"', (age, text) => {
    expect(minutesAgo(now - age, now)).toBe(text);
  });
});

describe('an age within a sentence', () => {
  const now = Date.parse('2026-11-20T12:00:00-06:00');

  it('is in plain words', () => {
    expect(formatAge(now - 14 * hour, now)).toBe('14 hours ago');
    expect(formatAge(now - 20 * second, now)).toBe('just now');
    expect(formatAge(now + 2 * minute, now)).toBe('just now');
  });

  it('is a time of day when the clock must be wrong, never negative', () => {
    expect(formatAge(now + 45 * minute, now)).toBe('at 12:45 PM CST');
    expect(formatAge(Number.NaN, now)).toBe('at an unknown time');
  });
});

describe('wall-clock times', () => {
  it("are the place's, not the visitor's", () => {
    expect(localTimeAt(Date.parse('2026-11-21T02:30:00Z'), 'America/Chicago')).toBe('2026-11-20 20:30');
    expect(localTimeAt(Date.parse('2026-07-21T05:00:00Z'), 'America/Chicago')).toBe('2026-07-21 00:00');
  });

  it.each([
    ['06:49 AM', 409],
    ['12:05 AM', 5],
    ['12:00 PM', 720],
    ['05:03 PM', 1023],
    ['', undefined],
    ['No sunrise', undefined],
  ])('"%s" is minute %s of the day', (text, minutes) => {
    expect(minutesOf(text)).toBe(minutes);
  });

  it("of a measurement are its place's", () => {
    expect(clockTimeIn(Date.parse('2026-11-20T20:53:00Z'), 'America/Chicago')).toBe('2:53 PM');
  });

  it.each([
    ['2026-11-21', undefined, 'Sat, Nov 21'],
    ['2026-12-31', '2026-11-21', 'Thu, Dec 31'],
    ['2027-01-03', '2026-12-31', 'Sun, Jan 3, 2027'],
  ])('formats the date %s (today is %s) as "%s"', (date, today, written) => {
    expect(shortDate(date, today)).toBe(written);
  });

  it('formats dates day first with the weekday where the specification requires it', () => {
    expect(dayLabel('2026-11-21')).toBe('Sat 21/11/2026');
    expect(dayLabel('2027-03-04')).toBe('Thu 4/3/2027');
  });
});

describe("the site's dates and times", () => {
  // Each would be a different day in a zone farther east or west.
  it.each([
    ['2026-11-21T03:30:00Z', 'November 20, 2026'],
    ['2026-11-21T06:30:00Z', 'November 21, 2026'],
  ])('are in Arkansas time: %s is %s', (time, date) => {
    expect(fullDate(Date.parse(time))).toBe(date);
  });

  it('include the zone', () => {
    const noon = Date.parse('2026-11-20T18:00:00Z');
    expect(alertTime('2026-11-21T03:30:00Z', noon)).toBe('today, 9:30 PM CST');
    expect(alertTime('2026-11-21T06:30:00Z', noon)).toBe('Sat, Nov 21, 12:30 AM CST');
    expect(alertTime('2026-07-01T18:00:00Z', noon)).toBe('Wed, Jul 1, 1:00 PM CDT');
  });
});
