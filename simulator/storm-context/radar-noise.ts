/** Deterministic noise for ragged edges. */

/** Returns 0 to 1. */
export function hash(x: number, y: number, seed: number): number {
  let mixed = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263) ^ Math.imul(seed, 2_147_483_647);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_295;
}

/** Kilometers until the texture repeats. */
const side = 512;

/** @param featureKm a power of two */
function addNoise(texture: Float32Array, featureKm: number, weight: number): void {
  const lattice = side / featureKm;
  const at = (column: number, row: number) => hash(column % lattice, row % lattice, featureKm);
  const ease = (share: number) => share * share * (3 - 2 * share);
  const eased = Float32Array.from({ length: featureKm }, (_unused, step) => ease(step / featureKm));
  for (let row = 0; row < lattice; row += 1) {
    for (let column = 0; column < lattice; column += 1) {
      const topLeft = at(column, row);
      const topRight = at(column + 1, row);
      const bottomLeft = at(column, row + 1);
      const bottomRight = at(column + 1, row + 1);
      for (let y = 0; y < featureKm; y += 1) {
        const down = eased[y] ?? 0;
        const left = topLeft + (bottomLeft - topLeft) * down;
        const right = topRight + (bottomRight - topRight) * down;
        const start = (row * featureKm + y) * side + column * featureKm;
        for (let x = 0; x < featureKm; x += 1)
          texture[start + x] = (texture[start + x] ?? 0) + weight * (left + (right - left) * (eased[x] ?? 0) - 0.5) * 2;
      }
    }
  }
}

function textureOf(octaves: readonly (readonly [featureKm: number, weight: number])[]): Float32Array {
  const texture = new Float32Array(side * side);
  for (const [featureKm, weight] of octaves) addNoise(texture, featureKm, weight);
  return texture;
}

let fine: Float32Array | undefined;
let broad: Float32Array | undefined;

/** Jest's sandbox makes globals slow; this runs for millions of points. */
const { round } = Math;
const sampleTexture = (texture: Float32Array, x: number, y: number) =>
  texture[(round(y) & (side - 1)) * side + (round(x) & (side - 1))] ?? 0;

/** Features of 2 to 32 km, about -1 to 1. */
export const fineAt = (x: number, y: number): number =>
  sampleTexture(
    (fine ??= textureOf([
      [32, 0.5],
      [16, 0.42],
      [8, 0.36],
      [4, 0.3],
      [2, 0.18],
    ])),
    x,
    y,
  );

/** Features of 32 to 128 km, about -1 to 1. */
export const broadAt = (x: number, y: number): number =>
  sampleTexture(
    (broad ??= textureOf([
      [128, 0.75],
      [64, 0.4],
      [32, 0.2],
    ])),
    x,
    y,
  );
