import { renderHook } from '@testing-library/react';
import { buildForecast, buildHour } from '../../testing/builders.js';
import { currentHour, dayReadings } from './day-readings.js';
import type { Day, ForecastDay, Hour } from './forecast-types.js';
import { useUnits } from './units.js';

const midnight: Hour = buildHour(0, {
  feelslike_f: 41,
  humidity: 90,
  wind_mph: 5,
  precip_mm: 12,
  uv: 0,
  vis_km: 3,
});
const whole: Day = {
  daily_chance_of_rain: 40,
  maxwind_mph: 10,
  avghumidity: 60,
  uv: 8,
  avgvis_km: 16,
  condition: { text: 'Sunny', icon: '', code: 1000 },
};
const condition = { text: '', icon: '', code: 0 };
const dayOf = (day: Day, hour: Hour[]): ForecastDay => ({ date: '2026-11-20', day, astro: undefined, hour });

function read(day: ForecastDay, now?: Hour) {
  const { result } = renderHook(() => useUnits());
  return Object.fromEntries(
    dayReadings(day, now, result.current).map(({ label, value, note }) => [label, note ? `${value}, ${note}` : value]),
  );
}

describe("a day's readings", () => {
  it("are the whole day's, not those of midnight, which has no sun", () => {
    expect(read(dayOf(whole, [midnight]))).toMatchObject({
      Wind: '16 Km/h',
      Humidity: '60%',
      'UV Index': '8',
      Visibility: '16 km',
    });
  });

  it('are those of midnight, and say so, where a provider gives nothing else', () => {
    expect(read(dayOf({ condition }, [midnight]))).toEqual({
      'Rain chance': '--',
      Wind: '8 Km/h, at 12 AM',
      Humidity: '90%, at 12 AM',
      'Real Feel': '41 °F, at 12 AM',
      'UV Index': '0, at 12 AM',
      Visibility: '3 km, at 12 AM',
    });
  });

  it('are those of this hour today, and say so', () => {
    const now = buildHour(15, { feelslike_f: 66, humidity: 40, wind_mph: 20, uv: 3, vis_km: 8 });
    expect(read(dayOf(whole, [midnight, now]), now)).toMatchObject({
      Wind: '32 Km/h, now',
      Humidity: '40%, now',
      'Real Feel': '66 °F, now',
      'UV Index': '3, now',
      Visibility: '8 km, now',
    });
  });

  it('never take millimetres for a percentage', () => {
    expect(read(dayOf({ ...whole, totalprecip_mm: 12 }, [midnight]))['Rain chance']).toBe('40%, 12 mm');
    expect(read(dayOf({ condition, totalprecip_mm: 12 }, [midnight]))['Rain chance']).toBe('--, 12 mm');
  });

  it('feel like their hours, from the coldest to the warmest', () => {
    const hours = Array.from({ length: 24 }, (_, index) => buildHour(index, { feelslike_f: 40 + index }));
    expect(read(dayOf(whole, hours))['Real Feel']).toBe('40 to 63 °F');
    const even = Array.from({ length: 24 }, (_, index) => buildHour(index, { feelslike_f: 50 }));
    expect(read(dayOf(whole, even))['Real Feel']).toBe('50 °F');
  });

  it('are dashes where nobody knows anything', () => {
    const nothing = dayOf({ condition }, [{ time: '2026-11-20 00:00', time_epoch: 0, condition }]);
    expect(new Set(Object.values(read(nothing)))).toEqual(new Set(['--']));
  });
});

describe('the current hour', () => {
  const { location, forecast } = buildForecast();
  const today = forecast?.forecastday?.[0] as ForecastDay;

  it("is the one of the forecast's own clock", () => {
    expect(currentHour(today, location)?.time).toBe('2026-11-20 15:00');
  });

  it('is on no other day', () => {
    expect(currentHour({ ...today, date: '2026-11-21' }, location)).toBeUndefined();
    expect(currentHour(today, undefined)).toBeUndefined();
  });
});
