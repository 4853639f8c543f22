/** Rain of the next hour, extrapolated from the last radar frames. */
import type { RadarFrame, RadarGrid } from './field.js';
import { Trajectories } from './extrapolate.js';
import { estimateMotion } from './motion.js';

export interface Forecast {
  minutes: number;
  dbz: Float32Array;
}

export const tuningN = { floor: 5 };

export function nowcast(frames: readonly RadarFrame[], grid: RadarGrid, minutes: readonly number[], startTime?: number): Forecast[] {
  const sorted = [...frames].sort((left, right) => left.time - right.time);
  const newest = sorted.at(-1)!;
  const motion = estimateMotion(sorted, grid);
  const late = ((startTime ?? newest.time) - newest.time) / 60_000;
  if (!motion) return minutes.map((lead) => ({ minutes: lead, dbz: newest.dbz }));
  const trajectories = new Trajectories(motion, grid);
  return minutes.map((lead) => {
    trajectories.advanceTo(lead + late);
    return { minutes: lead, dbz: trajectories.apply(newest.dbz, tuningN.floor) };
  });
}
