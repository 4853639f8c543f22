import { answerFrom } from '../forecasts/answer.js';
import { conditionOf, iconNames } from './icons.js';
import { mapForecast, placeOf, type NwsParts } from './map-forecast.js';
import type { Observation, Period, Point } from './schemas.js';

const hourMs = 3_600_000;
/** 3 PM in Arkansas. */
const now = Date.parse('2026-11-20T21:00:00Z');
const at = { lat: 34.75, lon: -92.28 } as const;

const point = (changes: Partial<Point> = {}): Point => ({
  gridId: 'LZK',
  gridX: 83,
  gridY: 73,
  timeZone: 'America/Chicago',
  county: 'https://api.weather.gov/zones/county/ARC119',
  forecastZone: 'https://api.weather.gov/zones/forecast/ARZ044',
  relativeLocation: { properties: { city: 'Little Rock', state: 'AR' } },
  ...changes,
});

const percent = (value: number | null) => ({ unitCode: 'wmoUnit:percent', value });

const period = (changes: Partial<Period> & { startTime: number }): Period => ({
  endTime: changes.startTime + hourMs,
  isDaytime: true,
  temperature: 68,
  temperatureUnit: 'F',
  probabilityOfPrecipitation: percent(40),
  dewpoint: { unitCode: 'wmoUnit:degC', value: 10 },
  relativeHumidity: percent(66),
  windSpeed: '10 mph',
  windDirection: 'S',
  icon: 'https://api.weather.gov/icons/land/day/sct?size=small',
  shortForecast: 'Partly Cloudy',
  ...changes,
});

/** 156 hours from the one that contains now, as the provider gives them. */
const hourly = (changes: Partial<Period> = {}, count = 156): Period[] =>
  Array.from({ length: count }, (_unused, index) => period({ startTime: now + (index - 1) * hourMs, ...changes }));

const local = (text: string) => Date.parse(`${text}:00-06:00`);
const half = (start: string, end: string, changes: Partial<Period>): Period =>
  period({ ...changes, startTime: local(start), endTime: local(end) });

const observation = (changes: Partial<Observation> = {}): Observation => ({
  timestamp: now - 7 * 60_000,
  temperature: { unitCode: 'wmoUnit:degC', value: 18.3 },
  dewpoint: { unitCode: 'wmoUnit:degC', value: null },
  windDirection: { unitCode: 'wmoUnit:degree_(angle)', value: 190 },
  windSpeed: { unitCode: 'wmoUnit:km_h-1', value: 13 },
  windGust: null,
  barometricPressure: { unitCode: 'wmoUnit:Pa', value: 101_400 },
  seaLevelPressure: undefined,
  visibility: { unitCode: 'wmoUnit:m', value: 16_090 },
  relativeHumidity: percent(58.2),
  windChill: { unitCode: 'wmoUnit:degC', value: null },
  heatIndex: { unitCode: 'wmoUnit:degC', value: null },
  ...changes,
});

const map = (parts: Partial<NwsParts> = {}, time = now) =>
  mapForecast(
    {
      point: point(),
      hourly: { periods: hourly() },
      halfDays: { periods: [half('2026-11-20T06:00', '2026-11-20T18:00', {})] },
      ...parts,
    },
    { source: 'nws', at, now: time, fetchedAt: time },
  );

const dayOf = (date: string, periods: Period[], hours = hourly()) =>
  map({ halfDays: { periods }, hourly: { periods: hours } }).days.find((day) => day.date === date)?.day;

describe('the weather now', () => {
  it('is what the station measured, in our units', () => {
    expect(map({ observation: observation() }).current).toMatchObject({
      tempC: 18.3,
      tempF: 64.9,
      feelslikeC: 18.3,
      windKph: 13,
      windMph: 8.1,
      windDegree: 190,
      windDir: 'S',
      pressureMb: 1014,
      humidity: 58,
      visKm: 16.1,
      visMiles: 10,
      isDay: true,
    });
  });

  it('leaves out what the station did not measure', () => {
    const { current } = map({ observation: observation() });
    expect(current.gustKph).toBeUndefined();
    expect(current.dewpointF).toBeUndefined();
    expect(current.uv).toBeUndefined();
  });

  it('feels like the heat index, else the wind chill, else the temperature', () => {
    const celsius = (value: number) => ({ unitCode: 'wmoUnit:degC', value });
    expect(map({ observation: observation({ heatIndex: celsius(30) }) }).current.feelslikeC).toBe(30);
    expect(map({ observation: observation({ windChill: celsius(-2) }) }).current.feelslikeC).toBe(-2);
  });

  it('keeps a measured 0', () => {
    const { current } = map({ observation: observation({ windSpeed: { unitCode: 'wmoUnit:km_h-1', value: 0 } }) });
    expect(current).toMatchObject({ windKph: 0, windMph: 0 });
  });

  it('takes its words from the hour that contains now, not from the first of the list', () => {
    const periods = hourly();
    periods[0] = period({ startTime: now - hourMs, shortForecast: 'An Hour Ago' });
    periods[1] = period({
      startTime: now,
      shortForecast: 'Now',
      icon: 'https://api.weather.gov/icons/land/day/tsra,60',
    });
    expect(map({ hourly: { periods }, observation: observation() }).current.condition).toEqual({
      text: 'Now',
      icon: 'thunderstorm',
      code: 1276,
    });
  });

  it('is refused when the forecast is over', () => {
    expect(() => map({}, now + 200 * hourMs)).toThrow(/does not cover now/);
  });
});

describe('wind in words', () => {
  it.each([
    ['10 mph', 16.1, 10],
    ['5 to 10 mph', 16.1, 10],
    ['0 mph', 0, 0],
    ['20 km/h', 20, 12.4],
  ])('reads "%s"', (windSpeed, kph, mph) => {
    expect(map({ hourly: { periods: hourly({ windSpeed }) } }).hours[0]).toMatchObject({ windKph: kph, windMph: mph });
  });

  it.each(['', 'Calm', null, 'mph'])('says nothing for %j', (windSpeed) => {
    expect(map({ hourly: { periods: hourly({ windSpeed }) } }).hours[0]?.windKph).toBeUndefined();
  });
});

describe('a day', () => {
  const today = [
    half('2026-11-20T06:00', '2026-11-20T18:00', {
      temperature: 68,
      probabilityOfPrecipitation: percent(20),
      windSpeed: '5 to 10 mph',
    }),
    half('2026-11-20T18:00', '2026-11-21T06:00', {
      temperature: 47,
      isDaytime: false,
      probabilityOfPrecipitation: percent(60),
      windSpeed: '15 mph',
      shortForecast: 'Rain',
    }),
  ];

  it('pairs the day with the night that follows', () => {
    expect(dayOf('2026-11-20', today)).toMatchObject({
      maxtempF: 68,
      maxtempC: 20,
      mintempF: 47,
      dailyChanceOfRain: 60,
      maxwindMph: 15,
      condition: { text: 'Partly Cloudy' },
    });
  });

  it('has no high when only the night is left of it', () => {
    const day = dayOf('2026-11-20', today.slice(1));
    expect(day?.maxtempF).toBeUndefined();
    expect(day).toMatchObject({ mintempF: 47, condition: { text: 'Rain' } });
  });

  it('takes the high of a day that is over from the grid', () => {
    const high = { uom: 'wmoUnit:degC', values: [{ validTime: '2026-11-20T13:00:00+00:00/PT13H', value: 21 }] };
    const grid = { maxTemperature: high } as NonNullable<NwsParts['grid']>;
    const [day] = map({ halfDays: { periods: today.slice(1) }, grid }).days;
    expect(day?.day.maxtempC).toBe(21);
  });

  it('leaves a night that began before midnight to the day before', () => {
    const overnight = half('2026-11-20T01:00', '2026-11-20T06:00', { isDaytime: false, temperature: 30 });
    expect(dayOf('2026-11-20', [overnight, ...today])?.mintempF).toBe(47);
  });

  it('does not take "not stated" for no rain', () => {
    const silent = today.map((entry) => ({ ...entry, probabilityOfPrecipitation: percent(null) }));
    expect(
      dayOf('2026-11-20', silent, hourly({ probabilityOfPrecipitation: percent(null) }))?.dailyChanceOfRain,
    ).toBeUndefined();
  });

  it('takes the chance of rain of its hours where the halves state none', () => {
    const silent = today.map((entry) => ({ ...entry, probabilityOfPrecipitation: percent(null) }));
    expect(dayOf('2026-11-20', silent, hourly({ probabilityOfPrecipitation: percent(15) }))?.dailyChanceOfRain).toBe(
      15,
    );
  });

  it('has no mean of a few hours', () => {
    const { days } = map({ halfDays: { periods: today } });
    expect(days[0]).toMatchObject({ date: '2026-11-20' });
    expect(days[0]?.day.avghumidity).toBeUndefined();
    expect(days[1]?.day).toMatchObject({ avghumidity: 66, avgtempF: 68 });
  });

  it('has the sun times of the provider for its own day and computed ones for the others', () => {
    const own = point({
      astronomicalData: { sunrise: local('2026-11-20T06:49'), sunset: local('2026-11-20T17:03') },
    });
    const { days } = map({ point: own });
    expect(days[0]?.astro).toEqual({ sunrise: '06:49 AM', sunset: '05:03 PM' });
    // Little Rock on 21 November: 6:50 AM and 5:02 PM (almanac of the US Naval Observatory, to the minute or two).
    expect(days[1]?.astro.sunrise).toMatch(/^06:(4[89]|5[0-2]) AM$/);
    expect(days[1]?.astro.sunset).toMatch(/^05:0[0-5] PM$/);
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

  it('get from the grid what the hourly forecast lacks', () => {
    const runs = (uom: string, value: number) => ({
      uom,
      values: [{ validTime: '2026-11-20T21:00:00+00:00/PT2H', value }],
    });
    const grid = {
      apparentTemperature: runs('wmoUnit:degC', 15),
      visibility: runs('wmoUnit:m', 8_000),
      quantitativePrecipitation: runs('wmoUnit:mm', 5),
    } as NonNullable<NwsParts['grid']>;
    expect(map({ grid }).hours[1]).toMatchObject({
      feelslikeC: 15,
      feelslikeF: 59,
      visKm: 8,
      precipMm: 2.5,
      precipIn: 0.1,
    });
  });
});

describe('an answer', () => {
  const answer = (time: number, days: number, periods = hourly()) =>
    answerFrom(map({ hourly: { periods } }), { now: time, days, stale: false, alerts: { ok: true, alerts: [] } });

  it('holds the time alone for hours that nobody forecasts', () => {
    const { forecast } = answer(now, 1);
    expect(forecast?.forecastday[0]?.hour[0]).toEqual({
      time: '2026-11-20 00:00',
      timeEpoch: Date.parse('2026-11-20T06:00:00Z') / 1_000,
      condition: undefined,
    });
    expect(forecast?.forecastday[0]?.hour[15]).toMatchObject({ time: '2026-11-20 15:00', tempF: 68 });
  });

  it('never gives this morning as tonight: the strip goes on into tomorrow', () => {
    const { forecast } = answer(now, 1);
    expect(forecast?.hour).toHaveLength(48);
    expect(forecast?.hour[24]?.time).toBe('2026-11-21 00:00');
    expect(forecast?.hour[24]?.tempF).toBe(68);
  });

  it('follows the real hours of the day on which clocks go back', () => {
    const fall = Date.parse('2026-11-01T08:30:00Z');
    const periods = Array.from({ length: 60 }, (_unused, index) =>
      period({ startTime: Date.parse('2026-11-01T05:00:00Z') + index * hourMs, temperature: index }),
    );
    const halfDays = { periods: [period({ startTime: fall, endTime: fall + 12 * hourMs })] };
    const forecast = mapForecast(
      { point: point(), hourly: { periods }, halfDays },
      { source: 'nws', at, now: fall, fetchedAt: fall },
    );
    const { forecast: cut } = answerFrom(forecast, {
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

  it('leaves the skipped hour empty on the day on which clocks go forward', () => {
    const spring = Date.parse('2026-03-08T12:30:00Z');
    const periods = Array.from({ length: 60 }, (_unused, index) =>
      period({ startTime: Date.parse('2026-03-08T06:00:00Z') + index * hourMs, temperature: index }),
    );
    const halfDays = { periods: [period({ startTime: spring, endTime: spring + 12 * hourMs })] };
    const forecast = mapForecast(
      { point: point(), hourly: { periods }, halfDays },
      { source: 'nws', at, now: spring, fetchedAt: spring },
    );
    const { forecast: cut } = answerFrom(forecast, {
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

  it('has fewer days where nobody forecasts more', () => {
    expect(answer(now, 7, hourly({}, 30)).forecast?.forecastday.map(({ date }) => date)).toEqual([
      '2026-11-20',
      '2026-11-21',
    ]);
  });
});

describe('a place', () => {
  it('has its county as FIPS code and its zones', () => {
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
  ])('of %s with %s', (text, path, isDay, name, code) => {
    expect(conditionOf(text, path && icon(path), isDay)).toEqual({ text, icon: name, code });
  });

  it('is unknown without words and picture', () => {
    expect(conditionOf(null, null, true)).toBeUndefined();
    expect(conditionOf(' ', 'https://elsewhere.test/x.png', true)).toBeUndefined();
  });

  it('never names a picture by an address', () => {
    for (const name of iconNames) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });
});
