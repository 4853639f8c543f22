/**
 * Motion between radar frames, in two steps: block matching over velocities on a coarse grid finds large displacements
 * (Rinehart and Garvey 1978; Li, Schmid and Joss 1995), Lucas–Kanade (1981) with Gaussian windows, robust weights and
 * image warping refines them. Both sum over several pairs of frames about ten minutes apart.
 */
import { blur, type RadarFrame, type RadarGrid } from './field.js';

/** Per cell of a coarse grid over the frame, in kilometers per minute to the east and to the south. */
export interface Motion {
  width: number;
  height: number;
  /** Pixels of the frame per cell. */
  pixelsX: number;
  pixelsY: number;
  u: Float32Array;
  v: Float32Array;
}

const minuteMs = 60_000;
/** Echoes are matched between these: weaker ones are noise, and the strongest change fastest. */
const minMatchDbz = 5;
const maxMatchDbz = 45;
const cellKm = 2;
const pairMinutes = 10;
const maxPairs = 4;
const maxPairMinutes = 31;
/** Half weight of a pair this much older than the newest. */
const pairHalfLifeMinutes = 15;
/** 144 km/h. */
const maxSpeed = 2.4;

interface Level {
  width: number;
  height: number;
  kmX: number;
  kmY: number;
  images: Image[];
}

interface Image {
  values: Float32Array;
  /** Share of the cell that is measured, 0 to 1. */
  weights: Float32Array;
}

interface Pair {
  earlier: number;
  later: number;
  minutes: number;
  weight: number;
}

/** Pairs of frames about ten minutes apart, newest first. */
export function selectPairs(times: readonly number[]): Pair[] {
  const newest = times.at(-1) ?? 0;
  const pairs: Pair[] = [];
  for (let later = times.length - 1; later > 0 && pairs.length < maxPairs; later -= 1) {
    let earlier = -1;
    let best = Infinity;
    for (let index = 0; index < later; index += 1) {
      const minutes = (times[later]! - times[index]!) / minuteMs;
      if (minutes > maxPairMinutes) continue;
      // Ratios: 5 and 20 minutes are equally far from 10.
      const away = Math.abs(Math.log(minutes / pairMinutes));
      if (away < best) [earlier, best] = [index, away];
    }
    if (earlier < 0) continue;
    const minutes = (times[later]! - times[earlier]!) / minuteMs;
    const weight = 0.5 ** ((newest - times[later]!) / minuteMs / pairHalfLifeMinutes);
    pairs.push({ earlier, later, minutes, weight });
  }
  return pairs;
}

/** Means of blocks of pixels, with the echo scaled to 0 for the weakest. */
function shrink(dbz: Float32Array, grid: RadarGrid, pixelsX: number, pixelsY: number): Image {
  const width = Math.ceil(grid.width / pixelsX);
  const height = Math.ceil(grid.height / pixelsY);
  const values = new Float32Array(width * height);
  const weights = new Float32Array(width * height);
  for (let y = 0; y < grid.height; y += 1) {
    const row = Math.floor(y / pixelsY) * width;
    for (let x = 0; x < grid.width; x += 1) {
      const value = dbz[y * grid.width + x]!;
      if (Number.isNaN(value)) continue;
      const cell = row + Math.floor(x / pixelsX);
      weights[cell]! += 1;
      if (value > minMatchDbz) values[cell]! += Math.min(value, maxMatchDbz) - minMatchDbz;
    }
  }
  for (let cell = 0; cell < values.length; cell += 1) {
    if (weights[cell]! > 0) values[cell]! /= weights[cell]!;
    weights[cell]! /= pixelsX * pixelsY;
  }
  return { values, weights };
}

function halve({ width, height, kmX, kmY, images }: Level): Level {
  const to = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const halved = images.map(({ values, weights }) => {
    const half = { values: new Float32Array(to.width * to.height), weights: new Float32Array(to.width * to.height) };
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const cell = (y >> 1) * to.width + (x >> 1);
        const weight = weights[y * width + x]!;
        half.values[cell]! += values[y * width + x]! * weight;
        half.weights[cell]! += weight;
      }
    }
    for (let cell = 0; cell < half.values.length; cell += 1) {
      if (half.weights[cell]! > 0) half.values[cell]! /= half.weights[cell]!;
      half.weights[cell]! /= 4;
    }
    return half;
  });
  return { ...to, kmX: kmX * 2, kmY: kmY * 2, images: halved };
}

/** Smooths a field by weights: empty areas take over what surrounds them. */
function smooth(field: Float32Array, weights: Float32Array, size: Level | Motion, sigmaX: number, sigmaY: number) {
  const weighted = blur(
    field.map((value, cell) => value * weights[cell]!),
    size,
    sigmaX,
    sigmaY,
  );
  const total = blur(weights, size, sigmaX, sigmaY);
  return weighted.map((value, cell) => value / Math.max(total[cell]!, 1e-12));
}

const blockCells = 8;
const velocityStep = 0.4;

/** Block matching; velocities per block, smoothed, at the level's resolution. */
function matchBlocks(level: Level, pairs: readonly Pair[]): { u: Float32Array; v: Float32Array } | undefined {
  const { width, height, kmX, kmY, images } = level;
  const columns = Math.ceil(width / blockCells);
  const rows = Math.ceil(height / blockCells);
  const steps = Math.round(maxSpeed / velocityStep);
  const side = 2 * steps + 1;
  const costs = new Float32Array(side * side * columns * rows);
  const counts = new Float32Array(side * side * columns * rows);
  const energy = new Float32Array(columns * rows);
  for (const { earlier, later, minutes, weight } of pairs) {
    const before = images[earlier]!;
    const after = images[later]!;
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const block = Math.floor(y / blockCells) * columns + Math.floor(x / blockCells);
        energy[block]! += weight * after.values[y * width + x]! * after.weights[y * width + x]!;
      }
    for (let j = -steps; j <= steps; j += 1) {
      const shiftY = Math.round((j * velocityStep * minutes) / kmY);
      for (let i = -steps; i <= steps; i += 1) {
        const shiftX = Math.round((i * velocityStep * minutes) / kmX);
        const at = ((j + steps) * side + i + steps) * columns * rows;
        for (let y = Math.max(0, shiftY); y < Math.min(height, height + shiftY); y += 1) {
          const blockRow = at + Math.floor(y / blockCells) * columns;
          for (let x = Math.max(0, shiftX); x < Math.min(width, width + shiftX); x += 1) {
            const cell = y * width + x;
            const source = cell - shiftY * width - shiftX;
            const pixelWeight = after.weights[cell]! * before.weights[source]! * weight;
            const difference = after.values[cell]! - before.values[source]!;
            const block = blockRow + Math.floor(x / blockCells);
            costs[block]! += pixelWeight * difference * difference;
            counts[block]! += pixelWeight;
          }
        }
      }
    }
  }
  const blocks = columns * rows;
  const totalEnergy = energy.reduce((sum, value) => sum + value, 0);
  if (totalEnergy === 0) return undefined;
  // Costs of windows of 3 × 3 blocks, and a share of the whole frame's, so that weak windows follow it.
  const globalCosts = new Float64Array(side * side);
  for (let shift = 0; shift < side * side; shift += 1) {
    let cost = 0;
    let count = 0;
    for (let block = 0; block < blocks; block += 1) {
      cost += costs[shift * blocks + block]!;
      count += counts[shift * blocks + block]!;
    }
    globalCosts[shift] = cost / Math.max(count, 1e-6);
  }
  const blockU = new Float32Array(blocks);
  const blockV = new Float32Array(blocks);
  const blockWeight = new Float32Array(blocks);
  const windowCosts = new Float64Array(side * side);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      let windowEnergy = 0;
      const best = { cost: Infinity, shift: 0 };
      for (let shift = 0; shift < side * side; shift += 1) {
        let cost = 0;
        let count = 0;
        for (let dy = -1; dy <= 1; dy += 1) {
          for (let dx = -1; dx <= 1; dx += 1) {
            if (row + dy < 0 || row + dy >= rows || column + dx < 0 || column + dx >= columns) continue;
            const block = (row + dy) * columns + column + dx;
            cost += costs[shift * blocks + block]!;
            count += counts[shift * blocks + block]!;
            if (shift === 0) windowEnergy += energy[block]!;
          }
        }
        windowCosts[shift] = cost / Math.max(count, 1e-6) + 0.3 * globalCosts[shift]!;
        if (windowCosts[shift]! < best.cost) Object.assign(best, { cost: windowCosts[shift]!, shift });
      }
      const block = row * columns + column;
      const x = best.shift % side;
      const y = Math.floor(best.shift / side);
      blockU[block] = (x - steps) * velocityStep;
      blockV[block] = (y - steps) * velocityStep;
      blockWeight[block] = windowEnergy / totalEnergy;
    }
  }
  removeOutliers(blockU, blockV, blockWeight, columns, rows);
  const size = { width: columns, height: rows };
  const u = smooth(blockU, blockWeight, { ...level, ...size }, 1.5, 1.5);
  const v = smooth(blockV, blockWeight, { ...level, ...size }, 1.5, 1.5);
  return {
    u: enlarge(u, columns, rows, width, height, blockCells),
    v: enlarge(v, columns, rows, width, height, blockCells),
  };
}

function medianOf(values: number[]): number {
  const sorted = values.sort((left, right) => left - right);
  return sorted[sorted.length >> 1] ?? 0;
}

/** Replaces vectors far from the median of their neighbors. */
function removeOutliers(u: Float32Array, v: Float32Array, weights: Float32Array, columns: number, rows: number): void {
  const [fromU, fromV] = [Float32Array.from(u), Float32Array.from(v)];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const aroundU: number[] = [];
      const aroundV: number[] = [];
      for (let y = Math.max(0, row - 2); y <= Math.min(rows - 1, row + 2); y += 1) {
        for (let x = Math.max(0, column - 2); x <= Math.min(columns - 1, column + 2); x += 1) {
          if (weights[y * columns + x]! <= 0) continue;
          aroundU.push(fromU[y * columns + x]!);
          aroundV.push(fromV[y * columns + x]!);
        }
      }
      const block = row * columns + column;
      const [middleU, middleV] = [medianOf(aroundU), medianOf(aroundV)];
      const away = Math.hypot(fromU[block]! - middleU, fromV[block]! - middleV);
      if (away > 0.3 + 0.5 * Math.hypot(middleU, middleV)) [u[block], v[block]] = [middleU, middleV];
    }
  }
}

/** Bilinear, between cell centers. */
function enlarge(field: Float32Array, columns: number, rows: number, width: number, height: number, factor: number) {
  const enlarged = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const fromY = Math.min(Math.max((y + 0.5) / factor - 0.5, 0), rows - 1);
    const top = Math.min(Math.floor(fromY), Math.max(0, rows - 2));
    const bottom = Math.min(top + 1, rows - 1);
    const shareY = fromY - top;
    for (let x = 0; x < width; x += 1) {
      const fromX = Math.min(Math.max((x + 0.5) / factor - 0.5, 0), columns - 1);
      const left = Math.min(Math.floor(fromX), Math.max(0, columns - 2));
      const right = Math.min(left + 1, columns - 1);
      const shareX = fromX - left;
      const upper = field[top * columns + left]! * (1 - shareX) + field[top * columns + right]! * shareX;
      const lower = field[bottom * columns + left]! * (1 - shareX) + field[bottom * columns + right]! * shareX;
      enlarged[y * width + x] = upper * (1 - shareY) + lower * shareY;
    }
  }
  return enlarged;
}

type RefineBuffers = [Float32Array, Float32Array, Float32Array, Float32Array, Float32Array, Float32Array, Float32Array];
/** Used again by every round. */
const refineBuffers = ({ width, height }: Level) =>
  Array.from({ length: 7 }, () => new Float32Array(width * height)) as RefineBuffers;

/** One Lucas–Kanade step for all pairs at once. Changes `u` and `v`; returns how well each cell is determined (0 to 1). */
function refine(
  level: Level,
  pairs: readonly Pair[],
  u: Float32Array,
  v: Float32Array,
  windowKm: number,
  priorKm: number,
  buffers: RefineBuffers,
) {
  const { width, height, kmX, kmY, images } = level;
  const cells = width * height;
  for (const buffer of buffers) buffer.fill(0);
  const [a11, a12, a22, b1, b2, warped, known] = buffers;
  for (const { earlier, later, minutes, weight } of pairs) {
    const before = images[earlier]!;
    const after = images[later]!;
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const cell = y * width + x;
        const fromX = x - (u[cell]! * minutes) / kmX;
        const fromY = y - (v[cell]! * minutes) / kmY;
        const left = Math.floor(fromX);
        const top = Math.floor(fromY);
        if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) {
          known[cell] = 0;
          warped[cell] = after.values[cell]!;
          continue;
        }
        const shareX = fromX - left;
        const shareY = fromY - top;
        const source = top * width + left;
        const { values, weights } = before;
        warped[cell] =
          (values[source]! * (1 - shareX) + values[source + 1]! * shareX) * (1 - shareY) +
          (values[source + width]! * (1 - shareX) + values[source + width + 1]! * shareX) * shareY;
        known[cell] =
          after.weights[cell]! *
          Math.min(weights[source]!, weights[source + 1]!, weights[source + width]!, weights[source + width + 1]!);
      }
    }
    for (let y = 1; y < height - 1; y += 1) {
      for (let x = 1; x < width - 1; x += 1) {
        const cell = y * width + x;
        if (known[cell]! < 0.5) continue;
        const { values } = after;
        const east =
          (warped[cell + 1]! - warped[cell - 1]! + values[cell + 1]! - values[cell - 1]!) * (minutes / (4 * kmX));
        const south =
          (warped[cell + width]! - warped[cell - width]! + values[cell + width]! - values[cell - width]!) *
          (minutes / (4 * kmY));
        if (east === 0 && south === 0) continue;
        const difference = values[cell]! - warped[cell]!;
        const robust = (weight * 8) / Math.sqrt(64 + difference * difference);
        a11[cell]! += robust * east * east;
        a12[cell]! += robust * east * south;
        a22[cell]! += robust * south * south;
        b1[cell]! += robust * east * difference;
        b2[cell]! += robust * south * difference;
      }
    }
  }
  const [sigmaX, sigmaY] = [windowKm / kmX, windowKm / kmY];
  // In place: `warped` isn't needed again.
  for (const field of [a11, a12, a22, b1, b2]) blur(field, level, sigmaX, sigmaY, { into: field, scratch: warped });
  let total = 0;
  let filled = 0;
  for (let cell = 0; cell < cells; cell += 1) {
    const trace = a11[cell]! + a22[cell]!;
    if (trace > 1e-3) {
      total += trace;
      filled += 1;
    }
  }
  const certainty = new Float32Array(cells);
  if (filled === 0) return certainty;
  const regularization = (priorShare * total) / filled;
  for (let cell = 0; cell < cells; cell += 1) {
    const trace = a11[cell]! + a22[cell]!;
    certainty[cell] = trace / (trace + regularization) + 1e-4;
  }
  const priorU = smooth(u, certainty, level, priorKm / kmX, priorKm / kmY);
  const priorV = smooth(v, certainty, level, priorKm / kmX, priorKm / kmY);
  for (let cell = 0; cell < cells; cell += 1) {
    const m11 = a11[cell]! + regularization;
    const m22 = a22[cell]! + regularization;
    const m12 = a12[cell]!;
    const r1 = -b1[cell]! + regularization * (priorU[cell]! - u[cell]!);
    const r2 = -b2[cell]! + regularization * (priorV[cell]! - v[cell]!);
    const determinant = m11 * m22 - m12 * m12;
    let stepU = (m22 * r1 - m12 * r2) / determinant;
    let stepV = (m11 * r2 - m12 * r1) / determinant;
    const length = Math.hypot(stepU, stepV);
    if (length > maxStep) [stepU, stepV] = [(stepU * maxStep) / length, (stepV * maxStep) / length];
    u[cell]! += stepU;
    v[cell]! += stepV;
    const speed = Math.hypot(u[cell]!, v[cell]!);
    if (speed > maxSpeed) {
      u[cell]! *= maxSpeed / speed;
      v[cell]! *= maxSpeed / speed;
    }
  }
  return certainty;
}

const maxStep = 0.4;
const priorShare = 0.1;

/** Standard deviations of the windows, on the coarse and on the fine grid, and of the surroundings that fill gaps. */
const windowsKm = { coarse: 30, fine: 20 };
const priorsKm = { coarse: 120, fine: 80 };
const rounds = { coarse: 3, fine: 4 };
const finalKm = 15;

/** Undefined without an echo in two frames. */
export function estimateMotion(frames: readonly RadarFrame[], grid: RadarGrid): Motion | undefined {
  const pairs = selectPairs(frames.map(({ time }) => time));
  if (pairs.length === 0) return undefined;
  const pixelsX = Math.max(1, Math.round(cellKm / grid.kmPerPixelX));
  const pixelsY = Math.max(1, Math.round(cellKm / grid.kmPerPixelY));
  const fine: Level = {
    width: Math.ceil(grid.width / pixelsX),
    height: Math.ceil(grid.height / pixelsY),
    kmX: grid.kmPerPixelX * pixelsX,
    kmY: grid.kmPerPixelY * pixelsY,
    images: frames.map(({ dbz }) => shrink(dbz, grid, pixelsX, pixelsY)),
  };
  const coarse = halve(fine);
  const start = matchBlocks(coarse, pairs);
  if (!start) return undefined;
  let { u, v } = start;
  const coarseBuffers = refineBuffers(coarse);
  for (let round = 0; round < rounds.coarse; round += 1)
    refine(coarse, pairs, u, v, windowsKm.coarse, priorsKm.coarse, coarseBuffers);
  u = enlarge(u, coarse.width, coarse.height, fine.width, fine.height, 2);
  v = enlarge(v, coarse.width, coarse.height, fine.width, fine.height, 2);
  const fineBuffers = refineBuffers(fine);
  let certainty = new Float32Array();
  for (let round = 0; round < rounds.fine; round += 1)
    certainty = refine(fine, pairs, u, v, windowsKm.fine, priorsKm.fine, fineBuffers);
  u = smooth(u, certainty, fine, finalKm / fine.kmX, finalKm / fine.kmY);
  v = smooth(v, certainty, fine, finalKm / fine.kmX, finalKm / fine.kmY);
  return { width: fine.width, height: fine.height, pixelsX, pixelsY, u, v };
}
