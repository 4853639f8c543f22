import { buildForecast } from '@/testing/weather-builders.js';
import { currentWeather } from '../weather/current-weather.js';
import { arrivalOf, forecastTime } from './forecast-clock.js';

const hourMs = 3_600_000;
const sent = Date.parse('2026-11-20T21:00:00Z');

describe('the time for judging a forecast', () => {
  /** A phone whose clock is an hour fast. */
  const phone = { wall: sent + hourMs, steady: 5_000 };
  const arrival = arrivalOf('Fri, 20 Nov 2026 21:00:00 GMT', phone);

  it("is the server's, whatever the phone's clock shows", () => {
    const later = { wall: phone.wall + 60_000, steady: phone.steady + 60_000 };
    expect(forecastTime(buildForecast({ arrival }), later)).toBe(sent + 60_000);
  });

  it('advances while the device sleeps, and ignores a clock that is set back', () => {
    expect(forecastTime(buildForecast({ arrival }), { wall: phone.wall + hourMs, steady: phone.steady })).toBe(
      sent + hourMs,
    );
    expect(forecastTime(buildForecast({ arrival }), { wall: sent, steady: phone.steady + 1_000 })).toBe(sent + 1_000);
  });

  it("is the device's when the server's is unknown", () => {
    expect(arrivalOf(null, phone)).toBeUndefined();
    expect(forecastTime(buildForecast(), phone)).toBe(phone.wall);
  });
});

describe('the current weather', () => {
  const response = buildForecast();
  const measured = (observedAt: string) =>
    buildForecast({ meta: { ...response.meta, fetchedAt: observedAt, observedAt, currentFrom: 'observation' } });

  it('is a measurement from the last two hours', () => {
    const { current, from } = currentWeather(measured('2026-11-20T19:30:00Z'), sent);
    expect([current?.temp_f, from]).toEqual([64.9, 'observation']);
  });

  it("is this hour's forecast when the measurement is older", () => {
    const { current, from } = currentWeather(measured('2026-11-20T18:50:00Z'), sent);
    expect([current?.temp_f, from]).toEqual([15, 'forecast']);
  });

  it('is undefined without a forecast for this hour', () => {
    const held = { ...measured('2026-11-18T18:50:00Z'), forecast: {} };
    expect(currentWeather(held, sent)).toEqual({ current: undefined, from: 'forecast' });
  });

  it('stays unchanged in sample data, which is never current', () => {
    const sample = buildForecast({ meta: { ...response.meta, sample: true, fetchedAt: '2025-01-01T00:00:00Z' } });
    expect(currentWeather(sample, sent).current).toBe(sample.current);
  });
});
