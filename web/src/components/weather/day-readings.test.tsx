import type { Day, ForecastDay, Hour } from '@site/proto/weather/v1/forecasts.responses';
import { renderHook } from '@testing-library/react';
import { buildForecast, buildHour } from '@/testing/weather-builders.js';
import { dayReadings, nowOn, weekReadings } from './day-readings.js';
import { useUnits } from './units/units.js';

const midnight: Hour = buildHour(0, {
  feelslike_f: 41,
  humidity: 90,
  wind_mph: 5,
  precip_mm: 12,
  uv: 0,
  vis_km: 3,
});
const full: Day = {
  daily_chance_of_rain: 40,
  maxwind_mph: 10,
  avghumidity: 60,
  uv: 8,
  avgvis_km: 16,
  only_rain: true,
  condition: { text: 'Sunny', icon: '', code: 1000 },
};
const condition = { text: '', icon: '', code: 0 };
const dayOf = (day: Day, hour: Hour[]): ForecastDay => ({ date: '2026-11-20', day, astro: undefined, hour });

function read(day: ForecastDay, now?: Hour) {
  const { result } = renderHook(() => useUnits());
  return Object.fromEntries(
    dayReadings(day, now, result.current).map(({ label, value, note }) => [
      label,
      // Replaces no-break spaces, which look the same.
      (note ? `${value}, ${note}` : value).replaceAll('\u00a0', ' '),
    ]),
  );
}

describe("a day's readings", () => {
  it('describe the whole day, not midnight, which has no sun', () => {
    expect(read(dayOf(full, [midnight]))).toMatchObject({
      Wind: '16 Km/h (10 mph)',
      Humidity: '60%',
      'UV Index': '8',
      Visibility: '16 km (10 mi)',
    });
  });

  it("are midnight's, labeled as such, where a provider has nothing else", () => {
    expect(read(dayOf({ condition, only_rain: true }, [midnight]))).toEqual({
      'Rain chance': '--',
      Wind: '8 Km/h (5 mph), at 12 AM',
      Humidity: '90%, at 12 AM',
      'Real Feel': '41 °F, at 12 AM',
      'UV Index': '0, at 12 AM',
      Visibility: '3 km (1¾ mi), at 12 AM',
    });
  });

  it('are current today, and say so', () => {
    const now = buildHour(15, { feelslike_f: 66, humidity: 40, wind_mph: 20, uv: 3, vis_km: 8 });
    expect(read(dayOf(full, [midnight, now]), now)).toMatchObject({
      Wind: '32 Km/h (20 mph), now',
      Humidity: '40%, now',
      'Real Feel': '66 °F, now',
      'UV Index': '3, now',
      Visibility: '8 km (5 mi), now',
    });
  });

  it('never use millimeters as a percentage', () => {
    expect(read(dayOf({ ...full, totalprecip_mm: 12 }, [midnight]))['Rain chance']).toBe('40%, 12 mm (0.47 in)');
    expect(read(dayOf({ condition, only_rain: true, totalprecip_mm: 12 }, [midnight]))['Rain chance']).toBe(
      '--, 12 mm (0.47 in)',
    );
  });

  it('give "feels like" as the range of the hours', () => {
    const hours = Array.from({ length: 24 }, (_, index) => buildHour(index, { feelslike_f: 40 + index }));
    expect(read(dayOf(full, hours))['Real Feel']).toBe('40 to 63 °F');
    const even = Array.from({ length: 24 }, (_, index) => buildHour(index, { feelslike_f: 50 }));
    expect(read(dayOf(full, even))['Real Feel']).toBe('50 °F');
  });

  it('are dashes when unknown', () => {
    const emptyText = dayOf({ condition, only_rain: true }, [
      { time: '2026-11-20 00:00', time_epoch: 0, condition, only_rain: true },
    ]);
    expect(new Set(Object.values(read(emptyText)))).toEqual(new Set(['--']));
  });
});

describe("a day's chance and amounts", () => {
  it('mention rain only where nothing else can fall', () => {
    expect(read(dayOf({ ...full, only_rain: false }, [midnight]))['Chance of precipitation']).toBe('40%');
    expect(read(dayOf(full, [midnight]))['Rain chance']).toBe('40%');
  });

  it('distinguish snow and ice from their meltwater', () => {
    const winter = { ...full, only_rain: false, totalsnow_cm: 6.1, totalice_mm: 1.27, totalprecip_mm: 12 };
    expect(read(dayOf(winter, [midnight]))['Chance of precipitation']).toBe(
      '40%, 6.1 cm (2.4 in) snow, 1.3 mm (0.05 in) ice, 12 mm (0.47 in) as water',
    );
    expect(read(dayOf({ ...winter, totalsnow_cm: 0, totalice_mm: 0 }, [midnight]))['Chance of precipitation']).toBe(
      '40%, 12 mm (0.47 in)',
    );
  });
});

describe("a day's gusts", () => {
  it('are shown when strong, or much stronger than the wind', () => {
    const windOn = (maxwind_mph: number, maxgust_mph: number) =>
      read(dayOf({ ...full, maxwind_mph, maxgust_mph }, [midnight])).Wind;
    expect(windOn(10, 19)).toBe('16 Km/h (10 mph)');
    expect(windOn(10, 20)).toBe('16 Km/h (10 mph), gusts 32 Km/h (20 mph)');
    expect(windOn(20, 25)).toBe('32 Km/h (20 mph), gusts 40 Km/h (25 mph)');
  });

  it('are current today', () => {
    const now = buildHour(15, { wind_mph: 10, gust_mph: 30 });
    expect(read(dayOf({ ...full, maxgust_mph: 60 }, [midnight, now]), now).Wind).toBe(
      '16 Km/h (10 mph), gusts 48 Km/h (30 mph), now',
    );
  });
});

describe("a week's readings", () => {
  const { uv: _unknown, ...withoutUv } = full;
  const { location, current } = buildForecast();
  const withoutCurrentUv = current && { ...current, uv: undefined };

  it('omit those that no day has, which are listed once', () => {
    const { result } = renderHook(() => useUnits());
    const days = ['2026-11-20', '2026-11-21'].map((date) => ({ ...dayOf(withoutUv, []), date }));
    const { readings, missing } = weekReadings(days, { location }, withoutCurrentUv, result.current);
    expect(missing).toEqual(['UV Index']);
    for (const ofDay of readings) expect(ofDay.map(({ label }) => label)).not.toContain('UV Index');
    expect(readings[1]?.find(({ label }) => label === 'Visibility')?.value).toBe('16\u00a0km (10\u00a0mi)');
  });
});

describe('current readings', () => {
  const { location, forecast, current } = buildForecast();
  const today = forecast?.forecastday?.[0] as ForecastDay;

  it('belong to today at the place', () => {
    expect(nowOn(today, location, current)).toBe(current);
  });

  it('belong to no other day', () => {
    expect(nowOn({ ...today, date: '2026-11-21' }, location, current)).toBeUndefined();
    expect(nowOn(today, undefined, current)).toBeUndefined();
  });
});
