/** Rain of the next hour, extrapolated from the last radar frames. */
import { Trajectories } from './extrapolate.js';
import { noEchoDbz, type RadarFrame, type RadarGrid } from './field.js';
import { findFixedEchoes } from './fixed-echoes.js';
import { estimateMotion, type Motion } from './motion.js';
import { levelsDbz, SmoothedFields } from './probability.js';

export interface Forecast {
  /** After the start time. */
  minutes: number;
  /** Reflectivity per pixel, NaN if unknown. */
  dbz: Float32Array;
  /** Expected critical success index of rain, 0 to 1; falls with lead time. */
  confidence: number;
}

export interface Nowcast {
  /** Computed one by one, so that a caller needn't keep all. */
  forecasts: Iterable<Forecast>;
  /** Whether the frames show motion; without, echoes stay where they are. */
  hasMotion: boolean;
  /** Marks echoes that don't move with the others, as of wind farms. They aren't part of the forecasts. */
  fixedEchoes: Uint8Array | undefined;
}

interface NowcastOptions {
  /** Milliseconds since 1970 UTC, by default the newest frame's time. */
  startTime?: number;
  /** Reflectivities of `levelsDbz` that matter to the caller; forecasts are precise only about them. */
  levels?: readonly number[];
}

interface Skill {
  /** Critical success index of the hindcast, of weak echoes and rain. */
  index: number;
  /** Of each level's index with the square root of minutes. */
  decay: Map<number, number>;
}

const minuteMs = 60_000;
/** From here on it rains; one of `levelsDbz`. */
const rainDbz = 20;
/** How far beyond the frame its outermost pixels are assumed to continue. */
const beyondEdgeKm = 100;
/** Between the frames that the skill is measured with. */
const hindcastMinutes = 15;
/** Earlier frames that missing areas are filled from. */
const maxFillFrames = 2;
/** A level counts as exceeded from this probability at least, even where its skill is small. */
const minThreshold = 0.1;
/** Forecasts are smoothed over this distance, and over more with lead time. */
const baseSigmaKm = 0.3;
const sigmaKmPerMinute = 0.11;
/** Rain that decays more slowly stays predictable, so it is smoothed less. */
const referenceDecay = 0.08;

/**
 * Forecasts the reflectivity.
 * @param frames at least one, in any order
 * @param minutes lead times after the start time, ascending
 */
export function nowcast(
  frames: readonly RadarFrame[],
  grid: RadarGrid,
  minutes: readonly number[],
  { startTime, levels = levelsDbz }: NowcastOptions = {},
): Nowcast {
  let sorted = [...frames].sort((left, right) => left.time - right.time);
  let motion = estimateMotion(sorted, grid);
  const fixedEchoes = motion && findFixedEchoes(sorted, grid, motion);
  if (fixedEchoes) {
    sorted = sorted.map(({ time, dbz }) => ({ time, dbz: dbz.map((value, at) => (fixedEchoes[at] ? NaN : value)) }));
    motion = estimateMotion(sorted, grid);
  }
  const still = measureSkill(sorted, grid, undefined);
  const skill = motion && measureSkill(sorted, grid, motion);
  // Motion that doesn't explain the newest frame is noise.
  const newest = sorted.at(-1)!;
  const late = ((startTime ?? newest.time) - newest.time) / minuteMs;
  const expectedIndex = ({ decay }: Skill, level: number, lead: number) =>
    Math.exp(-decay.get(level)! * Math.sqrt(Math.max(lead + late, 1)));
  if (!motion || !skill || skill.index <= still.index) {
    const forecasts = minutes.map((lead) => {
      return { minutes: lead, dbz: newest.dbz, confidence: expectedIndex(still, rainDbz, lead) };
    });
    return { forecasts, hasMotion: false, fixedEchoes };
  }
  const trajectories = new Trajectories(motion, grid);
  const fields = new SmoothedFields(fillHoles(sorted, grid, motion), grid, levels);
  const share = Math.min(1, skill.decay.get(rainDbz)! / referenceDecay);
  const forecastAt = (lead: number): Forecast => {
    const age = Math.max(0, lead + late);
    trajectories.advanceTo(age);
    const thresholds = levels.map((level) => {
      const index = expectedIndex(skill, level, lead);
      return Math.max(minThreshold, index / (1 + index));
    });
    const smoothed = fields.at((baseSigmaKm + sigmaKmPerMinute * age) * share, thresholds);
    const dbz = trajectories.apply(smoothed, beyondEdgeKm);
    return { minutes: lead, dbz, confidence: expectedIndex(skill, rainDbz, lead) };
  };
  return { forecasts: mapLazily(minutes, forecastAt), hasMotion: true, fixedEchoes };
}

function* mapLazily<Item, Result>(items: readonly Item[], map: (item: Item) => Result): Generator<Result> {
  for (const item of items) yield map(item);
}

const ageOf = (frame: RadarFrame, newest: RadarFrame) => (newest.time - frame.time) / minuteMs;

/** Moves a frame to a later time, without smoothing. */
function advect({ dbz }: RadarFrame, grid: RadarGrid, motion: Motion, minutes: number): Float32Array {
  const trajectories = new Trajectories(motion, grid);
  trajectories.advanceTo(minutes);
  return trajectories.apply({ values: dbz, width: grid.width, height: grid.height, factor: 1 });
}

/** Returns the newest frame with its missing areas as the frames before show them. */
function fillHoles(frames: readonly RadarFrame[], grid: RadarGrid, motion: Motion): Float32Array {
  const newest = frames.at(-1)!;
  if (!newest.dbz.some((value) => Number.isNaN(value))) return newest.dbz;
  const filled = Float32Array.from(newest.dbz);
  for (const frame of frames.slice(-1 - maxFillFrames, -1).reverse()) {
    const moved = advect(frame, grid, motion, ageOf(frame, newest));
    for (let pixel = 0; pixel < filled.length; pixel += 1)
      if (Number.isNaN(filled[pixel])) filled[pixel] = moved[pixel]!;
  }
  return filled;
}

/** Pixels below which a level's skill isn't measured. */
const minObserved = 30;
const defaultDecay = (level: number) => 0.1 + 0.02 * Math.max(0, level - 20);

/** Measures the skill of each level by forecasting the newest frame from an earlier one. */
function measureSkill(frames: readonly RadarFrame[], grid: RadarGrid, motion: Motion | undefined): Skill {
  const newest = frames.at(-1)!;
  const decay = new Map<number, number>(levelsDbz.map((level) => [level, defaultDecay(level)]));
  const [earlier] = frames
    .slice(0, -1)
    .sort(
      (left, right) =>
        Math.abs(ageOf(left, newest) - hindcastMinutes) - Math.abs(ageOf(right, newest) - hindcastMinutes),
    );
  if (!earlier) return { index: 0, decay };
  const age = ageOf(earlier, newest);
  const forecast = motion ? advect(earlier, grid, motion, age) : earlier.dbz;
  const hits = new Float64Array(levelsDbz.length);
  const unions = new Float64Array(levelsDbz.length);
  for (let pixel = 0; pixel < forecast.length; pixel += 1) {
    const value = forecast[pixel] ?? NaN;
    const truth = newest.dbz[pixel] ?? NaN;
    const upper = Math.max(value, truth);
    // False for NaN.
    if (!(upper > noEchoDbz)) continue;
    const lower = Math.min(value, truth);
    for (let index = 0; index < levelsDbz.length && upper >= levelsDbz[index]!; index += 1) {
      unions[index]! += 1;
      if (lower >= levelsDbz[index]!) hits[index]! += 1;
    }
  }
  let weakHits = 0;
  let weakUnion = 0;
  for (const [index, level] of levelsDbz.entries()) {
    const prior = Math.exp(-defaultDecay(level) * Math.sqrt(age));
    const csi = (hits[index]! + minObserved * prior) / (unions[index]! + minObserved);
    decay.set(level, -Math.log(Math.min(Math.max(csi, 0.001), 0.99)) / Math.sqrt(age));
    // Weak echoes and rain decide whether motion explains the newest frame.
    if (level > rainDbz) continue;
    weakHits += hits[index]!;
    weakUnion += unions[index]!;
  }
  return { index: weakHits / Math.max(1, weakUnion), decay };
}
