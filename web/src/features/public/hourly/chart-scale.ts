/** Value scales of the hourly charts. */
import { isFiniteNumber } from '@/components/weather/units/readings.js';
import type { Units } from '@/components/weather/units/units.js';
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

/** A mark of the axis. */
export interface Tick {
  label: string;
  /** 0 at the top and 100 at the bottom. */
  y: number;
}

const degreeSteps = [5, 10, 20, 50];
const maxTicks = 5;

/** Returns round degrees of a scale in °F, in the chosen unit. */
export function degreeTicks({ low, high }: Scale, { inDegrees }: Pick<Units, 'inDegrees'>): Tick[] {
  const from = inDegrees(low) ?? 0;
  const span = (inDegrees(high) ?? 0) - from;
  const step = degreeSteps.find((each) => span / each <= maxTicks) ?? span;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor((from + span) / step) - first + 1 }, (_, index) => {
    const degrees = (first + index) * step;
    return { label: `${degrees}°`, y: 100 - ((degrees - from) / span) * 100 };
  });
}
