import type { Day, Hour } from '@site/proto/gen/nest/weather/v1/forecasts';
import { map } from '../testing/nws-parts.js';
import { withPassedHours } from './passed-hours.js';
import type { PlaceForecast } from '../readings/place-forecast.js';

const date = '2026-11-20';
/** 6 AM UTC is midnight in Arkansas. */
const midnight = Date.parse(`${date}T06:00:00Z`) / 1_000;
const celsius = (fahrenheit: number) => Math.round(((fahrenheit - 32) / 1.8) * 10) / 10;

/** One hour per temperature in °F, starting at `firstHour`. */
const forecast = (firstHour: number, temperatures: number[], day: Partial<Day> = {}): PlaceForecast => ({
  ...map(),
  hours: temperatures.map((tempF, index): Hour => {
    const hour = firstHour + index;
    const time = `${date} ${String(hour).padStart(2, '0')}:00`;
    return {
      time,
      timeEpoch: midnight + hour * 3_600,
      tempF,
      tempC: celsius(tempF),
      onlyRain: true,
      condition: undefined,
    };
  }),
  days: [{ date, day: { onlyRain: true, condition: undefined, ...day }, astro: { sunrise: '', sunset: '' } }],
});
const degrees = (high: number, mean: number, low: number): Partial<Day> => ({
  maxtempC: celsius(high),
  maxtempF: high,
  avgtempC: celsius(mean),
  avgtempF: mean,
  mintempC: celsius(low),
  mintempF: low,
});
const morning = forecast(0, [44, 42, 41, 40], degrees(60, 50, 40));

describe('the forecast of past hours', () => {
  it('is kept, before the hours of the newer forecast', () => {
    const { hours } = withPassedHours(forecast(2, [39, 38]), morning);
    expect(hours.map(({ tempF }) => tempF)).toEqual([44, 42, 39, 38]);
  });

  it('keeps the day’s low, high and mean', () => {
    const [day] = withPassedHours(forecast(18, [55, 50]), morning).days;
    expect(day?.day).toMatchObject({ maxtempF: 60, avgtempF: 50, mintempF: 40 });
  });

  it('yields to the newer forecast’s own values', () => {
    expect(withPassedHours(forecast(18, [55, 50], degrees(63, 51, 38)), morning).days[0]?.day).toMatchObject({
      maxtempF: 63,
      avgtempF: 51,
      mintempF: 38,
    });
    expect(withPassedHours(forecast(18, [66, 30]), morning).days[0]?.day).toMatchObject({ maxtempF: 66, mintempF: 30 });
  });

  it('drops a mean outside a newer high and low', () => {
    const newer = { maxtempC: celsius(45), maxtempF: 45 };
    expect(withPassedHours(forecast(18, [44], newer), morning).days[0]?.day.avgtempF).toBeUndefined();
  });

  it('is dropped when it came from another source, or there was none', () => {
    const evening = forecast(18, [55, 50]);
    expect(withPassedHours(evening, { ...morning, source: 'weatherapi' })).toBe(evening);
    expect(withPassedHours(evening, undefined)).toBe(evening);
  });
});
