import { skyWords } from '../../../domain/weather/drawings/sky.js';
import { addHours, hourLabel, hourOf } from '../../../domain/time/times.js';
import { isKnown, percent } from '../../../domain/weather/units/readings.js';
import { type Units, useUnits } from '../../../domain/weather/units/units.js';
import * as strings from '../../../strings.js';
import { useId } from 'react';
import { chanceOf, hourName } from './hourly-drawings.js';
import type { DrawnHour } from './next-hours.js';

export interface ToldReading {
  label: string;
  value: string;
}

/** @param chance label of the chance, such as "Chance of rain" */
export const readingsOf = (hour: DrawnHour, chance: string, units: Units): ToldReading[] => [
  { label: 'Condition', value: skyWords(hour.hour?.condition, hour.hour?.is_day) || strings.noReading },
  { label: 'Temperature', value: units.temperature(hour.fahrenheit) },
  { label: 'Feels like', value: units.temperature(hour.feelsLikeFahrenheit) },
  { label: chance, value: percent(hour.chancePercent) },
  { label: 'Amount, as water', value: amountInWords(hour, units) },
  { label: 'Wind', value: units.wind(hour.windKph, hour.hour?.wind_dir) },
  { label: 'Gusts', value: units.wind(hour.gustKph) },
];

/** "0.03 in", or "0.03 in from noon to 6 PM" when the source reports a longer period. */
function amountInWords({ hour, rainMm }: DrawnHour, units: Units): string {
  const { precip_period_mm: mm, precip_period_hours: hours, precip_period_start: start } = hour ?? {};
  if (!isKnown(rainMm) || !isKnown(mm) || !isKnown(hours) || !start) return units.rain(rainMm);
  return `${units.rain(mm)} from ${clockWords(hourOf(start))} to ${clockWords(hourOf(addHours(start, hours)))}`;
}

const clockWords = (hour: number) => (hour === 0 ? 'midnight' : hour === 12 ? 'noon' : hourLabel(hour));

interface HourReadoutProps {
  hours: readonly DrawnHour[];
  chosen: number;
  onChoose: (index: number) => void;
}

/** Screen readers announce the numbers from the slider. */
export function HourReadout({ hours, chosen, onChoose }: HourReadoutProps) {
  const units = useUnits();
  const id = useId();
  const hour = hours[chosen];
  if (!hour) return null;
  const readings = readingsOf(hour, chanceOf(hours), units);
  const spoken = readings
    .filter(({ value }) => value !== strings.noReading)
    .map(({ label, value }) => `${label} ${value}`)
    .join(', ');
  return (
    <div className="needs-script mt-4">
      <label htmlFor={id} className="text-sm font-semibold">
        Hour by hour
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={hours.length - 1}
        step={1}
        value={chosen}
        aria-valuetext={`${hourName(hour.time)}: ${spoken || 'unknown'}`}
        onChange={({ target }) => onChoose(Number(target.value))}
        className="block h-11 w-full accent-sky"
      />
      <div aria-hidden="true" className="rounded-md bg-surface-raised p-4">
        <p className="font-bold">{hourName(hour.time)}</p>
        <dl className="figures mt-2 grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4 lg:grid-cols-7">
          {readings.map(({ label, value }) => (
            <div key={label}>
              <dt className="text-sm text-ink-soft">{label}</dt>
              <dd className="min-h-[2lh] leading-tight font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}
