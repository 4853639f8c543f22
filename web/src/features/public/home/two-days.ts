import type { Condition, Day, Hour } from '@site/proto/weather/v1/forecasts.answers';
import { isKnown, type Reading } from '../../../domain/weather/units/readings.js';
import { addHours, dateOf, hourOf } from '../../../domain/time/times.js';
import type { ForecastAnswer } from '../../../domain/time/forecast-clock.js';

/** A day in brief. */
export interface DayInBrief {
  title: 'Today' | 'Tomorrow';
  /** "2026-11-20". */
  date: string;
  condition: Condition | null | undefined;
  low: Reading;
  high: Reading;
  rainChance: Reading;
  /** What the chance is of, as `chanceLabel` takes it; empty when nothing is known. */
  falling: readonly Pick<Day, 'only_rain'>[];
}

/** A day that is known in part only would get a high of the night, or a low of the afternoon. */
const wholeDay = 24;
const midday = 13;

/**
 * Today and tomorrow as the provider sums them up, with the numbers that the week has for them. An answer without a tomorrow
 * has its hours. Without a forecast, both with nothing known.
 */
export function twoDays(forecast: ForecastAnswer['forecast'], localNow: string): DayInBrief[] {
  const today = dateOf(localNow);
  const tomorrow = dateOf(addHours(localNow, 24));
  const dayOn = (date: string) => forecast?.forecastday?.find((day) => day.date === date)?.day;
  // Over midnight the answer's tomorrow becomes today: then it is not believed any more.
  const isOfToday = forecast?.forecastday?.[0]?.date === today;
  return [
    { title: 'Today', date: today, ...inBrief(dayOn(today)) },
    {
      title: 'Tomorrow',
      date: tomorrow,
      ...(inBriefIfKnown(dayOn(tomorrow) ?? (isOfToday ? forecast.tomorrow : undefined)) ??
        fromHours((forecast?.hour ?? []).filter(({ time }) => dateOf(time) === tomorrow))),
    },
  ];
}

type Told = Omit<DayInBrief, 'title' | 'date'>;

const inBrief = (day: Day | null | undefined): Told => ({
  condition: day?.condition,
  low: day?.mintemp_f,
  high: day?.maxtemp_f,
  rainChance: day?.daily_chance_of_rain,
  falling: day ? [day] : [],
});

/** A day of which not even a temperature is known has been summed up by nobody. */
const inBriefIfKnown = (day: Day | null | undefined): Told | undefined =>
  isKnown(day?.maxtemp_f) || isKnown(day?.mintemp_f) ? inBrief(day) : undefined;

function fromHours(hours: Hour[]): Told {
  const temperatures = hours.map(({ temp_f }) => temp_f).filter(isKnown);
  const isWhole = temperatures.length === wholeDay;
  const chances = hours.map(({ chance_of_rain }) => chance_of_rain).filter(isKnown);
  return {
    condition: atMidday(hours)?.condition,
    low: isWhole ? Math.min(...temperatures) : undefined,
    high: isWhole ? Math.max(...temperatures) : undefined,
    rainChance: chances.length > 0 ? Math.max(...chances) : undefined,
    falling: hours,
  };
}

/** What the middle of a day is like is what people call its weather. */
const atMidday = (hours: Hour[]) => hours.find(({ time }) => hourOf(time) === midday);
