import { hourOf } from '@/components/time/times.js';
import { isFiniteNumber } from '@/components/weather/units/readings.js';
import { runsOf, type ChartHour } from './chart-hours.js';

export interface ValueLabel {
  /** Index of the hour. */
  at: number;
  /** Center of the text on the time axis, kept away from the axis' ends. */
  x: number;
  value: number;
  turn: 'peak' | 'trough' | undefined;
}

/** Divisors of a day, so that labels have the same hours every day. */
const steps = [1, 2, 3, 4, 6, 8, 12, 24];

/** Returns the hours between labels, of which at most `maxLabels` fit beside each other. */
const stepFor = (count: number, maxLabels: number) => steps.find((step) => step >= count / maxLabels) ?? 24;

/** Returns the indexes of hours such as midnight, six, noon and six, without the last if its label doesn't fit. */
export function markedHours(hours: readonly ChartHour[], maxLabels: number): number[] {
  const step = stepFor(hours.length, maxLabels);
  return hours.flatMap(({ time }, at) =>
    hourOf(time) % step === 0 && at <= hours.length - hours.length / maxLabels ? [at] : [],
  );
}

/**
 * Returns temperatures to write on the line: peaks and troughs first, then every few hours where there is room. Labels
 * never overlap if `maxLabels` of them fit beside each other.
 */
export function temperatureLabels(hours: readonly ChartHour[], maxLabels: number): ValueLabel[] {
  const width = hours.length / maxLabels;
  const step = stepFor(hours.length, maxLabels);
  const regular = hours.flatMap(({ time, fahrenheit }, at) =>
    isFiniteNumber(fahrenheit) && hourOf(time) % step === 0 ? [{ at, value: fahrenheit, turn: undefined }] : [],
  );
  const labels: ValueLabel[] = [];
  for (const { at, value, turn } of [...turnsOf(hours), ...regular]) {
    const x = Math.min(hours.length - width / 2, Math.max(width / 2, at));
    if (labels.every((label) => Math.abs(label.x - x) >= width)) labels.push({ at, x, value, turn });
  }
  return labels.sort((a, b) => a.x - b.x);
}

type Turn = Pick<ValueLabel, 'at' | 'value' | 'turn'>;

/** In °F; a smaller rise or fall isn't worth a label. */
const minRelief = 3;

/** Returns peaks and troughs, those farthest from the mean first. */
function turnsOf(hours: readonly ChartHour[]): Turn[] {
  const runs = runsOf(hours, 'fahrenheit');
  const values = runs.flat().map(({ value }) => value);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return runs.flatMap(turnsIn).sort((a, b) => Math.abs(b.value - mean) - Math.abs(a.value - mean));
}

/** Of several equal hours in a row, returns the first. The ends of a run are no turns. */
function turnsIn(run: readonly { at: number; value: number }[]): Turn[] {
  const [first] = run;
  if (!first) return [];
  const turns: Turn[] = [];
  let highest = first;
  let lowest = first;
  let isRising: boolean | undefined;
  for (const hour of run) {
    if (hour.value > highest.value) highest = hour;
    if (hour.value < lowest.value) lowest = hour;
    if (isRising !== false && highest.value - hour.value >= minRelief) {
      if (highest !== first) turns.push({ ...highest, turn: 'peak' });
      isRising = false;
      lowest = hour;
    } else if (isRising !== true && hour.value - lowest.value >= minRelief) {
      if (lowest !== first) turns.push({ ...lowest, turn: 'trough' });
      isRising = true;
      highest = hour;
    }
  }
  return turns;
}
