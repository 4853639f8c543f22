/** River gauges in words and colors: flood category, stage and trend. */
import type { FloodCategory, GaugeCourse, Stage } from '@site/proto/weather/v1/rivers.responses';
import type { Units } from '../weather/units/units.js';

interface CategoryStyle {
  label: string;
  /** Contrast of 4.5:1 or more in both themes. */
  className: string;
}

const quiet = 'bg-surface-raised text-ink ring-1 ring-edge ring-inset';
const categories: Record<Exclude<FloodCategory, ''>, CategoryStyle> = {
  low: { label: 'Low water', className: quiet },
  no_flooding: { label: 'No flooding', className: quiet },
  action: { label: 'Near flood stage', className: 'bg-[#ffe680] text-[#1a2230]' },
  minor: { label: 'Minor flooding', className: 'bg-[#ffb347] text-[#1a2230]' },
  moderate: { label: 'Moderate flooding', className: 'bg-[#c62828] text-white' },
  major: { label: 'Major flooding', className: 'bg-[#8e24aa] text-white' },
};

/** Returns undefined for unrated stages. */
export const getCategoryStyle = (category: FloodCategory): CategoryStyle | undefined =>
  category === '' ? undefined : categories[category];

/** Whether the river is in flood or close to it. */
export const isHigh = (category: FloodCategory): boolean =>
  category !== '' && category !== 'low' && category !== 'no_flooding';

const metersPerFoot = 0.3048;

/** Returns "12.4 ft"; in metric units "3.78 m (12.4 ft)", because flood stages are always published in feet. */
export function stageText(feet: number, { system }: Pick<Units, 'system'>): string {
  const inFeet = `${feet.toFixed(1)}\u00a0ft`;
  return system === 'metric' ? `${(feet * metersPerFoot).toFixed(2)}\u00a0m (${inFeet})` : inFeet;
}

export interface Threshold {
  label: string;
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
  return all.flatMap(([label, feet]) => (feet === null ? [] : [{ label, feet }]));
}

interface GaugeReading {
  time: number;
  feet: number;
}

/** Forecasts are six hours apart; a longer gap interrupts the line. */
const maxGapMs = 7 * 3_600_000;

/** Splits the readings at gaps, in order of time. */
export function runsOf(stages: readonly Stage[]): GaugeReading[][] {
  const runs: GaugeReading[][] = [];
  let last: GaugeReading | undefined;
  for (const { at, feet } of stages) {
    const reading = { time: Date.parse(at), feet };
    if (Number.isNaN(reading.time) || !Number.isFinite(feet)) continue;
    if (last && reading.time - last.time <= maxGapMs) runs.at(-1)?.push(reading);
    else runs.push([reading]);
    last = reading;
  }
  return runs;
}
