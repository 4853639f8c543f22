/** Today's temperatures that are still ahead: the high before the warmest hour, and the coming night's low. */
import { addHours, dateOf, hourOf } from '../local-time.js';
import { hoursByTime, type HoursOfForecast } from './hours-by-time.js';
import { isFiniteNumber, type Reading } from './reading.js';

interface Extremes {
  maxtemp_f?: Reading;
  mintemp_f?: Reading;
}

interface HourOfForecast {
  time?: string | undefined;
  temp_f?: Reading;
}

interface DayOfForecast {
  date?: string | undefined;
  day?: Extremes | null | undefined;
  hour?: readonly HourOfForecast[] | undefined;
}

/** What today's temperatures are derived from. Any part may be missing. */
interface TemperatureForecast extends HoursOfForecast<HourOfForecast> {
  forecastday?: readonly DayOfForecast[] | undefined;
  tomorrow?: Extremes | null | undefined;
}

/** Temperatures of a day in °F. */
export interface DayRange {
  low: Reading;
  high: Reading;
  lowLabel: 'Low' | 'Tonight';
}

export interface RestOfToday extends DayRange {
  /** Today's high; undefined when unknown or when the warmest hour has passed. */
  highAhead: Reading;
}

export interface LabeledTemperature {
  label: 'High' | DayRange['lowLabel'];
  fahrenheit: Reading;
}

/** The coldest hour is often the one after sunrise, so a night includes 7 AM. */
const nightEndsAt = 8;
const nightBeginsAt = 18;
/** Without hourly readings of the day so far, its warmest hour is assumed to be before. */
const peakPassedAt = 17;

/**
 * Returns what is still ahead of today, from the hours that pages show, so that the two never disagree. The provider's
 * high and low of the day only replace missing hours. Until 8 AM, the low is that of the night that is ending, then that
 * of the coming night.
 * @param localNow local wall-clock time at the place, such as "2026-11-20 15:07"
 */
export function restOfToday(forecast: TemperatureForecast | undefined, localNow: string): RestOfToday {
  const today = dateOf(localNow);
  const now = hourOf(localNow);
  const byTime = hoursByTime(forecast);
  const between = (first: string, hours: number) =>
    Array.from({ length: hours }, (_, index) => byTime.get(addHours(first, index).slice(0, 13))?.temp_f);

  const ahead = between(localNow, 24 - now);
  const warmest = highest(ahead);
  const passed = between(atHour(today, 0), now).filter(isFiniteNumber);
  const hasPeakPassed =
    passed.length > 0 ? isFiniteNumber(warmest) && Math.max(...passed) > warmest : now >= peakPassedAt;
  const highOfDay = isComplete(ahead) ? undefined : dayOn(forecast, today)?.maxtemp_f;
  const highAhead = hasPeakPassed ? undefined : highest([highOfDay, warmest]);

  const isMorning = now < nightEndsAt;
  const morning = isMorning ? today : nextDate(today);
  const nightFrom = isMorning || now >= nightBeginsAt ? localNow : atHour(today, nightBeginsAt);
  const night = between(nightFrom, nightEndsAt - hourOf(nightFrom) + (isMorning ? 0 : 24));
  return {
    highAhead,
    high: highAhead ?? warmest,
    low: isComplete(night) ? lowest(night) : dayOn(forecast, morning)?.mintemp_f,
    lowLabel: isMorning ? 'Low' : 'Tonight',
  };
}

/** Returns today's temperatures that are ahead, with labels; an unknown high if none is known. */
export function temperaturesAhead({ highAhead, low, lowLabel }: RestOfToday): LabeledTemperature[] {
  const high: LabeledTemperature = { label: 'High', fahrenheit: highAhead };
  const available = [high, { label: lowLabel, fahrenheit: low }].filter(({ fahrenheit }) => isFiniteNumber(fahrenheit));
  return available.length > 0 ? available : [high];
}

/** Returns a day's range, for today that of the remaining hours. */
export const dayRange = (
  { date, day }: Pick<DayOfForecast, 'date' | 'day'>,
  forecast: TemperatureForecast | undefined,
  localNow: string,
): DayRange =>
  date === dateOf(localNow)
    ? restOfToday(forecast, localNow)
    : { low: day?.mintemp_f, high: day?.maxtemp_f, lowLabel: 'Low' };

/** An hour may be missing: the one skipped when clocks go forward. */
const isComplete = (hours: readonly Reading[]): boolean =>
  hours.filter(isFiniteNumber).length >= Math.max(1, hours.length - 1);

/** Soon after midnight, the day that an older response calls tomorrow is today. */
function dayOn(forecast: TemperatureForecast | undefined, date: string): Extremes | null | undefined {
  const days = forecast?.forecastday ?? [];
  const isTomorrow = days[0]?.date !== undefined && nextDate(days[0].date) === date;
  return days.find((day) => day.date === date)?.day ?? (isTomorrow ? forecast?.tomorrow : undefined);
}

const atHour = (date: string, hour: number) => `${date} ${String(hour).padStart(2, '0')}:00`;
const nextDate = (date: string) => dateOf(addHours(atHour(date, 0), 24));

function highest(values: readonly Reading[]): Reading {
  const numbers = values.filter(isFiniteNumber);
  return numbers.length > 0 ? Math.max(...numbers) : undefined;
}

function lowest(values: readonly Reading[]): Reading {
  const numbers = values.filter(isFiniteNumber);
  return numbers.length > 0 ? Math.min(...numbers) : undefined;
}
