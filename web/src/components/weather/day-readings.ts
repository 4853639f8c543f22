import { strings } from '../../strings.js';
import type { ForecastAnswer, ForecastDay, Hour } from './forecast-types.js';
import { isKnown, percent, reading, uvIndex, type Reading } from './readings.js';
import { dateOf } from './times.js';
import { toKilometres, type Units } from './units.js';

/** What a day's card tells besides its temperatures. */
export interface DayReading {
  label: string;
  value: string;
  /** When it is not the whole day's: "now", or "at 12 AM". */
  note?: string | undefined;
}

/** A statement about a day's hours needs at least as many of them. */
const enoughHours = 12;

type When = 'now' | 'day' | 'midnight';
const notes: Record<When, string | undefined> = { now: 'now', day: undefined, midnight: 'at 12 AM' };

/** The hour that it is now at the forecast's place; undefined on other days than today. */
export function currentHour(day: ForecastDay, location: ForecastAnswer['location']): Hour | undefined {
  const localNow = location?.localtime ?? '';
  if (dateOf(localNow) !== day.date) return undefined;
  return day.hour.find(({ time }) => time.slice(0, 13) === localNow.slice(0, 13));
}

/**
 * The readings of a card. The specification takes them from the first hour, which is midnight: the ultraviolet index is always
 * 0 then, and the rest is the night's. So today has the readings of this hour, the other days have the whole day's, and only
 * where a provider gives neither does midnight speak, and says so.
 */
export function dayReadings(day: ForecastDay, now: Hour | undefined, units: Units): DayReading[] {
  const whole = day.day;
  const midnight = day.hour[0];
  const wind = first(windOf(now), toKilometres(whole?.maxwind_mph) ?? whole?.maxwind_kph, windOf(midnight));
  const humidity = first(now?.humidity, whole?.avghumidity, midnight?.humidity);
  const uv = first(now?.uv, whole?.uv, midnight?.uv);
  const visibility = first(now?.vis_km, whole?.avgvis_km, midnight?.vis_km);
  return [
    {
      label: 'Rain chance',
      value: percent(whole?.daily_chance_of_rain),
      note: isKnown(whole?.totalprecip_mm) && whole.totalprecip_mm > 0 ? units.rain(whole.totalprecip_mm) : undefined,
    },
    { label: strings.wind, value: units.dayWind(wind.value), note: notes[wind.when] },
    { label: strings.humidity, value: percent(humidity.value), note: notes[humidity.when] },
    { label: strings.realFeel, ...feelsLike(day, now, units) },
    { label: strings.uvIndex, value: uvIndex(uv.value), note: notes[uv.when] },
    { label: strings.visibility, value: units.distance(visibility.value), note: notes[visibility.when] },
  ];
}

/** Labelled km/h as the specification has it, so that the number is km/h, too. */
const windOf = (hour: Hour | undefined) => toKilometres(hour?.wind_mph) ?? hour?.wind_kph;

function first(now: Reading, day: Reading, midnight: Reading): { value: Reading; when: When } {
  if (isKnown(now)) return { value: now, when: 'now' };
  if (isKnown(day)) return { value: day, when: 'day' };
  return { value: midnight, when: isKnown(midnight) ? 'midnight' : 'day' };
}

/** No provider sums this one up: a day feels like its hours, from the coldest to the warmest. */
function feelsLike(day: ForecastDay, now: Hour | undefined, units: Units): Omit<DayReading, 'label'> {
  if (isKnown(now?.feelslike_f)) return { value: units.temperature(now.feelslike_f), note: notes.now };
  const felt = day.hour.map((hour) => hour.feelslike_f).filter(isKnown);
  if (felt.length < enoughHours) {
    const atMidnight = day.hour[0]?.feelslike_f;
    return { value: units.temperature(atMidnight), note: isKnown(atMidnight) ? notes.midnight : undefined };
  }
  const [lowest, highest] = [Math.min(...felt), Math.max(...felt)];
  const [low, high] = [reading(units.inDegrees(lowest), ''), units.temperature(highest)];
  return { value: high.startsWith(`${low} `) ? high : `${low} to ${high}` };
}
