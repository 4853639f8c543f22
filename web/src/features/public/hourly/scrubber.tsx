import { useId } from 'react';
import { useUnits } from '@/components/weather/units/units.js';
import * as strings from '@/strings/public-strings.js';
import { hourName, readingLabels, readingsOf, type HourReadings } from './hour-readings.js';
import type { ChartHour } from './chart-hours.js';

interface ScrubberProps {
  hours: readonly ChartHour[];
  /** Index of the selected hour. */
  selectedIndex: number;
  onSelect: (index: number) => void;
}

/** Selects the hour of all charts, by keyboard too. Screen readers announce its numbers. */
export function Scrubber({ hours, selectedIndex, onSelect }: ScrubberProps) {
  const units = useUnits();
  const id = useId();
  const hour = hours[selectedIndex];
  if (!hour) return null;
  const readings = readingsOf(hour, units);
  const labels = readingLabels(hours);
  const spoken = (Object.keys(labels) as (keyof HourReadings)[])
    .filter((key) => readings[key] !== strings.noReading)
    .map((key) => `${labels[key]} ${readings[key]}`)
    .join(', ');
  return (
    <div className="needs-script">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <label htmlFor={id} className="text-sm font-semibold">
          Hour by hour
        </label>
        <p aria-hidden="true" className="text-sm">
          <span className="text-ink-soft">{hourName(hour.time)}:</span>{' '}
          <span className="font-semibold">{readings.condition}</span>
        </p>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={hours.length - 1}
        step={1}
        value={selectedIndex}
        aria-valuetext={`${hourName(hour.time)}: ${spoken || 'unknown'}`}
        onChange={({ target }) => onSelect(Number(target.value))}
        className="block h-11 w-full touch-pan-y accent-sky"
      />
    </div>
  );
}
