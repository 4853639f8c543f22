import { answerFrom } from '../forecasts/answer.js';
import { conditionOfCode } from './conditions.js';
import { coversNow, mapForecast } from './map-forecast.js';
import { forecastSchema } from './schemas.js';

/** 3 PM in Arkansas. */
const now = Date.parse('2026-11-20T21:00:00Z');
const conway = { lat: 34.97, lon: -92.37 } as const;

const sky = { text: 'Partly cloudy', icon: '//cdn.weatherapi.com/weather/64x64/day/116.png', code: 1003 };

/** The documented shape of forecast.json, as far as it is read, with everything else that comes with it left in place. */
const hour = (moment: string, changes: object = {}) => ({
  time_epoch: Date.parse(moment) / 1_000,
  time: 'not read',
  temp_c: 9.1,
  temp_f: 48.4,
  is_day: 0,
  condition: { text: 'Clear ', icon: '//cdn.weatherapi.com/weather/64x64/night/113.png', code: 1000 },
  wind_mph: 4,
  wind_kph: 6.5,
  wind_degree: 160,
  wind_dir: 'SSE',
  pressure_mb: 1016,
  precip_mm: 0,
  precip_in: 0,
  humidity: 80,
  cloud: 5,
  feelslike_c: 8.4,
  feelslike_f: 47.1,
  dewpoint_f: 42,
  chance_of_rain: 0,
  vis_km: 10,
  vis_miles: 6,
  gust_kph: 9.7,
  uv: 0,
  ...changes,
});

const day = (date: string, hours: object[], changes: object = {}) => ({
  date,
  date_epoch: 1,
  day: {
    maxtemp_c: 20.1,
    maxtemp_f: 68.2,
    mintemp_c: 8.4,
    mintemp_f: 47.1,
    avgtemp_c: 14,
    avgtemp_f: 57.2,
    maxwind_kph: 20.2,
    totalprecip_mm: 12.4,
    avgvis_km: 9.5,
    avghumidity: 66,
    daily_chance_of_rain: 40,
    condition: { text: 'Patchy rain nearby', code: 1063 },
    uv: 4,
    ...changes,
  },
  astro: { sunrise: '06:49 AM', sunset: '05:03 PM', moon_illumination: '55' },
  hour: hours,
});

const answer = (changes: { current?: object; forecastday?: object[]; location?: object; alerts?: object } = {}) => ({
  location: {
    name: 'Conway',
    region: 'Arkansas',
    country: 'United States of America',
    lat: 34.97,
    lon: -92.373,
    tz_id: 'America/Chicago',
    ...changes.location,
  },
  current: {
    last_updated_epoch: now / 1_000 - 900,
    temp_c: 18.3,
    temp_f: 64.9,
    is_day: 1,
    condition: sky,
    wind_kph: 13,
    wind_degree: 190,
    wind_dir: 'S',
    pressure_mb: 1014,
    humidity: 58,
    feelslike_c: 17.9,
    feelslike_f: 64.2,
    vis_km: 16,
    uv: 3,
    gust_kph: 19.3,
    air_quality: { co: 240.3 },
    ...changes.current,
  },
  forecast: {
    forecastday: changes.forecastday ?? [
      day('2026-11-20', [hour('2026-11-20T06:00:00Z'), hour('2026-11-20T21:00:00Z')]),
    ],
  },
  alerts: { alert: [], ...changes.alerts },
});

const map = (changes: Parameters<typeof answer>[0] = {}, at: { lat: number; lon: number } = conway, time = now) =>
  mapForecast(forecastSchema.parse(answer(changes)), { at, now: time, fetchedAt: time });

describe('the weather now, of WeatherAPI', () => {
  it('has our units and names', () => {
    expect(map().current).toEqual({
      tempC: 18.3,
      tempF: 64.9,
      feelslikeC: 17.9,
      feelslikeF: 64.2,
      windMph: 8.1,
      windKph: 13,
      windDegree: 190,
      windDir: 'S',
      gustKph: 19.3,
      pressureMb: 1014,
      dewpointF: undefined,
      humidity: 58,
      visKm: 16,
      visMiles: 9.9,
      uv: 3,
      isDay: true,
      condition: { text: 'Partly cloudy', icon: 'partly-cloudy-day', code: 1003 },
    });
    expect(map().observedAt).toBe('2026-11-20T20:45:00.000Z');
  });

  it('is read from text where the provider writes numbers as text', () => {
    const { current } = map({ current: { temp_c: '18.3', humidity: '58', uv: '0', is_day: '1' } });
    expect(current).toMatchObject({ tempC: 18.3, humidity: 58, uv: 0, isDay: true });
  });

  it('leaves out what is missing and keeps a 0', () => {
    const { current } = map({ current: { wind_kph: 0, gust_kph: null, vis_km: undefined, uv: undefined } });
    expect(current).toMatchObject({ windKph: 0, windMph: 0 });
    expect(current.gustKph).toBeUndefined();
    expect(current.visKm).toBeUndefined();
    expect(current.uv).toBeUndefined();
  });

  it('makes one unit of the other', () => {
    expect(map({ current: { temp_c: null, temp_f: 50 } }).current).toMatchObject({ tempC: 10, tempF: 50 });
    expect(map({ current: { temp_c: 10, temp_f: null } }).current).toMatchObject({ tempC: 10, tempF: 50 });
  });

  it.each([
    ['old', -3 * 3_600],
    ['of the future', 1_200],
  ])('is the forecast for this hour when the measurement is %s', (_what, seconds) => {
    const { current, observedAt } = map({ current: { last_updated_epoch: now / 1_000 + seconds } });
    expect(current).toMatchObject({ tempC: 9.1, isDay: true });
    expect(current).not.toHaveProperty('time');
    expect(observedAt).toBeUndefined();
  });
});

describe('an answer of WeatherAPI', () => {
  it.each([
    ['a temperature of no weather', { current: { temp_c: 1_000 } }],
    ['words for numbers', { current: { temp_c: 'about 18' } }],
    ['a number too large to hold', { current: { humidity: Infinity } }],
    ['an unknown time zone', { location: { tz_id: 'Arkansas' } }],
    ['no days', { forecastday: [] }],
    ['a day without hours', { forecastday: [{ date: '2026-11-20', day: {} }] }],
  ])('with %s is refused', (_what, changes) => {
    expect(forecastSchema.safeParse(answer(changes)).success).toBe(false);
  });

  it.each([
    ['older than a day', { current: { last_updated_epoch: now / 1_000 - 25 * 3_600 } }],
    ['for other hours', { forecastday: [day('2026-11-23', [hour('2026-11-23T12:00:00Z')])] }],
  ])('that is %s is not for now', (_what, changes) => {
    expect(coversNow(forecastSchema.parse(answer(changes)), now)).toBe(false);
    expect(coversNow(forecastSchema.parse(answer()), now)).toBe(true);
  });
});

describe('the place of WeatherAPI', () => {
  it('gets its county from the map, as the provider names none', () => {
    expect(map().place).toMatchObject({ name: 'Conway', tzId: 'America/Chicago', county: '05045', zones: [] });
  });

  it('has none outside Arkansas', () => {
    expect(map({}, { lat: 35.15, lon: -90.05 }).place.county).toBeUndefined();
  });
});

describe('hours of WeatherAPI', () => {
  it('take their wall clock from the moment', () => {
    expect(map().hours.map(({ time, tempC, chanceOfRain }) => [time, tempC, chanceOfRain])).toEqual([
      ['2026-11-20 00:00', 9.1, 0],
      ['2026-11-20 15:00', 9.1, 0],
    ]);
  });

  it('are each in their place on the day on which the clocks go forward', () => {
    const time = Date.parse('2027-03-14T15:00:00Z');
    // 24 entries: the provider repeats the moment of the hour that does not come.
    const moments = Array.from({ length: 24 }, (_unused, index) =>
      new Date(Date.parse('2027-03-14T06:00:00Z') + (index > 2 ? index - 1 : index) * 3_600_000).toISOString(),
    );
    const forecast = map(
      {
        current: { last_updated_epoch: time / 1_000 },
        forecastday: [
          day(
            '2027-03-14',
            moments.map((moment, index) => hour(moment, { temp_c: index })),
          ),
        ],
      },
      conway,
      time,
    );
    expect(forecast.hours).toHaveLength(23);
    const shown = answerFrom(forecast, { now: time, days: 1, stale: false, alerts: { ok: true, alerts: [] } });
    const hours = shown.forecast?.forecastday[0]?.hour ?? [];
    expect(hours).toHaveLength(24);
    expect(hours[1]).toMatchObject({ time: '2027-03-14 01:00', tempC: 1 });
    expect(hours[2]).not.toHaveProperty('tempC');
    expect(hours[3]).toMatchObject({ time: '2027-03-14 03:00', tempC: 3 });
    expect(hours[23]).toMatchObject({ time: '2027-03-14 23:00', tempC: 23 });
  });
});

describe('days of WeatherAPI', () => {
  it('are the provider’s', () => {
    expect(map().days[0]).toEqual({
      date: '2026-11-20',
      day: {
        maxtempC: 20.1,
        maxtempF: 68.2,
        mintempC: 8.4,
        mintempF: 47.1,
        avgtempC: 14,
        avgtempF: 57.2,
        maxwindMph: 12.6,
        maxwindKph: 20.2,
        totalprecipMm: 12.4,
        totalprecipIn: 0.49,
        avgvisKm: 9.5,
        avgvisMiles: 5.9,
        avghumidity: 66,
        dailyChanceOfRain: 40,
        uv: 4,
        condition: { text: 'Patchy rain nearby', icon: 'showers-day', code: 1063 },
      },
      astro: { sunrise: '06:49 AM', sunset: '05:03 PM' },
    });
  });

  it.each([
    ['40', 40],
    [0, 0],
    ['0', 0],
    [null, undefined],
  ])('have a chance of rain of %j as %j', (given, expected) => {
    const { days } = map({
      forecastday: [day('2026-11-20', [hour('2026-11-20T21:00:00Z')], { daily_chance_of_rain: given })],
    });
    expect(days[0]?.day.dailyChanceOfRain).toBe(expected);
  });

  it('have computed sun times where the provider’s make no sense', () => {
    const odd = day('2026-11-20', [hour('2026-11-20T21:00:00Z')]);
    const { days } = map({ forecastday: [{ ...odd, astro: { sunrise: 'No sunrise', sunset: null } }] });
    expect(days[0]?.astro.sunrise).toMatch(/^06:\d\d AM$/);
    expect(days[0]?.astro.sunset).toMatch(/^0[45]:\d\d PM$/);
  });
});

describe('a condition of WeatherAPI', () => {
  it.each([
    [{ text: 'Sunny', code: 1000 }, true, 'clear-day'],
    [{ text: 'Clear', code: 1000 }, false, 'clear-night'],
    [{ text: 'Moderate or heavy rain with thunder', code: '1276' }, true, 'thunderstorm'],
    [{ text: 'Smoke', code: 1432 }, true, 'smoke'],
    [{ text: 'Dust storm', code: 1431 }, false, 'dust'],
    [{ text: 'Frogs', code: 9999 }, true, 'cloudy'],
  ])('%j has a local picture', (given, isDay, icon) => {
    const code = Number(given.code);
    expect(conditionOfCode({ ...given, code }, isDay)).toEqual({ text: given.text, code, icon });
  });

  it('is none where nothing is said', () => {
    expect(conditionOfCode(null, true)).toBeUndefined();
    expect(conditionOfCode({ text: '', code: null }, true)).toBeUndefined();
  });
});

describe('alerts of WeatherAPI', () => {
  const given = {
    headline: 'Tornado Warning issued November 20 at 2:51PM CST',
    msgtype: 'Alert',
    severity: 'Extreme',
    urgency: 'Immediate',
    areas: 'Faulkner; Pulaski',
    certainty: 'Observed',
    event: 'Tornado Warning',
    effective: '2026-11-20T14:51:00-06:00',
    expires: '2026-11-20T15:30:00-06:00',
    desc: 'A tornado.',
    instruction: 'TAKE COVER NOW!',
  };
  const alertsOf = (...alert: unknown[]) => map({ alerts: { alert } }).ownAlerts ?? [];

  it('have the contract’s words and our counties', () => {
    expect(alertsOf(given)[0]).toMatchObject({
      event: 'Tornado Warning',
      severity: 'Extreme',
      counties: ['05045', '05119'],
      expires: '2026-11-20T21:30:00.000Z',
      sender: 'WeatherAPI.com',
    });
  });

  it('are the same alert from one answer to the next', () => {
    expect(alertsOf(given)[0]?.id).toBe(alertsOf(given)[0]?.id);
    expect(alertsOf(given)[0]?.id).not.toBe(alertsOf({ ...given, areas: 'Saline' })[0]?.id);
  });

  it('are left out when cancelled or unreadable, and have no words outside the expected ones', () => {
    expect(alertsOf({ ...given, msgtype: 'Cancel' }, 'broken', { ...given, event: '' })).toEqual([]);
    expect(alertsOf({ ...given, severity: 'Purple', urgency: null })[0]).toMatchObject({
      severity: 'Unknown',
      urgency: 'Unknown',
    });
  });
});
