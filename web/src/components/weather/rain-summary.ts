import { addHours, dateOf, hourLabel, hourOf, longWeekdayOf } from '../time/times.js';
import type { ForecastResponse } from '../time/forecast-clock.js';
import { hoursAhead, type HourAhead } from './hours.js';
import { chanceLabel } from './units/precipitation.js';
import { isFiniteNumber } from './units/readings.js';

/** Minimum percentages for the weather service's terms: weather.gov/bgm/forecast_terms. */
const likelyFrom = 55;
const chanceFrom = 25;
/** With fewer known hours, a sentence would promise too much. */
const minHours = 12;
/** A shorter pause doesn't end a spell. */
const maxPauseHours = 2;
/** A shorter spell has no part worth naming. */
const spellWithPeak = 4;
/** Times the mean amount per hour. */
const heavy = 1.5;

/**
 * Returns one sentence about the first spell of precipitation: "Rain from 7 PM to Friday morning, heaviest around
 * midnight". Uses the hours up to the first one without a chance; undefined with too few.
 * @param hours consecutive hours from the current one
 */
export function rainSummary(hours: readonly HourAhead[]): string | undefined {
  const gap = hours.findIndex(({ hour }) => !isFiniteNumber(hour?.chance_of_rain));
  const available = gap === -1 ? hours : hours.slice(0, gap);
  const [now] = available;
  if (!now || available.length < minHours) return undefined;
  const falling = available.map(({ hour }) => hour);
  const what = chanceLabel(falling, 'rain', 'precipitation');
  const chances = falling.map((hour) => hour?.chance_of_rain ?? 0);
  const highestChance = Math.max(...chances);
  if (highestChance < chanceFrom) {
    const span = `in the next ${available.length} hours`;
    return highestChance > 0 ? `${upperFirst(what)} is unlikely ${span}` : `No ${what} expected ${span}`;
  }
  const minChance = highestChance >= likelyFrom ? likelyFrom : chanceFrom;
  const start = chances.findIndex((chance) => chance >= minChance);
  const end = endOfSpell(chances, start, minChance);
  const today = dateOf(now.time);
  const name = highestChance >= likelyFrom ? upperFirst(what) : `A chance of ${what}`;
  const peak = peakOf(available.slice(start, end));
  const heaviest =
    peak === undefined
      ? ''
      : `, heaviest ${peak === 0 ? 'early' : `around ${formatHour(available[start + peak]?.time ?? now.time, today)}`}`;
  const after = available[end];
  if (start === 0) {
    const until = after ? `until ${partOfDay(after.time, today)}` : `for the next ${available.length} hours`;
    return `${name} ${until}${heaviest}`;
  }
  const from = formatHour(available[start]?.time ?? now.time, today);
  const to = after ? partOfDay(after.time, today) : `${partOfDay(available.at(-1)?.time ?? now.time, today)} or later`;
  return `${name} from ${from} to ${to}${heaviest}`;
}

/**
 * Returns the sentence about the next 48 hours, or as many of them as the forecast has.
 * @param localNow local wall-clock time at the place, such as "2026-11-20 15:07"
 */
export const rainAhead = (forecast: ForecastResponse['forecast'], localNow: string): string | undefined =>
  rainSummary(hoursAhead(forecast, localNow, 48));

/** Returns the index after the spell's last hour. */
function endOfSpell(chances: readonly number[], start: number, minChance: number): number {
  let end = start + 1;
  for (let index = end; index < chances.length && index - end <= maxPauseHours; index += 1)
    if ((chances[index] ?? 0) >= minChance) end = index + 1;
  return end;
}

/**
 * Returns the index of the heaviest hour; 0 also for the first of several equal ones. Undefined when amounts are unknown
 * or nearly even.
 */
function peakOf(spell: readonly HourAhead[]): number | undefined {
  const amounts = spell.map(({ hour }) => hour?.precip_mm).filter(isFiniteNumber);
  if (spell.length < spellWithPeak || amounts.length < spell.length) return undefined;
  const highestAmount = Math.max(...amounts);
  const mean = amounts.reduce((total, amount) => total + amount, 0) / amounts.length;
  return highestAmount > 0 && highestAmount >= heavy * mean ? amounts.indexOf(highestAmount) : undefined;
}

/** "7 PM", "midnight", "Friday 12 PM". */
function formatHour(time: string, today: string): string {
  const hour = hourOf(time);
  // The next midnight is tonight's.
  const isNear = dateOf(time) === today || dateOf(addHours(time, -1)) === today;
  if (!isNear) return `${longWeekdayOf(dateOf(time))} ${hourLabel(hour)}`;
  return hour === 0 ? 'midnight' : hour === 12 ? 'noon' : hourLabel(hour);
}

/** "around 9 PM" today, else "Friday morning". */
function partOfDay(time: string, today: string): string {
  const hour = hourOf(time);
  const weekday = longWeekdayOf(dateOf(time));
  if (dateOf(time) === today) return `around ${formatHour(time, today)}`;
  if (hour < 5) return `early ${weekday}`;
  return `${weekday} ${hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : hour < 21 ? 'evening' : 'night'}`;
}

const upperFirst = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase());
