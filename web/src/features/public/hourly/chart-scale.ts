/** Value scales of the hourly charts. */
import { isFiniteNumber } from '@/components/weather/units/readings.js';
import type { ChartHour, Series } from './chart-hours.js';

/** In the unit of the values. */
export interface Scale {
  low: number;
  high: number;
  /** The upper end as text. */
  highLabel: string | undefined;
}

interface ScaleOptions {
  series: readonly Series[];
  /** For the label at the upper end; without it, there is none. */
  write?: (value: number) => string;
  /** Minimum distance between the ends, so that a flat day looks flat. */
  minSpan: number;
  fromZero?: boolean;
  /** Rounds the ends to multiples of this. */
  step: number;
  /** Such as 100 for percentages. */
  maxValue?: number;
  /** Free space at each end, as a share of the whole: room for labels on the line. */
  margin?: number;
}

/** Returns undefined when no value is known. */
export function scaleOf(
  hours: readonly ChartHour[],
  { series, write, minSpan, fromZero, step, maxValue = Infinity, margin = 0 }: ScaleOptions,
): Scale | undefined {
  const values = hours.flatMap((hour) => series.map((name) => hour[name]).filter(isFiniteNumber));
  if (values.length === 0) return undefined;
  const low = fromZero ? 0 : Math.floor((Math.min(...values) - step / 2) / step) * step;
  const above = Math.max(Math.ceil((Math.max(...values) + step / 4) / step) * step, low + minSpan);
  const high = Math.min(above, maxValue);
  const free = ((high - low) * margin) / (1 - 2 * margin);
  return { low: low - free, high: high + free, highLabel: write?.(high) };
}
