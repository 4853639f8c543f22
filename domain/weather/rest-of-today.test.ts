import { addHours } from '../local-time.js';
import { dayRange, restOfToday, temperaturesAhead } from './rest-of-today.js';

const hourAt = (index: number, temp_f: number | undefined) => ({ time: addHours('2026-11-20 00:00', index), temp_f });

/** Two days: coldest at 6 AM (40 and 30 °F), warmest at 3 PM (67 and 57 °F). */
const defaults = (hour: number): number => {
  const ofDay = hour % 24;
  return (hour < 24 ? 40 : 30) + (ofDay <= 6 ? 6 - ofDay : ofDay <= 15 ? 3 * (ofDay - 6) : 27 - 2 * (ofDay - 15));
};
const today = { mintemp_f: 40, maxtemp_f: 68 };
const tomorrow = { mintemp_f: 29, maxtemp_f: 58 };

function forecastOf(
  temperatures: (hour: number) => number | undefined,
  days: Partial<Record<'today' | 'tomorrow', Parameters<typeof dayRange>[0]['day']>> = {},
) {
  const hour = Array.from({ length: 48 }, (_, index) => hourAt(index, temperatures(index)));
  const day = { date: '2026-11-20', day: days.today ?? today, hour: hour.slice(0, 24) };
  return { forecastday: [day], hour, tomorrow: 'tomorrow' in days ? days.tomorrow : tomorrow };
}

describe('the rest of today', () => {
  it("is the ending night's low and the warmest hour early in the morning", () => {
    expect(restOfToday(forecastOf(defaults), '2026-11-20 00:00')).toEqual({
      low: 40,
      high: 67,
      highAhead: 67,
      lowLabel: 'Low',
    });
    expect(restOfToday(forecastOf(defaults), '2026-11-20 07:59')).toMatchObject({ low: 43, lowLabel: 'Low' });
  });

  it("has the coming night's low from the morning on", () => {
    expect(restOfToday(forecastOf(defaults), '2026-11-20 08:00')).toMatchObject({
      low: 30,
      lowLabel: 'Tonight',
      highAhead: 67,
    });
    expect(restOfToday(forecastOf(defaults), '2026-11-20 15:10')).toMatchObject({
      low: 30,
      lowLabel: 'Tonight',
      highAhead: 67,
    });
  });

  it('has no high once the warmest hour has passed, and a range of the remaining hours', () => {
    expect(restOfToday(forecastOf(defaults), '2026-11-20 18:30')).toEqual({
      low: 30,
      high: 61,
      highAhead: undefined,
      lowLabel: 'Tonight',
    });
    expect(restOfToday(forecastOf(defaults), '2026-11-20 23:59')).toMatchObject({ low: 30, high: 51 });
  });

  it('is known when the source no longer gives the passed part of the day', () => {
    const ahead = forecastOf((hour) => (hour < 16 ? undefined : defaults(hour)), {
      today: { ...today, mintemp_f: undefined, maxtemp_f: undefined },
    });
    expect(restOfToday(ahead, '2026-11-20 16:20')).toMatchObject({ low: 30, highAhead: 65 });
    expect(restOfToday(ahead, '2026-11-20 17:20')).toMatchObject({ low: 30, high: 63, highAhead: undefined });
  });

  it.each(Array.from({ length: 24 }, (_, hour) => hour))('agrees with the hours from %i:30 on', (now) => {
    const forecast = forecastOf(defaults);
    const localNow = `2026-11-20 ${String(now).padStart(2, '0')}:30`;
    const between = (from: number, to: number) =>
      forecast.hour.slice(from, to).map(({ temp_f }) => temp_f ?? Number.NaN);
    const { high, low, highAhead } = restOfToday(forecast, localNow);
    const warmest = Math.max(...between(now, 24));
    expect(high).toBe(warmest);
    expect(highAhead).toBe(now <= 15 ? warmest : undefined);
    expect(low).toBe(Math.min(...(now < 8 ? between(now, 8) : between(Math.max(now, 18), 32))));
  });

  it("doesn't take tomorrow evening's low for tonight's", () => {
    const coldFront = forecastOf((hour) => (hour < 40 ? 60 : 20), { tomorrow: { ...tomorrow, mintemp_f: 20 } });
    expect(restOfToday(coldFront, '2026-11-20 15:00').low).toBe(60);
  });

  it('is the warmest remaining hour when it gets warmer in the evening', () => {
    const warmFront = forecastOf((hour) => 30 + hour, { today: { ...today, maxtemp_f: 50 } });
    expect(restOfToday(warmFront, '2026-11-20 20:00')).toMatchObject({ highAhead: 53, low: 50 });
  });

  it('falls back to the summaries of the days without hours', () => {
    const forecast = forecastOf(() => undefined);
    expect(restOfToday(forecast, '2026-11-20 06:00')).toMatchObject({ low: 40, lowLabel: 'Low', highAhead: 68 });
    expect(restOfToday(forecast, '2026-11-20 14:00')).toMatchObject({ low: 29, lowLabel: 'Tonight', highAhead: 68 });
    expect(restOfToday(forecast, '2026-11-20 19:00')).toMatchObject({ low: 29, high: undefined, highAhead: undefined });
  });

  it('is not the low of a partly known night', () => {
    const half = forecastOf((hour) => (hour > 26 ? undefined : defaults(hour)), { tomorrow: undefined });
    expect(restOfToday(half, '2026-11-20 15:00')).toMatchObject({ low: undefined, highAhead: 67 });
    expect(restOfToday(undefined, '2026-11-20 15:00')).toMatchObject({ low: undefined, high: undefined });
  });

  it("uses yesterday's response after midnight", () => {
    expect(restOfToday(forecastOf(defaults), '2026-11-21 00:05')).toMatchObject({
      low: 30,
      highAhead: 57,
      lowLabel: 'Low',
    });
  });

  it.each([
    ['forward', '2027-03-13 20:00', (time: string) => (time === '2027-03-14 02:00' ? [] : [time])],
    ['back', '2026-10-31 20:00', (time: string) => (time === '2026-11-01 01:00' ? [time, time] : [time])],
  ])('covers the night when clocks go %s', (_direction, localNow, wallClockTimes) => {
    const hour = Array.from({ length: 20 }, (_, index) => addHours(localNow, index))
      .flatMap(wallClockTimes)
      .map((time, index) => ({ time, temp_f: 50 - index }));
    const until7 = hour.find(({ time }) => time.endsWith('07:00'));
    const later = hour.map((each) => (each.time > (until7?.time ?? '') ? { ...each, temp_f: 60 } : each));
    expect(restOfToday({ hour: later }, localNow).low).toBe(until7?.temp_f);
  });
});

describe("a day's range", () => {
  const localNow = '2026-11-20 18:30';

  it("is today's remaining one", () => {
    const range = dayRange({ date: '2026-11-20', day: today }, forecastOf(defaults), localNow);
    expect(range).toMatchObject({ low: 30, high: 61, lowLabel: 'Tonight' });
  });

  it("is any other day's own", () => {
    const range = dayRange({ date: '2026-11-21', day: tomorrow }, forecastOf(defaults), localNow);
    expect(range).toEqual({ low: 29, high: 58, lowLabel: 'Low' });
  });
});

describe('the temperatures ahead', () => {
  it('are labeled, without those that have passed or are unknown', () => {
    const ahead = (localNow: string) => temperaturesAhead(restOfToday(forecastOf(defaults), localNow));
    expect(ahead('2026-11-20 15:00')).toEqual([
      { label: 'High', fahrenheit: 67 },
      { label: 'Tonight', fahrenheit: 30 },
    ]);
    expect(ahead('2026-11-20 19:00')).toEqual([{ label: 'Tonight', fahrenheit: 30 }]);
  });

  it('are an unknown high when none is known', () => {
    expect(temperaturesAhead(restOfToday(undefined, '2026-11-20 15:00'))).toEqual([
      { label: 'High', fahrenheit: undefined },
    ]);
  });
});
