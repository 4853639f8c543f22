/** Seven-day forecast as a table, below the detailed day cards. */
import type { ForecastDay } from '@site/proto/weather/v1/forecasts.responses';
import * as strings from '@/strings/public-strings.js';
import type { DayReading } from './day-readings.js';
import type { DayRange } from '@site/domain/weather/rest-of-today';
import { dayLabel } from '../time/times.js';
import { useUnits } from './units/units.js';

interface WeekTableProps {
  rows: readonly { day: ForecastDay; range: DayRange; readings: DayReading[] }[];
}

export function WeekTable({ rows }: WeekTableProps) {
  const units = useUnits();
  // One day with possible snow makes the column more than rain.
  const labelled = rows.find(({ day }) => !day.day?.only_rain) ?? rows[0];
  return (
    <details className="mt-4">
      <summary className="text-link inline-block py-2 font-medium">Show the week as a table</summary>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must take the focus (axe: scrollable-region-focusable) */}
      <div role="region" aria-label="The week as a table" tabIndex={0} className="card mt-2 overflow-x-auto">
        <table className="figures w-full text-left text-sm whitespace-nowrap [&_td]:px-4 [&_td]:py-2.5 [&_th]:px-4 [&_th]:py-2.5">
          <thead>
            <tr className="border-b border-line text-ink-soft">
              <th scope="col">Day</th>
              <th scope="col">Condition</th>
              <th scope="col">Average</th>
              <th scope="col">Low</th>
              <th scope="col">High</th>
              {labelled?.readings.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ day: { date, day }, range, readings }) => (
              <tr key={date} className="border-b border-line last:border-0">
                <th scope="row">
                  <time dateTime={date}>{dayLabel(date)}</time>
                </th>
                <td>{day?.condition?.text || strings.noReading}</td>
                <td>{units.temperature(day?.avgtemp_f)}</td>
                <td>
                  {units.temperature(range.low)}
                  {range.lowLabel === 'Tonight' && ' tonight'}
                </td>
                <td>{units.temperature(range.high)}</td>
                {readings.map(({ label, value, note }) => (
                  <td key={label}>{note ? `${value}, ${note}` : value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
