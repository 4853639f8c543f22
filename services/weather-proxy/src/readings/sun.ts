import { getTimes } from 'suncalc';
import { localDate, momentOf } from './local-time.js';

/** Undefined where the sun doesn't rise or set that day. */
export interface SunTimes {
  sunrise: number | undefined;
  sunset: number | undefined;
}

/** Accurate to about a minute; the provider's are better. */
export function sunTimes(date: string, place: { lat: number; lon: number; tzId: string }): SunTimes {
  const { sunrise, sunset } = getTimes(new Date(momentOf(date, 12, place.tzId)), place.lat, place.lon);
  return { sunrise: sunrise?.getTime(), sunset: sunset?.getTime() };
}

/** Whether the sun is up, by `given` times on days that have them. */
export function daylight(
  place: { lat: number; lon: number; tzId: string },
  given: ReadonlyMap<string, SunTimes> = new Map(),
): (moment: number) => boolean {
  const known = new Map(given);
  return (moment) => {
    const date = localDate(moment, place.tzId);
    const { sunrise, sunset } = known.get(date) ?? sunTimes(date, place);
    known.set(date, { sunrise, sunset });
    return sunrise !== undefined && sunset !== undefined && moment >= sunrise && moment < sunset;
  };
}
