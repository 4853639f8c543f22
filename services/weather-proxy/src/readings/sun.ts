import { getTimes } from 'suncalc';
import { localDate, toTimestamp } from './local-time.js';

/** Undefined where the sun doesn't rise or set that day. */
export interface SunTimes {
  sunrise: number | undefined;
  sunset: number | undefined;
}

/** Accurate to about a minute; the provider's are better. */
export function sunTimes(date: string, place: { lat: number; lon: number; tzId: string }): SunTimes {
  const { sunrise, sunset } = getTimes(new Date(toTimestamp(date, 12, place.tzId)), place.lat, place.lon);
  return { sunrise: sunrise?.getTime(), sunset: sunset?.getTime() };
}

/** Whether the sun is up, by `provided` times on days that have them. */
export function daylight(
  place: { lat: number; lon: number; tzId: string },
  provided: ReadonlyMap<string, SunTimes> = new Map(),
): (timestamp: number) => boolean {
  const sunTimesByDate = new Map(provided);
  return (timestamp) => {
    const date = localDate(timestamp, place.tzId);
    const { sunrise, sunset } = sunTimesByDate.get(date) ?? sunTimes(date, place);
    sunTimesByDate.set(date, { sunrise, sunset });
    return sunrise !== undefined && sunset !== undefined && timestamp >= sunrise && timestamp < sunset;
  };
}
