/**
 * Forecast fields that become smoother with lead time, because small echoes lose predictability first: the probability
 * that a threshold is exceeded is the share of pixels around the trajectory's origin that exceed it ("local Lagrangian"
 * method, Germann and Zawadzki 2004). A threshold counts as exceeded from the probability that maximizes the critical
 * success index: c / (1 + c) for an index of c, the F-measure's optimum (Lipton, Elkan and Naryanaswamy 2014).
 */
import { blur, type RadarGrid } from './field.js';

/** Reflectivities for which probabilities are computed. */
export const levelsDbz = [10, 15, 20, 25, 30, 35, 40, 45, 50, 55] as const;

/** A field of fewer, larger pixels. */
export interface CoarseField {
  values: Float32Array;
  width: number;
  height: number;
  /** Pixels of the grid per pixel of the field. */
  factor: number;
}

/** The expected critical success index of each level after some minutes. */
export type Skill = (level: number, minutes: number) => number;

/** Shares of each level among the known pixels of blocks. */
interface Shares {
  width: number;
  height: number;
  known: Float32Array;
  levels: Float32Array[];
}

/** Computes smoothed fields of one frame. */
export class SmoothedFields {
  private readonly shares = new Map<number, Shares>();

  constructor(
    private readonly dbz: Float32Array,
    private readonly grid: RadarGrid,
  ) {}

  /** Returns the reflectivity to forecast, before motion. NaN where most of the surroundings are unknown. */
  at(sigmaKm: number, thresholds: readonly number[]): CoarseField {
    const { kmPerPixelX, kmPerPixelY } = this.grid;
    const factor = sigmaKm / Math.max(kmPerPixelX, kmPerPixelY) >= minCoarseSigma ? 2 : 1;
    const { width, height, known, levels } = this.sharesOf(factor);
    const size = { width, height };
    const [sigmaX, sigmaY] = [sigmaKm / kmPerPixelX / factor, sigmaKm / kmPerPixelY / factor];
    const blurredKnown = blur(known, size, sigmaX, sigmaY);
    const ratios = levels.map((share, index) => {
      const probability = blur(share, size, sigmaX, sigmaY);
      const scale = 1 / thresholds[index]!;
      for (let pixel = 0; pixel < probability.length; pixel += 1) probability[pixel]! *= scale / blurredKnown[pixel]!;
      return probability;
    });
    // Half of the weight is missing at the frame's edge, too.
    const edge = blurredEdge(size, sigmaX, sigmaY);
    const values = new Float32Array(width * height);
    for (let pixel = 0; pixel < values.length; pixel += 1) {
      if (blurredKnown[pixel]! < 0.5 * edge[pixel]!) values[pixel] = NaN;
      else values[pixel] = strongest(ratios, pixel);
    }
    return { values, width, height, factor };
  }

  private sharesOf(factor: number): Shares {
    const existing = this.shares.get(factor);
    if (existing) return existing;
    const { width, height } = this.grid;
    const columns = Math.ceil(width / factor);
    const rows = Math.ceil(height / factor);
    const known = new Float32Array(columns * rows);
    const highest = levelsDbz.filter((level) => this.dbz.some((value) => value >= level)).length;
    const used = Math.max(1, highest);
    const levels = Array.from({ length: used }, () => new Float32Array(columns * rows));
    const weight = 1 / (factor * factor);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const value = this.dbz[y * width + x]!;
        if (value !== value) continue;
        const block = Math.floor(y / factor) * columns + Math.floor(x / factor);
        known[block]! += weight;
        for (let index = 0; index < used && value >= levelsDbz[index]!; index += 1) levels[index]![block]! += weight;
      }
    }
    const shares = { width: columns, height: rows, known, levels };
    this.shares.set(factor, shares);
    return shares;
  }
}

const minCoarseSigma = 2;

function blurredEdge(size: { width: number; height: number }, sigmaX: number, sigmaY: number): Float32Array {
  return blur(new Float32Array(size.width * size.height).fill(1), size, sigmaX, sigmaY);
}

/** Interpolates between the strongest level that is exceeded and the next: a ratio of 1 is exactly the level. */
function strongest(ratios: readonly Float32Array[], pixel: number): number {
  for (let index = ratios.length - 1; index >= 0; index -= 1) {
    const ratio = ratios[index]![pixel]!;
    if (ratio < 1) continue;
    const level = levelsDbz[index]!;
    const next = ratios[index + 1]?.[pixel] ?? 0;
    const share = Math.log(ratio) / (Math.log(ratio) - Math.log(Math.max(next, 1e-6)));
    return level + ((levelsDbz[index + 1] ?? level + 5) - level) * Math.min(share, 0.999);
  }
  return levelsDbz[0] - 5 * (1 - Math.min(1, ratios[0]![pixel]!));
}

export const tuningP = { a: 0.12, b: 0.3, pow: 1 };
/** Kilometers over which a forecast is smoothed. */
export const sigmaKmOf = (minutes: number): number => tuningP.b + tuningP.a * minutes ** tuningP.pow;
