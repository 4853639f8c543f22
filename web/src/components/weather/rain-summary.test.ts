import type { Hour } from '@site/proto/weather/v1/forecasts.responses';
import { addHours } from '../time/times.js';
import { buildHour } from '@/testing/weather-builders.js';
import { rainSummary } from './rain-summary.js';

/** Thursday. */
const localNow = '2026-11-19 15:00';

function hoursFrom(changes: (hour: number) => Partial<Hour>, count = 48, start = localNow) {
  return Array.from({ length: count }, (_, index) => {
    const time = addHours(start, index);
    return { time, hour: buildHour(0, { time, chance_of_rain: 5, precip_mm: 0, ...changes(index) }) };
  });
}
const wet = (from: number, to: number, amounts: (hour: number) => number | undefined = () => 1) =>
  hoursFrom((hour) => (hour >= from && hour < to ? { chance_of_rain: 80, precip_mm: amounts(hour) } : {}));

describe('the sentence about rain', () => {
  it('says when it begins, is heaviest and ends', () => {
    expect(rainSummary(wet(4, 18, (hour) => (hour === 9 ? 6 : 1)))).toBe(
      'Rain from 7 PM to Friday morning, heaviest around midnight',
    );
  });

  it('begins with the end when it is raining', () => {
    expect(rainSummary(wet(0, 5))).toBe('Rain until around 8 PM');
    expect(rainSummary(wet(0, 11))).toBe('Rain until early Friday');
  });

  it('says that rain may last longer than the forecast', () => {
    expect(rainSummary(wet(20, 48))).toBe('Rain from Friday 11 AM to Saturday afternoon or later');
    expect(rainSummary(wet(0, 48))).toBe('Rain for the next 48 hours');
  });

  it('bridges short pauses, and stops at the first hour without a forecast', () => {
    const pause = hoursFrom((hour) => ([4, 5, 8, 9].includes(hour) ? { chance_of_rain: 80 } : {}));
    expect(rainSummary(pause)).toBe('Rain from 7 PM to early Friday');
    const gap = hoursFrom((hour) => ({ chance_of_rain: hour === 14 ? undefined : hour > 14 ? 90 : 0 }));
    expect(rainSummary(gap)).toBe('No rain expected in the next 14 hours');
    expect(rainSummary(gap.slice(5))).toBeUndefined();
    expect(rainSummary([])).toBeUndefined();
  });

  it('says that it is heaviest early', () => {
    expect(rainSummary(wet(4, 18, (hour) => (hour < 6 ? 3 : 1)))).toBe(
      'Rain from 7 PM to Friday morning, heaviest early',
    );
  });

  it('names no heaviest hour when amounts are unknown or even', () => {
    expect(rainSummary(wet(4, 18))).toBe('Rain from 7 PM to Friday morning');
    expect(rainSummary(wet(4, 18, (hour) => (hour === 9 ? 6 : undefined)))).toBe('Rain from 7 PM to Friday morning');
  });

  it('weakens its words with the chance', () => {
    expect(rainSummary(hoursFrom((hour) => (hour === 3 ? { chance_of_rain: 30 } : {})))).toBe(
      'A chance of rain from 6 PM to around 7 PM',
    );
    expect(rainSummary(hoursFrom(() => ({})))).toBe('Rain is unlikely in the next 48 hours');
  });

  it('says precipitation where snow is possible', () => {
    const snow = hoursFrom((hour) => ({ only_rain: false, chance_of_rain: hour >= 33 && hour < 40 ? 90 : 0 }));
    expect(rainSummary(snow)).toBe('Precipitation from Saturday 12 AM to Saturday morning');
  });

  it('follows wall-clock hours when clocks change', () => {
    const night = hoursFrom((hour) => (hour < 10 ? { chance_of_rain: 70 } : {}), 24, '2026-10-31 20:00');
    expect(rainSummary(night)).toBe('Rain until Sunday morning');
  });
});
