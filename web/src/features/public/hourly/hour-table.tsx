import { memo } from 'react';
import { useUnits } from '@/components/weather/units/units.js';
import { hourName, readingLabels, readingsOf, type HourReadings } from './hour-readings.js';
import type { ChartHour } from './chart-hours.js';

/** Memoized, because it doesn't depend on the selected hour, which changes while scrubbing. */
export const HourTable = memo(function HourTable({ hours }: { hours: readonly ChartHour[] }) {
  const units = useUnits();
  const labels = readingLabels(hours);
  const columns = Object.keys(labels) as (keyof HourReadings)[];
  const rows = hours.map((hour) => ({ time: hour.time, readings: readingsOf(hour, units) }));
  return (
    <details className="mt-4">
      <summary className="text-link inline-block py-2 font-medium">Show hours as a table</summary>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must take the focus (axe: scrollable-region-focusable) */}
      <div role="region" aria-label="Hourly forecast table" tabIndex={0} className="card mt-2 overflow-x-auto">
        <table className="figures w-full text-left text-sm whitespace-nowrap [&_td]:px-4 [&_td]:py-2 [&_th]:px-4 [&_th]:py-2">
          <thead>
            <tr className="border-b border-line text-ink-soft">
              <th scope="col">Hour</th>
              {columns.map((key) => (
                <th key={key} scope="col">
                  {labels[key]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ time, readings }) => (
              <tr key={time} className="border-b border-line last:border-0">
                <th scope="row">{hourName(time)}</th>
                {columns.map((key) => (
                  <td key={key}>{readings[key]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
});
