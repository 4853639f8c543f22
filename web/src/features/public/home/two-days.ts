import type { Condition, Day, Hour } from '@site/proto/weather/v1/forecasts.responses';
import { restOfToday, temperaturesAhead, type LabeledTemperature } from '@site/domain/weather/rest-of-today';
import { isFiniteNumber, type Reading } from '@/components/weather/units/readings.js';
import { addHours, dateOf, hourOf } from '@/components/time/times.js';
import type { ForecastResponse } from '@/components/time/forecast-clock.js';

export interface DayInBrief {
  title: 'Today' | 'Tomorrow';
  /** "2026-11-20". */
  date: string;
  condition: Condition | null | undefined;
  /** Without those that have passed. */
  temperatures: LabeledTemperature[];
  rainChance: Reading;
  /** Input for `chanceLabel`; empty when unknown. */
  falling: readonly Pick<Day, 'only_rain'>[];
}

/** The high of a partial day could be a nighttime value, or its low an afternoon one. */
const hoursPerDay = 24;
const midday = 13;

/**
 * Returns what is ahead of today, and tomorrow as the provider summarizes it; without a summary, tomorrow from its
 * hours. Without a forecast, both days are empty.
 */
export function twoDays(forecast: ForecastResponse['forecast'], localNow: string): DayInBrief[] {
  const today = dateOf(localNow);
  const tomorrow = dateOf(addHours(localNow, 24));
  const dayOn = (date: string) => forecast?.forecastday?.find((day) => day.date === date)?.day;
  // After midnight, the response's tomorrow is today.
  const isOfToday = forecast?.forecastday?.[0]?.date === today;
  return [
    {
      title: 'Today',
      date: today,
      ...inBrief(dayOn(today)),
      temperatures: temperaturesAhead(restOfToday(forecast, localNow)),
    },
    {
      title: 'Tomorrow',
      date: tomorrow,
      ...(summarizeIfComplete(dayOn(tomorrow) ?? (isOfToday ? forecast.tomorrow : undefined)) ??
        fromHours((forecast?.hour ?? []).filter(({ time }) => dateOf(time) === tomorrow))),
    },
  ];
}

const highAndLow = (high: Reading, low: Reading): LabeledTemperature[] => [
  { label: 'High', fahrenheit: high },
  { label: 'Low', fahrenheit: low },
];

type DaySummary = Omit<DayInBrief, 'title' | 'date'>;

const inBrief = (day: Day | null | undefined): DaySummary => ({
  condition: day?.condition,
  temperatures: highAndLow(day?.maxtemp_f, day?.mintemp_f),
  rainChance: day?.daily_chance_of_rain,
  falling: day ? [day] : [],
});

/** A summary without any temperature counts as missing. */
const summarizeIfComplete = (day: Day | null | undefined): DaySummary | undefined =>
  isFiniteNumber(day?.maxtemp_f) || isFiniteNumber(day?.mintemp_f) ? inBrief(day) : undefined;

function fromHours(hours: Hour[]): DaySummary {
  const temperatures = hours.map(({ temp_f }) => temp_f).filter(isFiniteNumber);
  const isComplete = temperatures.length === hoursPerDay;
  const chances = hours.map(({ chance_of_rain }) => chance_of_rain).filter(isFiniteNumber);
  return {
    condition: atMidday(hours)?.condition,
    temperatures: isComplete
      ? highAndLow(Math.max(...temperatures), Math.min(...temperatures))
      : highAndLow(undefined, undefined),
    rainChance: chances.length > 0 ? Math.max(...chances) : undefined,
    falling: hours,
  };
}

const atMidday = (hours: Hour[]) => hours.find(({ time }) => hourOf(time) === midday);
