/** Rain of the next hour, extrapolated from the last radar frames. */
import type { RadarFrame, RadarGrid } from './field.js';
import { Trajectories } from './extrapolate.js';
import { estimateMotion, type Motion } from './motion.js';
import { levelsDbz, sigmaKmOf, SmoothedFields, type Skill } from './probability.js';

export interface Forecast {
  minutes: number;
  dbz: Float32Array;
}

const minuteMs = 60_000;
export const tuningN = { th: 1, min: 0.12, dbg: 0};
const hindcastMinutes = 15;

export function nowcast(
  frames: readonly RadarFrame[],
  grid: RadarGrid,
  minutes: readonly number[],
  startTime?: number,
): Forecast[] {
  const sorted = [...frames].sort((left, right) => left.time - right.time);
  const newest = sorted.at(-1)!;
  const motion = estimateMotion(sorted, grid);
  const late = ((startTime ?? newest.time) - newest.time) / minuteMs;
  if (!motion) return minutes.map((lead) => ({ minutes: lead, dbz: newest.dbz }));
  const skill = measureSkill(sorted, grid, motion);
  const trajectories = new Trajectories(motion, grid);
  const smoothed = new SmoothedFields(newest.dbz, grid);
  return minutes.map((lead) => {
    const age = lead + late;
    trajectories.advanceTo(age);
    const thresholds = levelsDbz.map((level) => {
      const index = skill(level, age);
      return Math.max(tuningN.min, (tuningN.th * index) / (1 + index));
    });
    return { minutes: lead, dbz: trajectories.apply(smoothed.at(sigmaKmOf(age), thresholds)) };
  });
}

/** Pixels below which a level's skill isn't measured. */
const minObserved = 30;
const defaultDecay = (level: number) => 0.1 + 0.02 * Math.max(0, level - 20);

/** Measures the skill of each level by forecasting the newest frame from an earlier one. */
function measureSkill(frames: readonly RadarFrame[], grid: RadarGrid, motion: Motion): Skill {
  const newest = frames.at(-1)!;
  const age = (frame: RadarFrame) => (newest.time - frame.time) / minuteMs;
  const [earlier] = frames
    .slice(0, -1)
    .sort((left, right) => Math.abs(age(left) - hindcastMinutes) - Math.abs(age(right) - hindcastMinutes));
  const decay = new Map<number, number>();
  if (earlier) {
    const trajectories = new Trajectories(motion, grid);
    trajectories.advanceTo(age(earlier));
    const forecast = trajectories.apply({ values: earlier.dbz, width: grid.width, height: grid.height, factor: 1 });
    for (const level of levelsDbz) {
      let hits = 0;
      let union = 0;
      for (let pixel = 0; pixel < forecast.length; pixel += 1) {
        const value = forecast[pixel]!;
        const truth = newest.dbz[pixel]!;
        if (value !== value || truth !== truth) continue;
        if (value >= level && truth >= level) hits += 1;
        if (value >= level || truth >= level) union += 1;
      }
      const prior = Math.exp(-defaultDecay(level) * Math.sqrt(age(earlier)));
      const index = (hits + minObserved * prior) / (union + minObserved);
      decay.set(level, -Math.log(Math.min(Math.max(index, 0.001), 0.99)) / Math.sqrt(age(earlier)));
    }
    if (tuningN.dbg) console.log(age(earlier), [...decay].map(([l, d]) => `${l}:${d.toFixed(3)}`).join(' '));
  }
  return (level, minutes) => Math.exp(-(decay.get(level) ?? defaultDecay(level)) * Math.sqrt(Math.max(minutes, 1)));
}
