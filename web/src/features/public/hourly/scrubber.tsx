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
      <label htmlFor={id} className="sr-only">
        Hour by hour
      </label>
      <p aria-hidden="true" className="figures flex flex-wrap items-baseline gap-x-3">
        <span className="text-2xl font-bold tracking-tight">{readings.temperature}</span>
        <span className="font-semibold">
          <span className="font-normal text-ink-soft">{hourName(hour.time)}:</span> {readings.condition}
        </span>
      </p>
      <input
        id={id}
        type="range"
        min={0}
        max={hours.length - 1}
        step={1}
        value={selectedIndex}
        aria-valuetext={`${hourName(hour.time)}: ${spoken || 'unknown'}`}
        onChange={({ target }) => onSelect(Number(target.value))}
        // Above the charts, which leave room for their axis.
        className="block h-11 w-full touch-pan-y accent-sky @[12rem]:ml-9 @[12rem]:w-[calc(100%-2.25rem)]"
      />
    </div>
  );
}
