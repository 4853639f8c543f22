import { toForecastResponse } from '../forecasts/forecast-response.js';
import { hourMs } from '../readings/local-time.js';
import { at, gridOf, hourly, layer, map, now, percent, period, point } from '../testing/nws-parts.js';
import { conditionOf, iconNames } from './icons.js';
import { mapForecast, placeOf } from './map-forecast.js';
import type { Period } from './schemas.js';

describe('wind in words', () => {
  it.each([
    ['10 mph', 16.1, 10],
    ['5 to 10 mph', 16.1, 10],
    ['0 mph', 0, 0],
    ['20 km/h', 20, 12.4],
  ])('reads "%s"', (windSpeed, kph, mph) => {
    expect(map({ hourly: { periods: hourly({ windSpeed }) } }).hours[0]).toMatchObject({ windKph: kph, windMph: mph });
  });

  it.each(['', 'Calm', null, 'mph'])('returns nothing for %j', (windSpeed) => {
    expect(map({ hourly: { periods: hourly({ windSpeed }) } }).hours[0]?.windKph).toBeUndefined();
  });
});

describe('hours', () => {
  it('are day or night by the sun, not by the clock', () => {
    const { hours } = map();
    const isDay = (time: string) => hours.find((hour) => hour.time === time)?.isDay;
    expect(isDay('2026-11-20 16:00')).toBe(true);
    expect(isDay('2026-11-20 18:00')).toBe(false);
    expect(isDay('2026-11-21 06:00')).toBe(false);
    expect(isDay('2026-11-21 07:00')).toBe(true);
  });

  it('get values from the grid that the hourly forecast lacks', () => {
    const run = '2026-11-20T21:00:00+00:00/PT2H';
    const grid = gridOf({
      apparentTemperature: layer('degC', [run, 15]),
      visibility: layer('m', [run, 8_000]),
      quantitativePrecipitation: layer('mm', [run, 5]),
    });
    expect(map({ grid }).hours[1]).toMatchObject({
      feelslikeC: 15,
      feelslikeF: 59,
      visKm: 8,
      precipMm: 2.5,
      precipIn: 0.1,
    });
  });

  it('name the period of an amount for several hours, and get a share only if there is a chance', () => {
    const dry = (timestamp: number) => timestamp < Date.parse('2026-11-21T04:00:00Z');
    const chance = ({ startTime }: Period) => ({ probabilityOfPrecipitation: percent(dry(startTime) ? 0 : 80) });
    const periods = hourly().map((each) => ({ ...each, ...chance(each) }));
    const grid = gridOf({
      probabilityOfPrecipitation: layer(
        'percent',
        ['2026-11-20T18:00:00Z/PT10H', 0],
        ['2026-11-21T04:00:00Z/PT20H', 80],
      ),
      quantitativePrecipitation: layer('mm', ['2026-11-21T00:00:00Z/PT6H', 25.4], ['2026-11-21T06:00:00Z/PT1H', 3]),
    });
    const wet = map({ grid, hourly: { periods } }).hours.filter(({ precipMm }) => precipMm !== undefined);
    expect(wet.map(({ time, chanceOfRain, precipMm }) => [time.slice(11), chanceOfRain, precipMm])).toEqual([
      ...['18:00', '19:00', '20:00', '21:00'].map((time) => [time, 0, 0]),
      ...['22:00', '23:00'].map((time) => [time, 80, 12.7]),
      ['00:00', 80, 3],
    ]);
    const period = { precipPeriodMm: 25.4, precipPeriodHours: 6, precipPeriodStart: '2026-11-20 18:00' };
    for (const hour of wet.slice(0, 6)) expect(hour).toMatchObject(period);
    // The source publishes this amount for a single hour.
    expect(wet[6]).not.toHaveProperty('precipPeriodMm');
  });
});

describe('a forecast response', () => {
  const answer = (time: number, days: number, periods = hourly()) =>
    toForecastResponse(map({ hourly: { periods } }), {
      now: time,
      days,
      stale: false,
      alerts: { ok: true, alerts: [] },
    });

  it('has only the time for hours without a forecast', () => {
    const { forecast } = answer(now, 1);
    expect(forecast?.forecastday[0]?.hour[0]).toEqual({
      time: '2026-11-20 00:00',
      timeEpoch: Date.parse('2026-11-20T06:00:00Z') / 1_000,
      condition: undefined,
      onlyRain: false,
    });
    expect(forecast?.forecastday[0]?.hour[15]).toMatchObject({ time: '2026-11-20 15:00', tempF: 68 });
  });

  it('never shows this morning as tonight: the strip continues into tomorrow', () => {
    const { forecast } = answer(now, 1);
    expect(forecast?.hour).toHaveLength(48);
    expect(forecast?.hour[24]?.time).toBe('2026-11-21 00:00');
    expect(forecast?.hour[24]?.tempF).toBe(68);
  });

  it('follows the real hours when clocks go back', () => {
    const fall = Date.parse('2026-11-01T08:30:00Z');
    const periods = Array.from({ length: 60 }, (_unused, index) =>
      period({ startTime: Date.parse('2026-11-01T05:00:00Z') + index * hourMs, temperature: index }),
    );
    const halfDays = { periods: [period({ startTime: fall, endTime: fall + 12 * hourMs })] };
    const forecast = mapForecast(
      { point: point(), hourly: { periods }, halfDays },
      { source: 'nws', at, now: fall, fetchedAt: fall },
    );
    const { forecast: cut } = toForecastResponse(forecast, {
      now: fall,
      days: 1,
      stale: false,
      alerts: { ok: true, alerts: [] },
    });

    expect(cut?.hour.slice(0, 4).map(({ time, tempF }) => [time.slice(11), tempF])).toEqual([
      ['00:00', 0],
      ['01:00', 1],
      ['01:00', 2],
      ['02:00', 3],
    ]);
    expect(cut?.forecastday[0]?.hour.slice(0, 3).map(({ time, tempF }) => [time.slice(11), tempF])).toEqual([
      ['00:00', 0],
      ['01:00', 1],
      ['02:00', 3],
    ]);
  });

  it('leaves the skipped hour empty when clocks go forward', () => {
    const spring = Date.parse('2026-03-08T12:30:00Z');
    const periods = Array.from({ length: 60 }, (_unused, index) =>
      period({ startTime: Date.parse('2026-03-08T06:00:00Z') + index * hourMs, temperature: index }),
    );
    const halfDays = { periods: [period({ startTime: spring, endTime: spring + 12 * hourMs })] };
    const forecast = mapForecast(
      { point: point(), hourly: { periods }, halfDays },
      { source: 'nws', at, now: spring, fetchedAt: spring },
    );
    const { forecast: cut } = toForecastResponse(forecast, {
      now: spring,
      days: 1,
      stale: false,
      alerts: { ok: true, alerts: [] },
    });

    expect(cut?.forecastday[0]?.hour.slice(1, 4).map(({ time, tempF }) => [time.slice(11), tempF])).toEqual([
      ['01:00', 1],
      ['02:00', undefined],
      ['03:00', 2],
    ]);
    expect(cut?.hour).toHaveLength(48);
    expect(cut?.hour.slice(1, 3).map(({ time }) => time.slice(11))).toEqual(['01:00', '03:00']);
  });

  it('has fewer days when the forecast ends earlier', () => {
    expect(answer(now, 7, hourly({}, 30)).forecast?.forecastday.map(({ date }) => date)).toEqual([
      '2026-11-20',
      '2026-11-21',
    ]);
  });
});

describe('a place', () => {
  it('has its county’s FIPS code and its zones', () => {
    expect(placeOf(at, point())).toMatchObject({ county: '05119', zones: ['ARC119', 'ARZ044'], region: 'Arkansas' });
  });

  it('outside Arkansas has zones only', () => {
    const texas = point({ county: 'https://api.weather.gov/zones/county/TXC037', forecastZone: null });
    expect(placeOf(at, texas)).not.toHaveProperty('county');
    expect(placeOf(at, texas).zones).toEqual(['TXC037']);
  });
});

describe('the sky', () => {
  const icon = (path: string) => `https://api.weather.gov/icons/land/${path}?size=medium`;

  it.each([
    ['Sunny', 'day/skc', true, 'clear-day', 1000],
    ['Clear', 'night/skc', false, 'clear-night', 1000],
    ['Partly Cloudy', 'night/sct', false, 'partly-cloudy-night', 1003],
    ['Chance Showers And Thunderstorms', 'day/tsra_sct,40', true, 'thunderstorm-showers-day', 1273],
    ['Snow then Blizzard', 'day/snow,70/blizzard,90', true, 'blizzard', 1117],
    ['Rain then Fog', 'day/rain,50/fog,50', true, 'rain', 1189],
    ['Mostly Cloudy', 'night/cold,2', false, 'mostly-cloudy-night', 1006],
    ['Plague Of Frogs', 'day/frogs', true, 'cloudy', 1009],
    ['Mostly Sunny', '', true, 'partly-cloudy-day', 1003],
    ['Mostly Cloudy', 'day/wind_bkn', true, 'wind', 1006],
    ['Breezy, mostly cloudy', '', true, 'wind', 1006],
    ['Breezy, mostly cloudy', 'day/bkn,2', true, 'wind', 1006],
    ['Breezy, mostly cloudy', 'day/rain,2', true, 'wind', 1006],
    ['Breezy, mostly cloudy', 'day/rain_showers,20/wind_bkn', true, 'wind', 1006],
    ['Breezy', 'night/rain,8', false, 'wind', 1006],
    ['Fair and Windy', '', true, 'wind', 1000],
    ['A Few Clouds and Breezy', 'day/wind_few', true, 'wind', 1000],
    ['Partly Cloudy and Windy', 'night/wind_sct', false, 'wind', 1003],
    ['Mostly Cloudy', 'day/tsra_hi,4', true, 'mostly-cloudy-day', 1006],
    ['Slight Chance Light Rain then Breezy', 'day/rain,20/wind_bkn', true, 'rain', 1189],
    ['Light Rain and Breezy', 'day/rain', true, 'rain', 1189],
    ['Unknown Precipitation', 'day/rain', true, 'rain', 1189],
    ['Bitter Wind Chills', 'day/bkn', true, 'mostly-cloudy-day', 1006],
  ])('of %s with %s', (text, path, isDay, name, code) => {
    expect(conditionOf(text, path && icon(path), isDay)).toEqual({ text, icon: name, code });
  });

  it('is unknown without words and icon', () => {
    expect(conditionOf(null, null, true)).toBeUndefined();
    expect(conditionOf(' ', 'https://elsewhere.test/x.png', true)).toBeUndefined();
  });

  it('never uses an icon’s address', () => {
    for (const name of iconNames) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });
});
