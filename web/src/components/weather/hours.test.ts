import { buildForecast, buildHour } from '@/testing/weather-builders.js';
import { hourlySlots } from './hours.js';
import { hourLabel } from '../time/times.js';

describe('the hourly strip', () => {
  const { forecast } = buildForecast();

  it('has eight slots, three hours apart, the first at the current hour', () => {
    const slots = hourlySlots(forecast, '2026-11-20 00:40');
    expect(slots.map((slot) => slot.label)).toEqual(['12 AM', '3 AM', '6 AM', '9 AM', '12 PM', '3 PM', '6 PM', '9 PM']);
    expect(slots.map((slot) => slot.hour?.temp_f)).toEqual([0, 3, 6, 9, 12, 15, 18, 21]);
  });

  it("shows the next day's hours past midnight, with the weekday, and never past hours", () => {
    const slots = hourlySlots(forecast, '2026-11-20 15:59');
    expect(slots.map((slot) => slot.hour?.temp_f)).toEqual([15, 18, 21, 24, 27, 30, 33, 36]);
    expect(slots.map((slot) => slot.weekday)).toEqual([
      undefined,
      undefined,
      undefined,
      'Sat',
      'Sat',
      'Sat',
      'Sat',
      'Sat',
    ]);
  });

  it('leaves a slot empty without a forecast', () => {
    const onlyToday = { forecastday: forecast?.forecastday, hour: [] };
    const slots = hourlySlots(onlyToday, '2026-11-20 15:00');
    expect(slots.map((slot) => slot.hour?.temp_f)).toEqual([
      15,
      18,
      21,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(hourlySlots(undefined, '2026-11-20 15:00').every((slot) => slot.hour === undefined)).toBe(true);
  });

  it("prefers the strip's own hours to the day's", () => {
    const hour = [buildHour(15, { temp_f: 99 })];
    expect(hourlySlots({ ...forecast, hour }, '2026-11-20 15:00')[0]?.hour?.temp_f).toBe(99);
  });

  it.each([
    [0, '12 AM'],
    [1, '1 AM'],
    [11, '11 AM'],
    [12, '12 PM'],
    [13, '1 PM'],
    [23, '11 PM'],
  ])('labels hour %i as %s', (hour, label) => {
    expect(hourLabel(hour)).toBe(label);
  });
});
