import { isKnown } from '../../../domain/weather/units/readings.js';
import type { DrawnHour, Series } from './next-hours.js';

/** From where to where a drawing reaches, in the values' own unit, and how its ends are written. */
export interface Scale {
  low: number;
  high: number;
  lowWords: string;
  highWords: string;
}

interface ScaleOptions {
  series: readonly Series[];
  write: (value: number) => string;
  /** At least so much lies between the ends: a flat day stays nearly flat. */
  leastSpan: number;
  /** Begins at zero. */
  fromZero?: boolean;
  /** Ends are multiples of it. */
  step: number;
  /** Nothing can be more: a chance is 100 % at most. */
  mostPossible?: number;
}

/** The scale of some series; undefined where nothing of them is known. */
export function scaleOf(
  hours: readonly DrawnHour[],
  { series, write, leastSpan, fromZero, step, mostPossible = Infinity }: ScaleOptions,
): Scale | undefined {
  const values = hours.flatMap((hour) => series.map((name) => hour[name]).filter(isKnown));
  if (values.length === 0) return undefined;
  const low = fromZero ? 0 : Math.floor((Math.min(...values) - step / 2) / step) * step;
  const above = Math.max(Math.ceil((Math.max(...values) + step / 4) / step) * step, low + leastSpan);
  const high = Math.min(above, mostPossible);
  return { low, high, lowWords: write(low), highWords: write(high) };
}
