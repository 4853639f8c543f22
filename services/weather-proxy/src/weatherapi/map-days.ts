/** Maps WeatherAPI's days to ours. */
import type { Astro, Day, Hour } from '@site/proto/gen/nest/weather/v1/forecasts';
import { twelveHourClock } from '../readings/local-time.js';
import { isOnlyRain } from '../readings/only-rain.js';
import type { Place } from '../readings/place-forecast.js';
import { sunTimes } from '../readings/sun.js';
import { round, toInches, toMiles, toVisibilityMiles } from '../readings/units.js';
import { conditionOfCode } from './conditions.js';
import { bothUnits, toOptional } from './numbers.js';
import type { WeatherApiDay } from './schemas.js';

type Temperature = ReturnType<typeof bothUnits>;
const unknown: Temperature = [undefined, undefined];

/** Without contradictory values. */
function temperaturesOf(day: WeatherApiDay['day']): { max: Temperature; mean: Temperature; min: Temperature } {
  const max = bothUnits(day.maxtemp_c, day.maxtemp_f);
  const min = bothUnits(day.mintemp_c, day.mintemp_f);
  const mean = bothUnits(day.avgtemp_c, day.avgtemp_f);
  const isAbove = ([left]: Temperature, [right]: Temperature) =>
    left !== undefined && right !== undefined && left > right;
  if (isAbove(min, max)) return { max: unknown, mean, min: unknown };
  return { max, min, mean: isAbove(mean, max) || isAbove(min, mean) ? unknown : mean };
}

/** @param hours the known hours of the day */
export function mapDay({ day }: WeatherApiDay, hours: readonly Hour[]): Day {
  const { max, mean, min } = temperaturesOf(day);
  const windKph = toOptional(day.maxwind_kph);
  const gustsKph = hours.map(({ gustKph }) => gustKph).filter((gust) => gust !== undefined);
  const gustKph = gustsKph.length > 0 ? Math.max(...gustsKph) : undefined;
  const rainMm = toOptional(day.totalprecip_mm);
  const visKm = toOptional(day.avgvis_km);
  const snowCm = toOptional(day.totalsnow_cm);
  const chanceOfSnow = toOptional(day.daily_chance_of_snow);
  return {
    maxtempC: max[0],
    maxtempF: max[1],
    mintempC: min[0],
    mintempF: min[1],
    avgtempC: mean[0],
    avgtempF: mean[1],
    maxwindMph: toMiles(windKph),
    maxwindKph: round(windKph),
    maxgustMph: toMiles(gustKph),
    maxgustKph: round(gustKph),
    totalprecipMm: round(rainMm),
    totalprecipIn: toInches(rainMm),
    totalsnowCm: round(snowCm),
    avgvisKm: round(visKm),
    avgvisMiles: toVisibilityMiles(visKm),
    avghumidity: round(toOptional(day.avghumidity), 0),
    dailyChanceOfRain: round(toOptional(day.daily_chance_of_rain), 0),
    dailyChanceOfSnow: round(chanceOfSnow, 0),
    onlyRain:
      hours.every((hour) => hour.onlyRain) &&
      isOnlyRain({ coldestC: min[0], frozen: [snowCm, chanceOfSnow], text: [day.condition?.text] }),
    uv: round(toOptional(day.uv)),
    condition: conditionOfCode(day.condition, true),
  };
}

const clockText = /^\d{2}:\d{2} [AP]M$/;

/** Prefers the provider's times, "06:49 AM"; computes malformed or missing ones. */
export function mapAstro({ date, astro }: WeatherApiDay, place: Place): Astro {
  const timeOf = (which: 'sunrise' | 'sunset') => {
    const clock = astro?.[which];
    return clock && clockText.test(clock) ? clock : twelveHourClock(sunTimes(date, place)[which], place.tzId);
  };
  return { sunrise: timeOf('sunrise'), sunset: timeOf('sunset') };
}
