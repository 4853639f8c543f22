import { hourOf, localTimeAt, minutesOf, stateTimeZone } from '../../../domain/time/times.js';
import type { Daylight } from './sky-scene.js';
import type { ForecastAnswer } from '../../../domain/time/forecast-clock.js';

/** Minutes before and after sunrise and sunset in which the light is warm. */
const duskMinutes = 35;

/** Day, dusk (dawn as well) or night at a place. */
export function daylightOf(forecast: ForecastAnswer | undefined, now: number): Daylight {
  const local = localTimeAt(now, forecast?.location?.tz_id || stateTimeZone);
  const minutes = hourOf(local) * 60 + Number(local.slice(14, 16));
  const astro = forecast?.forecast?.forecastday?.[0]?.astro;
  const sunrise = minutesOf(astro?.sunrise);
  const sunset = minutesOf(astro?.sunset);
  if (sunrise !== undefined && sunset !== undefined) {
    if (Math.abs(minutes - sunrise) <= duskMinutes || Math.abs(minutes - sunset) <= duskMinutes) return 'dusk';
    return minutes > sunrise && minutes < sunset ? 'day' : 'night';
  }
  const isDay = forecast?.current?.is_day ?? (minutes >= 6.5 * 60 && minutes < 18.5 * 60);
  return isDay ? 'day' : 'night';
}
