/**
 * Forecast fields that become smoother with lead time, because small echoes lose predictability first: the probability
 * that a threshold is exceeded is the share of pixels around the trajectory's origin that exceed it ("local Lagrangian"
 * method, Germann and Zawadzki 2004). A threshold counts as exceeded from the probability that maximizes the critical
 * success index: c / (1 + c) for an index of c, the F-measure's optimum (Lipton, Elkan and Naryanaswamy 2014).
 */
import { blur, type RadarGrid } from './field.js';

/** Reflectivities whose skill is measured. */
export const levelsDbz = [10, 15, 20, 25, 30, 35, 40, 45, 50, 55] as const;

/** A field of fewer, larger pixels. */
export interface CoarseField {
  values: Float32Array;
  width: number;
  height: number;
  /** Pixels of the grid per pixel of the field. */
  factor: number;
}

/** Numbers of known pixels per block, and of those at or above each level. */
interface Counts {
  width: number;
  height: number;
  known: Uint8Array;
  levels: Uint8Array[];
  /** Used again by every forecast. */
  buffers: [Float32Array, Float32Array, Float32Array, Float32Array, Float32Array];
}

/** Computes smoothed fields of one frame. */
export class SmoothedFields {
  /** Of the last factor: it grows with lead time. */
  private counts: (Counts & { factor: number }) | undefined;

  constructor(
    private readonly dbz: Float32Array,
    private readonly grid: RadarGrid,
    private readonly levelsDbz: readonly number[],
  ) {}

  /** Returns the reflectivity to forecast, before motion, until the next call. NaN where most surroundings are unknown. */
  at(sigmaKm: number, thresholds: readonly number[]): CoarseField {
    const { kmPerPixelX, kmPerPixelY } = this.grid;
    const sigmaPixels = sigmaKm / Math.max(kmPerPixelX, kmPerPixelY);
    const factor = coarseFactors.find((each) => sigmaPixels >= each * minCoarseSigma) ?? 1;
    const { width, height, known, levels, buffers } = this.countsOf(factor);
    const [sigmaX, sigmaY] = [sigmaKm / kmPerPixelX / factor, sigmaKm / kmPerPixelY / factor];
    const [scratch, values, knownBuffer] = buffers;
    let [, , , probability, stronger] = buffers;
    values.fill(0);
    stronger.fill(0);
    const blurred = (counts: Uint8Array, into: Float32Array) =>
      blur(counts, { width, height }, sigmaX, sigmaY, { into, scratch });
    const blurredKnown = blurred(known, knownBuffer);
    for (let index = levels.length - 1; index >= 0; index -= 1) {
      blurred(levels[index]!, probability);
      const level = this.levelsDbz[index]!;
      const step = (this.levelsDbz[index + 1] ?? level + 5) - level;
      for (let pixel = 0; pixel < values.length; pixel += 1) {
        const ratio = probability[pixel]! / thresholds[index]! / blurredKnown[pixel]!;
        probability[pixel] = ratio;
        if (values[pixel] !== 0) continue;
        // A ratio of 1 is exactly the level.
        if (ratio >= 1) values[pixel] = level + step * interpolate(ratio, stronger[pixel]!);
        else if (index === 0) values[pixel] = level - 5 * (1 - ratio);
      }
      [probability, stronger] = [stronger, probability];
    }
    for (let pixel = 0; pixel < values.length; pixel += 1)
      if (blurredKnown[pixel]! < minKnown * factor * factor) values[pixel] = NaN;
    return { values, width, height, factor };
  }

  private countsOf(factor: number): Counts {
    if (this.counts?.factor === factor) return this.counts;
    this.counts = undefined;
    const { width, height } = this.grid;
    const columns = Math.ceil(width / factor);
    const rows = Math.ceil(height / factor);
    const known = new Uint8Array(columns * rows);
    const highest = this.levelsDbz.filter((level) => this.dbz.some((value) => value >= level)).length;
    const used = Math.max(1, highest);
    const levels = Array.from({ length: used }, () => new Uint8Array(columns * rows));
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const value = this.dbz[y * width + x]!;
        if (value !== value) continue;
        const block = Math.floor(y / factor) * columns + Math.floor(x / factor);
        known[block]! += 1;
        for (let index = 0; index < used && value >= this.levelsDbz[index]!; index += 1) levels[index]![block]! += 1;
      }
    }
    const buffers = Array.from({ length: 5 }, () => new Float32Array(columns * rows)) as Counts['buffers'];
    this.counts = { factor, width: columns, height: rows, known, levels, buffers };
    return this.counts;
  }
}

/** Blocks of pixels, from the largest, and the standard deviation in blocks from which they are fine enough. */
const coarseFactors = [4, 2] as const;
const minCoarseSigma = 1;
/** Missing areas take over what surrounds them, down to this share of measured surroundings. */
const minKnown = 0.02;

/** Returns the place, 0 to 1, between a level that is exceeded (ratio ≥ 1) and the next, which isn't. */
const interpolate = (ratio: number, next: number) =>
  Math.min(Math.log(ratio) / (Math.log(ratio) - Math.log(Math.max(next, 1e-6))), 0.999);
