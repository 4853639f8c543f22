import type { ForecastDay, Hour } from '@site/proto/weather/v1/forecasts.responses';
import { farmDays } from './farm-days.js';

const hours = (date: string, changes: (hour: number) => Partial<Hour> = () => ({})): Hour[] =>
  Array.from({ length: 24 }, (_unused, hour) => ({
    time: `${date} ${String(hour).padStart(2, '0')}:00`,
    time_epoch: Date.parse(`${date}T00:00:00-06:00`) / 1_000 + hour * 3_600,
    only_rain: true,
    condition: undefined,
    is_day: hour >= 7 && hour < 17,
    temp_f: 40 + hour,
    dewpoint_f: 30 + hour,
    humidity: 90 - hour,
    precip_mm: 0.5,
    wind_mph: hour,
    gust_mph: hour + 10,
    ...changes(hour),
  }));
/** An entry without a forecast has only its time. */
const unknown: Partial<Hour> = {
  is_day: undefined,
  temp_f: undefined,
  dewpoint_f: undefined,
  humidity: undefined,
  precip_mm: undefined,
  wind_mph: undefined,
  gust_mph: undefined,
};
const dayOf = (date: string, day: ForecastDay['day'] | object = {}, hour = hours(date)): ForecastDay => ({
  date,
  hour,
  astro: undefined,
  day: { only_rain: true, condition: undefined, daily_chance_of_rain: 10, ...day },
});
const friday = '2026-11-20';
const saturday = '2026-11-21';
const only = (day: ForecastDay, localTime = `${friday} 15:30`) => farmDays([day], localTime)[0]!;

describe('a day for farms', () => {
  it('has sums and ranges of all hours, and wind only by day', () => {
    const { rainMm, dewpointF, humidity, wind, gust, lowF } = only(dayOf(saturday));
    expect({ rainMm, dewpointF, humidity, lowF }).toEqual({
      rainMm: 12,
      dewpointF: { low: 30, high: 53 },
      humidity: { low: 67, high: 90 },
      lowF: 40,
    });
    expect([wind, gust].map((value) => Math.round(value ?? 0))).toEqual([26, 42]);
  });

  it('counts only what is ahead of today', () => {
    const today = only(dayOf(friday, { mintemp_f: 20 }));
    expect(today).toMatchObject({ isToday: true, rainMm: 4.5, lowF: 55, hasFreeze: false });
    expect(only(dayOf(friday), `${friday} 20:10`).wind).toBeUndefined();
    expect(farmDays([dayOf(friday)], `${saturday} 00:10`)).toEqual([]);
  });

  it('is unknown, not zero and not a part, where hours are missing', () => {
    const missing = [(hour: number) => hour >= 12, (hour: number) => hour === 9].map((isMissing) =>
      hours(saturday, (hour) => (isMissing(hour) ? unknown : {})),
    );
    for (const hour of [...missing, []])
      expect(only(dayOf(saturday, {}, hour))).toMatchObject({
        rainMm: undefined,
        dewpointF: undefined,
        humidity: undefined,
        wind: undefined,
        gust: undefined,
        lowF: undefined,
        hasFreeze: undefined,
        isDrying: undefined,
      });
  });

  it('is complete without the hour that clocks skip', () => {
    const skipped = hours(saturday, (hour) => (hour === 2 ? unknown : {})).map((hour, index, all) =>
      index === 2 ? { ...hour, time_epoch: all[3]!.time_epoch } : hour,
    );
    expect(only(dayOf(saturday, {}, skipped))).toMatchObject({
      rainMm: 11.5,
      lowF: 40,
      humidity: { low: 67, high: 90 },
    });
  });

  it('includes the rain of the hour that clocks repeat, from the total of the day', () => {
    expect(only(dayOf(saturday, { totalprecip_mm: 12.5 })).rainMm).toBe(12.5);
    expect(only(dayOf(friday, { totalprecip_mm: 12.5 })).rainMm).toBe(4.5);
    expect(only(dayOf(saturday, { totalprecip_mm: 12.5 }, [])).rainMm).toBeUndefined();
  });

  it('has the strongest gust, because calmer hours have none', () => {
    const gusty = (kph: number | undefined) =>
      hours(saturday, (hour) => ({ gust_mph: undefined, gust_kph: hour === 12 || hour === 20 ? kph : undefined }));
    expect(only(dayOf(saturday, {}, gusty(50))).gust).toBe(50);
    expect(only(dayOf(saturday, {}, gusty(undefined))).gust).toBeUndefined();
  });

  it('has a freeze at 32 °F, by its hours or its low', () => {
    const atHour = hours(saturday, (hour) => (hour === 6 ? { temp_f: 32 } : {}));
    expect(only(dayOf(saturday, {}, atHour)).hasFreeze).toBe(true);
    expect(only(dayOf(saturday, { mintemp_f: 32.4 })).hasFreeze).toBe(true);
    expect(only(dayOf(saturday, { mintemp_f: 32.5 })).hasFreeze).toBe(false);
  });

  it('dries only with a low chance of rain, no rain and dry air by day', () => {
    const air = (humidity: number | undefined, rain: number | undefined = 0) =>
      hours(saturday, () => ({ humidity, precip_mm: rain }));
    expect(only(dayOf(saturday, {}, air(50))).isDrying).toBe(true);
    expect(only(dayOf(saturday, {}, air(56))).isDrying).toBe(false);
    // A hundredth of an inch, and a trace.
    expect(only(dayOf(saturday, {}, air(50, 0.254 / 24))).isDrying).toBe(false);
    expect(only(dayOf(saturday, {}, air(50, 0.005))).isDrying).toBe(true);
    const unknownRain = hours(saturday, () => ({ humidity: 50, precip_mm: undefined }));
    expect(only(dayOf(saturday, {}, unknownRain)).isDrying).toBe(true);
    expect(only(dayOf(saturday, { daily_chance_of_rain: 30 }, air(undefined))).isDrying).toBe(false);
    expect(only(dayOf(saturday, {}, air(undefined))).isDrying).toBeUndefined();
    expect(only(dayOf(saturday, { daily_chance_of_rain: undefined }, air(50))).isDrying).toBeUndefined();
    expect(
      only(
        dayOf(
          friday,
          {},
          hours(friday, () => ({ humidity: 50, precip_mm: 0 })),
        ),
        `${friday} 20:10`,
      ),
    ).toMatchObject({
      isDrying: false,
    });
  });
});
