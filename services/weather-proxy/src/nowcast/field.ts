/** Fields of numbers on a regular grid, row by row from the north. */

export interface RadarGrid {
  width: number;
  height: number;
  kmPerPixelX: number;
  kmPerPixelY: number;
}

export interface RadarFrame {
  /** Milliseconds since 1970 UTC. */
  time: number;
  /** Reflectivity per pixel, `noEchoDbz` without an echo, NaN where no radar measures. */
  dbz: Float32Array;
}

export const noEchoDbz = -32;

/** Radius and edge weight of the box whose threefold convolution has the variance of a Gaussian (Gwosdek et al. 2011). */
function boxOf(sigma: number): { radius: number; edge: number } {
  const variance = (sigma * sigma) / 3;
  const radius = Math.floor(0.5 * Math.sqrt(12 * variance + 1) - 0.5);
  const edge =
    ((2 * radius + 1) * (radius * (radius + 1) - 3 * variance)) / (6 * (variance - (radius + 1) * (radius + 1)));
  return { radius, edge };
}

function blurRows(from: Float32Array, to: Float32Array, width: number, height: number, sigma: number): void {
  const { radius, edge } = boxOf(sigma);
  const scale = 1 / (2 * radius + 1 + 2 * edge);
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    let sum = 0;
    for (let x = 0; x < Math.min(radius, width); x += 1) sum += from[row + x]!;
    for (let x = 0; x < width; x += 1) {
      if (x + radius < width) sum += from[row + x + radius]!;
      if (x - radius - 1 >= 0) sum -= from[row + x - radius - 1]!;
      const before = x - radius - 1 >= 0 ? from[row + x - radius - 1]! : 0;
      const after = x + radius + 1 < width ? from[row + x + radius + 1]! : 0;
      to[row + x] = (sum + edge * (before + after)) * scale;
    }
  }
}

function blurColumns(from: Float32Array, to: Float32Array, width: number, height: number, sigma: number): void {
  const { radius, edge } = boxOf(sigma);
  const scale = 1 / (2 * radius + 1 + 2 * edge);
  const sums = new Float64Array(width);
  for (let index = 0; index < Math.min(radius, height) * width; index += 1) sums[index % width]! += from[index]!;
  for (let y = 0; y < height; y += 1) {
    const added = (y + radius) * width;
    const removed = (y - radius - 1) * width;
    const next = (y + radius + 1) * width;
    const hasAdded = y + radius < height;
    const hasRemoved = y - radius - 1 >= 0;
    const hasNext = y + radius + 1 < height;
    for (let x = 0; x < width; x += 1) {
      const before = hasRemoved ? from[removed + x]! : 0;
      const after = hasNext ? from[next + x]! : 0;
      const sum = sums[x]! + (hasAdded ? from[added + x]! : 0) - before;
      sums[x] = sum;
      to[y * width + x] = (sum + edge * (before + after)) * scale;
    }
  }
}

/**
 * Returns the field smoothed by an approximated Gaussian; pixels outside the field count as 0.
 * @param buffers of the field's size, to use again
 */
export function blur(
  field: Float32Array | Uint8Array,
  { width, height }: Pick<RadarGrid, 'width' | 'height'>,
  sigmaX: number,
  sigmaY: number,
  buffers?: { into: Float32Array; scratch: Float32Array },
): Float32Array {
  let from = buffers?.into ?? new Float32Array(field.length);
  let to = buffers?.scratch ?? new Float32Array(field.length);
  from.set(field);
  for (let pass = 0; pass < 3; pass += 1) {
    blurRows(from, to, width, height, sigmaX);
    [from, to] = [to, from];
  }
  for (let pass = 0; pass < 3; pass += 1) {
    blurColumns(from, to, width, height, sigmaY);
    [from, to] = [to, from];
  }
  return from;
}
