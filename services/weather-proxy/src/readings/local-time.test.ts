import { addDays, hoursOfDay, toTimestamp, twelveHourClock, wallClock } from './local-time.js';

const chicago = 'America/Chicago';
const hourMs = 3_600_000;

describe('local time', () => {
  it('returns a place’s wall-clock time', () => {
    expect(wallClock(Date.parse('2026-11-20T21:05:00Z'), chicago)).toBe('2026-11-20 15:05');
    expect(wallClock(Date.parse('2026-11-20T06:00:00Z'), chicago)).toBe('2026-11-20 00:00');
  });

  it('formats twelve-hour times like WeatherAPI', () => {
    expect(twelveHourClock(Date.parse('2026-11-20T12:49:00Z'), chicago)).toBe('06:49 AM');
    expect(twelveHourClock(Date.parse('2026-11-20T23:03:00Z'), chicago)).toBe('05:03 PM');
    expect(twelveHourClock(Date.parse('2026-11-20T18:00:00Z'), chicago)).toBe('12:00 PM');
    expect(twelveHourClock(Date.parse('2026-11-20T06:05:00Z'), chicago)).toBe('12:05 AM');
    expect(twelveHourClock(undefined, chicago)).toBe('');
  });

  it('adds days across months and leap days', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  });

  it('has 24 hours on an ordinary day', () => {
    const hours = hoursOfDay('2026-11-20', chicago);
    expect(hours).toHaveLength(24);
    expect(hours[0]).toEqual({ time: '2026-11-20 00:00', instant: Date.parse('2026-11-20T06:00:00Z'), exists: true });
    expect(hours[23]?.instant).toBe(Date.parse('2026-11-21T05:00:00Z'));
  });

  it('has 24 hours when clocks go forward, one of which does not exist', () => {
    const hours = hoursOfDay('2026-03-08', chicago);
    expect(hours).toHaveLength(24);
    expect(hours.filter(({ exists }) => !exists).map(({ time }) => time)).toEqual(['2026-03-08 02:00']);
    expect((hours[3]?.instant ?? 0) - (hours[1]?.instant ?? 0)).toBe(hourMs);
  });

  it('has 24 hours when clocks go back, with the repeated one once', () => {
    const hours = hoursOfDay('2026-11-01', chicago);
    expect(hours).toHaveLength(24);
    expect(hours.every(({ exists }) => exists)).toBe(true);
    expect(hours[1]?.instant).toBe(Date.parse('2026-11-01T06:00:00Z'));
    expect((hours[2]?.instant ?? 0) - (hours[1]?.instant ?? 0)).toBe(2 * hourMs);
  });

  it('finds midnight even if clocks change at midnight', () => {
    // Santiago springs forward at 00:00 on the first Sunday of September.
    expect(wallClock(toTimestamp('2026-09-06', 0, 'America/Santiago'), 'America/Santiago')).toBe('2026-09-06 01:00');
  });
});
