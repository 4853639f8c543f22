import { addHours, dateOf, hourLabel, hourOf, weekdayOf } from '@/components/time/times.js';
import { describeSky } from '@site/domain/weather/sky';
import { chanceLabel } from '@/components/weather/units/precipitation.js';
import { isFiniteNumber, percent } from '@/components/weather/units/readings.js';
import type { Units } from '@/components/weather/units/units.js';
import * as strings from '@/strings/public-strings.js';
import type { ChartHour } from './chart-hours.js';

/** Values of an hour as text; unknown ones are dashes. */
export interface HourReadings {
  condition: string;
  temperature: string;
  feelsLike: string;
  chance: string;
  amount: string;
  wind: string;
  gusts: string;
}

/** Returns an hour's readings as text in the chosen units; dashes for unknown ones. */
export const readingsOf = (hour: ChartHour, units: Units): HourReadings => ({
  condition: describeSky(hour.hour?.condition, hour.hour?.is_day) || strings.noReading,
  temperature: units.temperature(hour.fahrenheit),
  feelsLike: units.temperature(hour.feelsLikeFahrenheit),
  chance: percent(hour.chancePercent),
  amount: formatAmount(hour, units),
  wind: units.wind(hour.windKph, hour.hour?.wind_dir),
  gusts: units.wind(hour.gustKph),
});

/** In the order of `HourReadings`. */
export const readingLabels = (hours: readonly ChartHour[]): Record<keyof HourReadings, string> => ({
  condition: 'Condition',
  temperature: 'Temperature',
  feelsLike: 'Feels like',
  chance: chanceOf(hours),
  amount: 'Rain or melted snow',
  wind: 'Wind',
  gusts: 'Gusts',
});

/** "0.03 in", or "0.03 in from noon to 6 PM" when the source reports a longer period. */
function formatAmount({ hour, rainMm }: ChartHour, units: Units): string {
  const { precip_period_mm: mm, precip_period_hours: hours, precip_period_start: start } = hour ?? {};
  if (!isFiniteNumber(rainMm) || !isFiniteNumber(mm) || !isFiniteNumber(hours) || !start) return units.rain(rainMm);
  return `${units.rain(mm)} from ${formatHour(hourOf(start))} to ${formatHour(hourOf(addHours(start, hours)))}`;
}

const formatHour = (hour: number) => (hour === 0 ? 'midnight' : hour === 12 ? 'noon' : hourLabel(hour));

const chanceOf = (hours: readonly ChartHour[]): string =>
  chanceLabel(
    hours.map(({ hour }) => hour),
    'Chance of rain',
  );

/** Example: "Sat 3 PM". */
export const hourName = (time: string): string => `${weekdayOf(dateOf(time))} ${hourLabel(hourOf(time))}`;
