/** River gauges in words and colors: flood category, stage and trend. */
import type { FloodCategory, GaugeCourse, Stage } from '@site/proto/weather/v1/rivers.answers';
import type { Units } from '../weather/units/units.js';

interface CategoryLook {
  words: string;
  /** Contrast of 4.5:1 or more in both themes. */
  look: string;
}

const quiet = 'bg-surface-raised text-ink ring-1 ring-edge ring-inset';
const categories: Record<Exclude<FloodCategory, ''>, CategoryLook> = {
  low: { words: 'Low water', look: quiet },
  no_flooding: { words: 'No flooding', look: quiet },
  action: { words: 'Near flood stage', look: 'bg-[#ffe680] text-[#1a2230]' },
  minor: { words: 'Minor flooding', look: 'bg-[#ffb347] text-[#1a2230]' },
  moderate: { words: 'Moderate flooding', look: 'bg-[#c62828] text-white' },
  major: { words: 'Major flooding', look: 'bg-[#8e24aa] text-white' },
};

/** Returns undefined for unrated stages. */
export const categoryLook = (category: FloodCategory): CategoryLook | undefined =>
  category === '' ? undefined : categories[category];

/** Whether the river is in flood or close to it. */
export const isHigh = (category: FloodCategory): boolean =>
  category !== '' && category !== 'low' && category !== 'no_flooding';

const metresPerFoot = 0.3048;

/** Returns "12.4 ft"; in metric units "3.78 m (12.4 ft)", because flood stages are always published in feet. */
export function stageText(feet: number, { system }: Pick<Units, 'system'>): string {
  const own = `${feet.toFixed(1)}\u00a0ft`;
  return system === 'metric' ? `${(feet * metresPerFoot).toFixed(2)}\u00a0m (${own})` : own;
}

export interface Threshold {
  words: string;
  feet: number;
}

/** Returns the defined flood stages, lowest first. */
export function thresholdsOf({ thresholds }: Pick<GaugeCourse, 'thresholds'>): Threshold[] {
  const all: [string, number | null][] = [
    ['Near flood stage', thresholds.action_feet],
    ['Minor flooding', thresholds.minor_feet],
    ['Moderate flooding', thresholds.moderate_feet],
    ['Major flooding', thresholds.major_feet],
  ];
  return all.flatMap(([words, feet]) => (feet === null ? [] : [{ words, feet }]));
}

interface Moment {
  time: number;
  feet: number;
}

/** Forecasts are six hours apart; a longer gap interrupts the line. */
const longestStepMs = 7 * 3_600_000;

/** Splits the readings at gaps, in order of time. */
export function runsOf(stages: readonly Stage[]): Moment[][] {
  const runs: Moment[][] = [];
  let last: Moment | undefined;
  for (const { at, feet } of stages) {
    const moment = { time: Date.parse(at), feet };
    if (Number.isNaN(moment.time) || !Number.isFinite(feet)) continue;
    if (last && moment.time - last.time <= longestStepMs) runs.at(-1)?.push(moment);
    else runs.push([moment]);
    last = moment;
  }
  return runs;
}
