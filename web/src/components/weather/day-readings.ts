/** The readings of day cards and week tables, some of them current ones for today. */
import type { Current, ForecastDay, Hour } from '@site/proto/weather/v1/forecasts.responses';
import * as strings from '@/strings/public-strings.js';
import { gustsOf, gustsOfDay } from './units/wind.js';
import { amounts, chanceLabel } from './units/precipitation.js';
import { isFiniteNumber, percent, reading, uvIndex, type Reading } from './units/readings.js';
import { dateOf } from '../time/times.js';
import { toKilometers, type Units } from './units/units.js';
import type { ForecastResponse } from '../time/forecast-clock.js';

export interface DayReading {
  label: string;
  value: string;
  /** "now" or "at 12 AM", unless it applies to the whole day. */
  note?: string | undefined;
}

const enoughHours = 12;

type When = 'now' | 'day' | 'midnight';
const notes: Record<When, string | undefined> = { now: 'now', day: undefined, midnight: 'at 12 AM' };

/** Measured or forecast; hours have the same fields. */
type Now = Pick<
  Current,
  'temp_f' | 'feelslike_f' | 'wind_mph' | 'wind_kph' | 'gust_mph' | 'gust_kph' | 'humidity' | 'uv' | 'vis_km'
>;

/** Returns undefined for days other than today at the forecast's place. */
export function nowOn(
  day: ForecastDay,
  location: ForecastResponse['location'],
  current: Current | undefined,
): Current | undefined {
  return isToday(day, location) ? current : undefined;
}

/** Whether a day is today at the forecast's place. */
export const isToday = (day: ForecastDay, location: ForecastResponse['location']): boolean =>
  dateOf(location?.localtime ?? '') === day.date;

/**
 * The specification takes a card's readings from midnight, when the UV index is always 0 and the rest describes the
 * night. So today shows current readings, and other days those of the whole day; midnight's, labeled as such, only
 * where a provider has no others.
 */
export function dayReadings(day: ForecastDay, now: Now | undefined, units: Units): DayReading[] {
  const daySummary = day.day;
  const midnight = day.hour[0];
  const wind = first(windOf(now), toKilometers(daySummary?.maxwind_mph) ?? daySummary?.maxwind_kph, windOf(midnight));
  const gusts = { now: gustsOf(now), day: gustsOfDay(daySummary), midnight: gustsOf(midnight) }[wind.when];
  const humidity = first(now?.humidity, daySummary?.avghumidity, midnight?.humidity);
  const uv = first(now?.uv, daySummary?.uv, midnight?.uv);
  const visibility = first(now?.vis_km, daySummary?.avgvis_km, midnight?.vis_km);
  return [
    {
      label: chanceLabel(daySummary, 'Rain chance'),
      value: percent(daySummary?.daily_chance_of_rain),
      note: amounts(daySummary, units),
    },
    {
      label: strings.wind,
      value: units.dayWind(wind.value),
      note:
        [isFiniteNumber(gusts) && `gusts ${units.dayWind(gusts)}`, notes[wind.when]].filter(Boolean).join(', ') ||
        undefined,
    },
    { label: strings.humidity, value: percent(humidity.value), note: notes[humidity.when] },
    { label: strings.realFeel, ...feelsLike(day, now, units) },
    { label: strings.uvIndex, value: uvIndex(uv.value), note: notes[uv.when] },
    {
      label: strings.visibility,
      value: units.distance(visibility.value),
      note: notes[visibility.when],
    },
  ];
}

/** Labeled km/h as specified, so the number is km/h too. */
const windOf = (hour: Now | Hour | undefined) => toKilometers(hour?.wind_mph) ?? hour?.wind_kph;

function first(now: Reading, day: Reading, midnight: Reading): { value: Reading; when: When } {
  if (isFiniteNumber(now)) return { value: now, when: 'now' };
  if (isFiniteNumber(day)) return { value: day, when: 'day' };
  return { value: midnight, when: isFiniteNumber(midnight) ? 'midnight' : 'day' };
}

/** No provider gives a daily value: uses the range of its hours, coldest to warmest. */
function feelsLike(day: ForecastDay, now: Now | undefined, units: Units): Pick<DayReading, 'value' | 'note'> {
  if (isFiniteNumber(now?.feelslike_f)) return { value: units.temperature(now.feelslike_f), note: notes.now };
  const felt = day.hour.map((hour) => hour.feelslike_f).filter(isFiniteNumber);
  if (felt.length < enoughHours) {
    const atMidnight = day.hour[0]?.feelslike_f;
    return { value: units.temperature(atMidnight), note: isFiniteNumber(atMidnight) ? notes.midnight : undefined };
  }
  const lowest = Math.min(...felt);
  const highest = Math.max(...felt);
  const low = reading(units.inDegrees(lowest), '');
  const high = units.temperature(highest);
  return { value: high.startsWith(`${low} `) ? high : `${low} to ${high}` };
}

/** Returns each day's readings, without those that no day has; and the labels of the omitted ones, to be listed once. */
export function weekReadings(
  days: readonly ForecastDay[],
  { location }: Pick<ForecastResponse, 'location'>,
  current: Current | undefined,
  units: Units,
): { readings: DayReading[][]; missing: string[] } {
  const readings = days.map((day) => dayReadings(day, nowOn(day, location, current), units));
  const isMissing = (index: number) => readings.every((each) => !each[index] || !isKnown(each[index]));
  return {
    readings: readings.map((each) => each.filter((_, index) => !isMissing(index))),
    missing: (readings[0] ?? []).filter((_, index) => isMissing(index)).map(({ label }) => label),
  };
}

/** An amount may be known without its chance. */
export const isKnown = ({ value, note }: DayReading): boolean => value !== strings.noReading || note !== undefined;
