/** Daily values for farms and gardens, from the hours that are still ahead. Unknown values are undefined. */
import type { ForecastDay, Hour } from '@site/proto/weather/v1/forecasts.responses';
import { dateOf, hourOf } from '@/components/time/times.js';
import { isFiniteNumber, type Reading } from '../units/readings.js';
import { toKilometers } from '../units/units.js';

/** °F, as the weather service defines a freeze. */
export const freezingF = 32;
/** A day dries hay if rain is this unlikely, in percent … */
export const dryingChance = 20;
/** … and the air gets this dry by day, in percent. */
export const dryingHumidity = 55;
/** Rounds to a hundredth of an inch, the least that gauges measure. Sums of rounded hours may be a bit below that. */
const measurableMm = 0.127;

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

/** Leaves out the hour that clocks skip: its entry has the moment of the next one. */
const existing = (hours: readonly Hour[]) =>
  hours.filter(({ time_epoch: timestamp }, index) => timestamp !== hours[index + 1]?.time_epoch);

/** Returns all values; undefined if any is missing, so that a part is never mistaken for the whole. */
function complete(hours: readonly Hour[], valueOf: (hour: Hour) => Reading): number[] | undefined {
  const values = hours.map(valueOf).filter(isFiniteNumber);
  return values.length > 0 && values.length === hours.length ? values : undefined;
}

function spanOf(values: readonly number[] | undefined): Span | undefined {
  return values && { low: Math.min(...values), high: Math.max(...values) };
}

/**
 * A failed condition settles it. Otherwise the chance and the humidity must be known; amounts of rain aren't forecast for
 * later days.
 */
function isDryingDay(chance: Reading, driest: Reading, rainMm: Reading): boolean | undefined {
  const isWet = isFiniteNumber(rainMm) && rainMm >= measurableMm;
  if (isWet || (isFiniteNumber(chance) && chance > dryingChance) || (isFiniteNumber(driest) && driest > dryingHumidity))
    return false;
  return isFiniteNumber(chance) && isFiniteNumber(driest) ? true : undefined;
}

/** @param localTime at the forecast's place: "2026-11-20 15:00" */
export function farmDays(days: readonly ForecastDay[], localTime: string): FarmDay[] {
  return days
    .filter(({ date }) => date >= dateOf(localTime))
    .map(({ date, day, hour }) => {
      const isToday = date === dateOf(localTime);
      const ahead = existing(hour).filter(({ time }) => !isToday || hourOf(time) >= hourOf(localTime));
      const daylightFlags = complete(ahead, ({ is_day: isDay }) => (isDay === undefined ? undefined : Number(isDay)));
      const daylight = daylightFlags ? ahead.filter(({ is_day: isDay }) => isDay) : [];
      const isDark = daylightFlags !== undefined && daylight.length === 0;
      const rainMm = rainOf(ahead, isToday ? undefined : day?.totalprecip_mm);
      const byDay = spanOf(complete(daylight, (each) => each.humidity));
      const wind = spanOf(complete(daylight, (each) => toKilometers(each.wind_mph) ?? each.wind_kph))?.high;
      // The low of today is mostly this morning's.
      const lows = [complete(ahead, (each) => each.temp_f) ?? [], isToday ? [] : day?.mintemp_f]
        .flat()
        .filter(isFiniteNumber);
      const lowF = lows.length > 0 ? Math.min(...lows) : undefined;
      return {
        date,
        isToday,
        onlyRain: day?.only_rain ?? false,
        rainMm,
        dewpointF: spanOf(complete(ahead, (each) => each.dewpoint_f)),
        humidity: spanOf(complete(ahead, (each) => each.humidity)),
        wind,
        gust: isFiniteNumber(wind) ? gustOf(daylight) : undefined,
        lowF,
        // As shown: forecasters round to whole degrees Fahrenheit.
        hasFreeze: lowF === undefined ? undefined : Math.round(lowF) <= freezingF,
        isDrying: isDark ? false : isDryingDay(day?.daily_chance_of_rain, byDay?.low, rainMm),
      };
    });
}

/** @param total of the whole day: when clocks go back, the hours lack one */
function rainOf(hours: readonly Hour[], total: Reading): Reading {
  const amounts = complete(hours, ({ precip_mm: mm }) => mm);
  const sum = amounts?.reduce((all, mm) => all + mm, 0);
  return sum === undefined ? undefined : Math.max(sum, total ?? 0);
}

/** Hours without gusts stronger than their wind have none. */
function gustOf(hours: readonly Hour[]): Reading {
  const gusts = hours.map((each) => toKilometers(each.gust_mph) ?? each.gust_kph).filter(isFiniteNumber);
  return gusts.length > 0 ? Math.max(...gusts) : undefined;
}
