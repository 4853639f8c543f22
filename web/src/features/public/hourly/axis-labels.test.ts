import type { Hour } from '@site/proto/weather/v1/forecasts.responses';
import { buildHour } from '@/testing/weather-builders.js';
import { markedHours, temperatureLabels } from './axis-labels.js';
import { hoursFrom, nightsOf } from './chart-hours.js';

const rendered = (temperatures: readonly (number | undefined)[], localNow = '2026-11-20 00:10') =>
  hoursFrom({ forecastday: [], hour: temperatures.map((temp_f, index) => buildHour(index, { temp_f })) }, localNow);
/** Two days with a high of 70 at 3 PM and a low of 50 at 5 AM. */
const days = Array.from({ length: 48 }, (_, hour) => {
  const ofDay = hour % 24;
  return ofDay < 5 ? 55 - ofDay : ofDay < 15 ? 50 + 2 * (ofDay - 5) : 70 - (15 / 9) * (ofDay - 15);
});

describe('temperatures on the line', () => {
  it('include peaks and troughs, and hours in between where there is room', () => {
    const labels = temperatureLabels(rendered(days), 16);
    expect(labels.filter(({ turn }) => turn === 'peak').map(({ at, value }) => [at, value])).toEqual([
      [15, 70],
      [39, 70],
    ]);
    expect(labels.filter(({ turn }) => turn === 'trough').map(({ at, value }) => [at, value])).toEqual([
      [5, 50],
      [29, 50],
    ]);
    expect(labels.map(({ at }) => at)).toEqual(expect.arrayContaining([0, 9, 12, 18, 21, 24, 33, 36, 42, 45]));
  });

  it.each([16, 8, 4])('never overlap where %i fit beside each other, and stay within the chart', (max) => {
    for (const count of [48, 33, 20, 7, 2]) {
      const hours = rendered(days.slice(0, count));
      const labels = temperatureLabels(hours, max);
      const width = count / max;
      expect(labels.length).toBeGreaterThan(0);
      labels.forEach(({ x }, index) => {
        expect(x - (labels[index - 1]?.x ?? -width / 2)).toBeGreaterThanOrEqual(width - 1e-9);
        expect(x).toBeLessThanOrEqual(count - width / 2);
      });
    }
  });

  it('prefer the most extreme peak where only one fits', () => {
    const two = days.map((value, index) => (index === 11 ? 90 : value));
    expect(temperatureLabels(rendered(two), 8).find(({ turn }) => turn === 'peak')).toMatchObject({
      at: 11,
      value: 90,
    });
  });

  it('have no peak on a flat day, at either end, or for a small change', () => {
    const turns = (values: number[]) => temperatureLabels(rendered(values), 16).filter(({ turn }) => turn);
    expect(turns(days.map(() => 50))).toEqual([]);
    expect(turns(days.map((_, index) => 80 - index))).toEqual([]);
    expect(turns(days.map((_, index) => (index === 20 ? 52 : 50)))).toEqual([]);
  });

  it('mark the first of a plateau', () => {
    const plateau = days.map((_, index) => (index < 10 ? 40 + index : index < 30 ? 58 : 50));
    expect(temperatureLabels(rendered(plateau), 16).filter(({ turn }) => turn)).toMatchObject([
      { at: 10, turn: 'peak' },
    ]);
  });

  it('work for one hour, negative values, and unknown ones', () => {
    expect(temperatureLabels(rendered([-12]), 16)).toMatchObject([{ at: 0, value: -12 }]);
    expect(temperatureLabels(rendered([]), 16)).toEqual([]);
    const gaps = rendered(days.map((value, index) => (index > 3 && index < 40 ? undefined : value)));
    expect(temperatureLabels(gaps, 16).map(({ at }) => at)).toEqual([0, 42, 45]);
  });
});

describe('hour labels', () => {
  const names = (localNow: string, max: number) => {
    const hours = rendered(
      Array.from({ length: 96 }, () => 50),
      localNow,
    );
    return markedHours(hours, max).map((at) => hours[at]?.time.slice(11));
  };

  it('are the same hours every day, without one that would leave the chart', () => {
    const marks = ['18:00', '00:00', '06:00', '12:00', '18:00', '00:00', '06:00'];
    expect(names('2026-11-20 15:10', 8)).toEqual(marks);
    expect(names('2026-11-20 15:10', 3)).toEqual(['00:00']);
  });

  it('are every hour when there are few', () => {
    expect(markedHours(rendered([1, 2, 3]), 8)).toEqual([0, 1, 2]);
    expect(markedHours(rendered([1]), 3)).toEqual([0]);
  });
});

describe('the shade of night', () => {
  const hour = (index: number): Hour => buildHour(index, { temp_f: 50, is_day: index % 24 >= 7 && index % 24 < 18 });
  const hours = Array.from({ length: 48 }, (_, index) => hour(index));

  it('follows sunset and sunrise to the minute', () => {
    const forecastday = ['2026-11-20', '2026-11-21'].map((date) => ({
      date,
      day: undefined,
      hour: [],
      astro: { sunrise: '06:45 AM', sunset: '05:30 PM' },
    }));
    const forecast = { hour: hours, forecastday };
    expect(nightsOf(hoursFrom(forecast, '2026-11-20 15:10'), forecast)).toEqual([
      { from: 2.5, to: 15.75 },
      { from: 26.5, to: 33 },
    ]);
  });

  it('follows whole hours on days without them', () => {
    const forecast = { hour: hours, forecastday: [] };
    expect(nightsOf(hoursFrom(forecast, '2026-11-20 15:10'), forecast)).toEqual([
      { from: 3, to: 16 },
      { from: 27, to: 33 },
    ]);
  });

  it('is missing where nothing is known', () => {
    const unknown = { hour: hours.map((each) => ({ ...each, is_day: undefined })), forecastday: [] };
    expect(nightsOf(hoursFrom(unknown, '2026-11-20 15:10'), unknown)).toEqual([]);
  });
});
