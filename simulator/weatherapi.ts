/** Simulates WeatherAPI's forecast.json with an invented mild day, and the sun of the place. */
import { addDays, hoursOfDay, localDate, twelveHourClock, wallClock } from '@site/weather-proxy/readings/local-time';
import { state } from '@site/regions/state';
import { daylight, sunTimes } from '@site/weather-proxy/readings/sun';
import { clockIn } from './provider-modes.js';
import type { Found, Source } from './simulated-source.js';

const { timeZone } = state;
/** The free plan returns fewer than the seven requested. */
const freePlanDays = 3;

const messages: Record<number, { code: number; message: string }> = {
  400: { code: 1006, message: 'No matching location found.' },
  401: { code: 2006, message: 'API key is invalid.' },
  403: { code: 2007, message: 'API key has exceeded calls per month quota.' },
};

/** "free_plan" and "tornado" change the document. */
export const weatherApi: Source = {
  errorFormat: {
    mediaType: 'application/json',
    failure: (status) => ({
      mediaType: 'application/json',
      body: { error: messages[status] ?? { code: 9999, message: 'Internal application error.' } },
    }),
  },
  find: (address, { mode }) => findDocument(address, clockIn(mode).getTime(), mode),
};

const oneDecimal = (value: number) => Math.round(value * 10) / 10;
const fahrenheit = (celsius: number) => oneDecimal((celsius * 9) / 5 + 32);

/** Coldest at 3 AM, warmest at 3 PM. */
const celsiusAt = (hour: number) => oneDecimal(14 - 6 * Math.cos(((hour - 3) / 24) * 2 * Math.PI));

const sky = (isDay: boolean) => ({
  text: 'Partly cloudy',
  icon: `//cdn.weatherapi.com/weather/64x64/${isDay ? 'day' : 'night'}/116.png`,
  code: 1003,
});

interface Place {
  lat: number;
  lon: number;
  tzId: string;
}

function hourOf(time: string, timestamp: number, place: Place) {
  const hour = Number(time.slice(11, 13));
  const isDay = daylight(place)(timestamp);
  const celsius = celsiusAt(hour);
  return {
    time_epoch: timestamp / 1_000,
    time,
    is_day: isDay ? 1 : 0,
    condition: sky(isDay),
    cloud: 50,
    uv: isDay ? 3 : 0,
    temp_c: celsius,
    temp_f: fahrenheit(celsius),
    feelslike_c: celsius,
    feelslike_f: fahrenheit(celsius),
    wind_mph: 8.1,
    wind_kph: 13,
    wind_degree: 190,
    wind_dir: 'S',
    gust_kph: 19.3,
    pressure_mb: 1014,
    humidity: 58,
    dewpoint_c: 5.6,
    dewpoint_f: 42,
    vis_km: 16,
    vis_miles: 9,
    precip_mm: hour === 18 ? 2.4 : 0,
    precip_in: hour === 18 ? 0.09 : 0,
    chance_of_rain: hour === 18 ? 40 : 0,
    chance_of_snow: 0,
  };
}

function dayOf(date: string, place: Place) {
  const { sunrise, sunset } = sunTimes(date, place);
  const sun = { sunrise: twelveHourClock(sunrise, timeZone), sunset: twelveHourClock(sunset, timeZone) };
  return {
    date,
    date_epoch: Date.parse(`${date}T00:00:00Z`) / 1_000,
    day: {
      maxtemp_c: 20,
      maxtemp_f: 68,
      mintemp_c: 8,
      mintemp_f: 46.4,
      avgtemp_c: 14,
      avgtemp_f: 57.2,
      maxwind_mph: 12.5,
      maxwind_kph: 20.2,
      avgvis_km: 16,
      avgvis_miles: 9,
      avghumidity: 58,
      uv: 4,
      totalprecip_mm: 2.4,
      totalprecip_in: 0.09,
      totalsnow_cm: 0,
      daily_will_it_rain: 1,
      daily_chance_of_rain: 40,
      daily_will_it_snow: 0,
      daily_chance_of_snow: 0,
      condition: { text: 'Patchy rain nearby', icon: '//cdn.weatherapi.com/weather/64x64/day/176.png', code: 1063 },
    },
    astro: {
      ...sun,
      moonrise: '01:20 PM',
      moonset: '12:31 AM',
      moon_phase: 'First Quarter',
      moon_illumination: 55,
    },
    hour: hoursOfDay(date, timeZone)
      .filter(({ exists }) => exists)
      .map(({ time, instant: instant }) => hourOf(time, instant, place)),
  };
}

/** In the provider's field names. */
const airQuality = {
  co: 240.3,
  no2: 9.1,
  o3: 41,
  so2: 1.2,
  pm2_5: 8.4,
  pm10: 12.6,
  'us-epa-index': 1,
  'gb-defra-index': 1,
};

function tornadoAlert(now: number) {
  return {
    headline: 'Tornado Warning issued by NWS Little Rock AR',
    msgtype: 'Alert',
    severity: 'Extreme',
    urgency: 'Immediate',
    areas: 'Faulkner; Pulaski',
    category: 'Met',
    certainty: 'Observed',
    event: 'Tornado Warning',
    note: '',
    effective: new Date(now).toISOString(),
    expires: new Date(now + 30 * 60_000).toISOString(),
    desc: 'A tornado was near Mayflower, moving northeast at 40 mph.',
    instruction: 'TAKE COVER NOW! Move to a basement or an interior room.',
  };
}

function findDocument({ pathname, searchParams }: URL, now: number, mode: string): Found {
  const fail = (status: number, code: number, message: string) => ({ status, body: { error: { code, message } } });
  if (pathname !== '/forecast.json') return fail(400, 1005, 'API URL is invalid.');
  const key = searchParams.get('key');
  if (!key) return fail(401, 1002, 'API key is invalid or not provided.');
  const [lat, lon] = (searchParams.get('q') ?? '').split(',').map(Number);
  if (!searchParams.get('q')) return fail(400, 1003, 'Parameter q is missing.');
  if (lat === undefined || lon === undefined || Number.isNaN(lat + lon))
    return fail(400, 1006, 'No matching location found.');
  const dayCount = Math.min(14, Math.max(1, Number(searchParams.get('days') ?? 1)));
  const today = localDate(now, timeZone);
  const measuredAt = Math.floor(now / 900_000) * 900_000;
  const local = wallClock(now, timeZone);
  const place = { lat, lon, tzId: timeZone };
  const isDay = daylight(place)(now);
  return {
    status: 200,
    body: {
      location: {
        name: 'Simulated Place',
        region: state.name,
        country: 'United States of America',
        lat,
        lon,
        tz_id: timeZone,
        localtime_epoch: Math.floor(now / 1_000),
        localtime: local,
      },
      current: {
        ...hourOf(`${today} ${local.slice(11, 13)}:00`, now, place),
        last_updated_epoch: measuredAt / 1_000,
        last_updated: wallClock(measuredAt, timeZone),
        temp_c: 18.3,
        temp_f: 64.9,
        feelslike_c: 18.3,
        feelslike_f: 64.9,
        is_day: isDay ? 1 : 0,
        condition: sky(isDay),
        ...(searchParams.get('aqi') === 'yes' && { air_quality: airQuality }),
      },
      forecast: {
        forecastday: Array.from(
          { length: mode === 'free_plan' ? Math.min(dayCount, freePlanDays) : dayCount },
          (_unused, index) => dayOf(addDays(today, index), place),
        ),
      },
      alerts: { alert: mode === 'tornado' ? [tornadoAlert(now)] : [] },
    },
  };
}
