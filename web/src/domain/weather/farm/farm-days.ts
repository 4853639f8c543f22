import type { ForecastDay, Hour } from '@site/proto/weather/v1/forecasts.answers';
import { dateOf, hourOf } from '../../time/times.js';
import { isKnown, type Reading } from '../units/readings.js';
import { toKilometres } from '../units/units.js';

/** Daily values for farms and gardens, from the hours that are still ahead. Unknown values are undefined. */

/** °F, as the weather service defines a freeze. */
export const freezingF = 32;
/** A day dries hay if rain is this unlikely, in percent … */
export const dryingChance = 20;
/** … and the air gets this dry by day, in percent. */
export const dryingHumidity = 55;
/** A hundredth of an inch, the least that gauges measure. */
const measurableMm = 0.254;
/** An entry without a forecast is the hour that is skipped when clocks change, if the rest of the day is known. */
const gapsIn = (hours: readonly Hour[]) => (hours.length === 24 ? 1 : 0);

export interface Span {
  low: number;
  high: number;
}

export interface FarmDay {
  date: string;
  isToday: boolean;
  onlyRain: boolean;
  rainMm: Reading;
  dewpointF: Span | undefined;
  humidity: Span | undefined;
  /** Km/h, by day. */
  wind: Reading;
  gust: Reading;
  lowF: Reading;
  hasFreeze: boolean | undefined;
  isDrying: boolean | undefined;
}

/** Returns all values; undefined if any but the skipped hour is missing, so that a part never passes for the whole. */
function complete(hours: readonly Hour[], valueOf: (hour: Hour) => Reading): number[] | undefined {
  const values = hours.map(valueOf).filter(isKnown);
  return values.length > 0 && hours.length - values.length <= gapsIn(hours) ? values : undefined;
}

function spanOf(values: readonly number[] | undefined): Span | undefined {
  return values && { low: Math.min(...values), high: Math.max(...values) };
}

/** A failed condition settles it; otherwise every condition must be known. */
function isDryingDay(chance: Reading, driest: Reading, rainMm: Reading): boolean | undefined {
  const isWet = isKnown(rainMm) && rainMm >= measurableMm;
  if (isWet || (isKnown(chance) && chance > dryingChance) || (isKnown(driest) && driest > dryingHumidity)) return false;
  return isKnown(chance) && isKnown(driest) ? true : undefined;
}

/** @param localTime at the forecast's place: "2026-11-20 15:00" */
export function farmDays(days: readonly ForecastDay[], localTime: string): FarmDay[] {
  return days
    .filter(({ date }) => date >= dateOf(localTime))
    .map(({ date, day, hour }) => {
      const isToday = date === dateOf(localTime);
      const ahead = isToday ? hour.filter(({ time }) => hourOf(time) >= hourOf(localTime)) : hour;
      const isLightKnown = complete(ahead, ({ is_day: isDay }) => (isDay === undefined ? undefined : Number(isDay)));
      const daylight = isLightKnown ? ahead.filter(({ is_day: isDay }) => isDay) : [];
      const rain = complete(ahead, ({ precip_mm: mm }) => mm);
      const rainMm = rain?.reduce((sum, mm) => sum + mm, 0);
      const humidity = spanOf(complete(ahead, (each) => each.humidity));
      const byDay = spanOf(complete(daylight, (each) => each.humidity));
      const temperatures = complete(ahead, ({ temp_f: fahrenheit }) => fahrenheit);
      // The low of today is mostly this morning's.
      const lows = [...(temperatures ?? []), ...(isToday ? [] : [day?.mintemp_f])].filter(isKnown);
      const lowF = lows.length > 0 ? Math.min(...lows) : undefined;
      return {
        date,
        isToday,
        onlyRain: day?.only_rain ?? false,
        rainMm,
        dewpointF: spanOf(complete(ahead, (each) => each.dewpoint_f)),
        humidity,
        wind: spanOf(complete(daylight, (each) => toKilometres(each.wind_mph) ?? each.wind_kph))?.high,
        gust: spanOf(complete(daylight, (each) => toKilometres(each.gust_mph) ?? each.gust_kph))?.high,
        lowF,
        hasFreeze: lowF === undefined ? undefined : lowF <= freezingF,
        isDrying: isDryingDay(day?.daily_chance_of_rain, byDay?.low, rainMm),
      };
    });
}
