import type { Condition, ForecastAnswer, Hour } from '../../components/weather/forecast-types.js';
import { isKnown, type Reading } from '../../components/weather/readings.js';
import { addHours, dateOf, hourOf } from '../../components/weather/times.js';

/** A day in brief. */
export interface DayInBrief {
  title: 'Today' | 'Tomorrow';
  /** "2026-11-20". */
  date: string;
  condition: Condition | null | undefined;
  low: Reading;
  high: Reading;
  rainChance: Reading;
}

/** A day that is known in part only would get a high of the night, or a low of the afternoon. */
const wholeDay = 24;
const midday = 13;

/** Today as the provider sums it up, and tomorrow from its hours; without a forecast, both with nothing known. */
export function twoDays(forecast: ForecastAnswer['forecast'], localNow: string): DayInBrief[] {
  const today = dateOf(localNow);
  const tomorrow = dateOf(addHours(localNow, 24));
  const day = forecast?.forecastday?.find(({ date }) => date === today)?.day;
  const hours = (forecast?.hour ?? []).filter(({ time }) => dateOf(time) === tomorrow);
  const temperatures = hours.map(({ temp_f }) => temp_f).filter(isKnown);
  const isWhole = temperatures.length === wholeDay;
  const chances = hours.map(({ chance_of_rain }) => chance_of_rain).filter(isKnown);
  return [
    {
      title: 'Today',
      date: today,
      condition: day?.condition,
      low: day?.mintemp_f,
      high: day?.maxtemp_f,
      rainChance: day?.daily_chance_of_rain,
    },
    {
      title: 'Tomorrow',
      date: tomorrow,
      condition: atMidday(hours)?.condition,
      low: isWhole ? Math.min(...temperatures) : undefined,
      high: isWhole ? Math.max(...temperatures) : undefined,
      rainChance: chances.length > 0 ? Math.max(...chances) : undefined,
    },
  ];
}

/** What the middle of a day is like is what people call its weather. */
const atMidday = (hours: Hour[]) => hours.find(({ time }) => hourOf(time) === midday);
