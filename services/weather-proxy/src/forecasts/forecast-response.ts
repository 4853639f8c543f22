/** Builds the response to a forecast request from a cached forecast, for the current time. */
import type { ForecastDay, GetForecastResponse, Hour } from '@site/proto/gen/nest/weather/v1/forecasts';
import { state } from '@site/regions/state';
import type { AlertsAtPlace } from '../alerts/alert-feed.js';
import { nearestPlace } from '../places/gazetteer.js';
import { isOutdated, weatherAt } from './current-weather.js';
import {
  addDays,
  hourMs,
  hoursOfDay,
  localDate,
  toTimestamp,
  twelveHourClock,
  wallClock,
} from '../readings/local-time.js';
import type { PlaceForecast } from '../readings/place-forecast.js';
import { sunTimes } from '../readings/sun.js';

const stripHours = 48;
const nearKm = 40;

/** The provider's name, or, within the state, the nearest town's. */
const nameOf = ({ name, county, lat, lon }: PlaceForecast['place']): string =>
  name || (county?.startsWith(state.fips) && nearestPlace({ lat, lon }, nearKm)?.name) || '';

/**
 * Reduces a forecast to current conditions, the requested days of 24 hours each, and 48 hours for the hourly strip.
 * Runs for every response: a cached forecast may start yesterday.
 */
export function toForecastResponse(
  forecast: PlaceForecast,
  options: { now: number; days: number; stale: boolean; alerts: AlertsAtPlace; isSimulated?: boolean },
): GetForecastResponse {
  const { place } = forecast;
  const { now } = options;
  const hourByTime = new Map(forecast.hours.map((hour) => [hour.timeEpoch * 1_000, hour]));
  const today = localDate(now, place.tzId);
  const dayOf = (date: string): ForecastDay => {
    const found = forecast.days.find((day) => day.date === date);
    return {
      date,
      day: found?.day ?? { condition: undefined, onlyRain: false },
      astro: found?.astro ?? astroOf(date, place),
      hour: hoursOfDay(date, place.tzId).map(
        ({ time, instant: timestamp, exists }) => (exists && hourByTime.get(timestamp)) || timeAlone(time, timestamp),
      ),
    };
  };
  const weather = weatherAt(forecast, now);
  const last = forecast.days.at(-1)?.date ?? today;
  const dates = Array.from({ length: options.days }, (_unused, index) => addDays(today, index));
  const midnight = toTimestamp(today, 0, place.tzId);
  return {
    location: {
      name: nameOf(place),
      region: place.region,
      country: place.country,
      lat: place.lat,
      lon: place.lon,
      tzId: place.tzId,
      localtime: wallClock(now, place.tzId),
    },
    current: weather.current,
    forecast: {
      forecastday: dates.filter((date, index) => index === 0 || date <= last).map(dayOf),
      tomorrow: forecast.days.find(({ date }) => date === addDays(today, 1))?.day,
      hour: Array.from({ length: stripHours }, (_unused, index) => {
        const timestamp = midnight + index * hourMs;
        return hourByTime.get(timestamp) ?? timeAlone(wallClock(timestamp, place.tzId), timestamp);
      }),
    },
    alerts: { alert: options.alerts.alerts },
    meta: {
      source: forecast.source,
      fetchedAt: forecast.fetchedAt,
      observedAt: weather.observedAt,
      stale: options.stale,
      ageSeconds: Math.max(0, Math.round((now - Date.parse(forecast.fetchedAt)) / 1_000)),
      alertsOk: options.alerts.ok,
      alertsFetchedAt: options.alerts.fetchedAt,
      sample: forecast.source === 'sample',
      forecastIssuedAt: forecast.issuedAt,
      forecastDelayed: isOutdated(forecast, now),
      currentFrom: options.isSimulated && weather.from === 'observation' ? 'sample' : weather.from,
      stationId: weather.stationId,
      stationName: weather.stationName,
      sourceTime: options.alerts.sourceTime,
    },
  };
}

const timeAlone = (time: string, timestamp: number): Hour => ({
  time,
  timeEpoch: timestamp / 1_000,
  condition: undefined,
  onlyRain: false,
});

const astroOf = (date: string, place: PlaceForecast['place']) => {
  const { sunrise, sunset } = sunTimes(date, place);
  return { sunrise: twelveHourClock(sunrise, place.tzId), sunset: twelveHourClock(sunset, place.tzId) };
};
