/** Raw WeatherAPI responses and their mapped results. */
import { weatherAt } from '../forecasts/current-weather.js';
import { mapForecast } from '../weatherapi/map-forecast.js';
import { forecastSchema } from '../weatherapi/schemas.js';

/** 3 PM in Arkansas. */
export const now = Date.parse('2026-11-20T21:00:00Z');
export const conway = { lat: 34.97, lon: -92.37 } as const;

const sky = { text: 'Partly cloudy', icon: '//cdn.weatherapi.com/weather/64x64/day/116.png', code: 1003 };

/** As documented, including unused fields. */
export const hour = (timestamp: string, changes: object = {}) => ({
  time_epoch: Date.parse(timestamp) / 1_000,
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

export const day = (date: string, hours: object[], changes: object = {}) => ({
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

export const buildResponse = (
  changes: { current?: object; forecastday?: object[]; location?: object; alerts?: object } = {},
) => ({
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

export const map = (
  changes: Parameters<typeof buildResponse>[0] = {},
  at: { lat: number; lon: number } = conway,
  time = now,
) => mapForecast(forecastSchema.parse(buildResponse(changes)), { at, now: time, fetchedAt: time });

export const weather = (changes: Parameters<typeof buildResponse>[0] = {}, time = now) =>
  weatherAt(map(changes, conway, time), time);
