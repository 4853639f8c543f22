/**
 * Finds ground clutter: small echoes that stand out from their surroundings at the same pixels in almost all frames,
 * although the echoes around them move.
 */
import { blur, type RadarFrame, type RadarGrid } from './field.js';
import type { Motion } from './motion.js';

const surroundingsKm = 4;
/** Above the mean of the surroundings. */
const minContrastDb = 16;
/** Fewer pixels don't mislead the matching. */
const minPixels = 20;
const minFrames = 3;
const manyFrames = 6;
/** Echoes must have been able to move away. */
const minDisplacementKm = 8;
const maxDbz = 60;

/** Returns undefined without fixed echoes. */
export function findFixedEchoes(
  frames: readonly RadarFrame[],
  grid: RadarGrid,
  motion: Motion,
): Uint8Array | undefined {
  if (frames.length < minFrames) return undefined;
  const minutes = (frames.at(-1)!.time - frames[0]!.time) / 60_000;
  const maxMoved = motion.u.reduce((max, u, cell) => Math.max(max, Math.hypot(u, motion.v[cell]!)), 0) * minutes;
  if (maxMoved < minDisplacementKm) return undefined;
  const counts = new Uint8Array(grid.width * grid.height);
  const sigmas = [surroundingsKm / grid.kmPerPixelX, surroundingsKm / grid.kmPerPixelY] as const;
  const [echoes, into, scratch] = Array.from({ length: 3 }, () => new Float32Array(counts.length)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (const { dbz } of frames) {
    for (let pixel = 0; pixel < dbz.length; pixel += 1) {
      const value = dbz[pixel]!;
      echoes[pixel] = value > 0 ? Math.min(value, maxDbz) : 0;
    }
    const means = blur(echoes, grid, ...sigmas, { into, scratch });
    for (let pixel = 0; pixel < echoes.length; pixel += 1)
      if (echoes[pixel]! - means[pixel]! >= minContrastDb) counts[pixel]! += 1;
  }
  // One of many frames may miss it.
  const needed = frames.length < manyFrames ? frames.length : frames.length - 1;
  const fixed = new Uint8Array(counts.length);
  let found = 0;
  for (let y = 1; y < grid.height - 1; y += 1) {
    const cellRow = Math.floor(y / motion.pixelsY) * motion.width;
    for (let x = 1; x < grid.width - 1; x += 1) {
      const pixel = y * grid.width + x;
      if (counts[pixel]! < needed) continue;
      const cell = cellRow + Math.floor(x / motion.pixelsX);
      if (Math.hypot(motion.u[cell]!, motion.v[cell]!) * minutes < minDisplacementKm) continue;
      found += 1;
      // With its neighbors, which are partly filled.
      for (let row = -1; row <= 1; row += 1) fixed.fill(1, pixel + row * grid.width - 1, pixel + row * grid.width + 2);
    }
  }
  return found >= minPixels ? fixed : undefined;
}
