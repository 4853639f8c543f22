/** Recognizes precipitation in a radar image by the colors of known palettes. */
import { createHash } from 'node:crypto';
import { radarImageSize, radarPixelOf } from '@site/domain/weather/radar-grid';
import { radarScale } from '@site/domain/weather/radar-scale';
import { stateBoxes } from '@site/regions/bounding-boxes';
import { isPng } from '../upstream/png.js';
import { UpstreamError } from '../upstream/upstream-error.js';
import { nearestTo, palettes, type Palette } from './palettes.js';

export interface RadarImage {
  /** Per pixel, from 1; 0 without an echo. Empty if the colors are unknown. */
  steps: Uint8Array;
  /** Four bytes per pixel. */
  rgba: Buffer;
  scale: 'site' | 'source';
  /** Without even weak echoes. */
  isBlank: boolean;
  /** Rain or snow over the state or within some 50 km of it. */
  hasEchoes: boolean;
  hash: string;
}

const { width, height } = radarImageSize;
const pixelCount = width * height;
/** Less opaque pixels are smoothed edges. */
const minAlpha = 128;
/** Of each color channel, to bound memory use. */
const binBits = 6;
const bins = 1 << (3 * binBits);
/** Distance (of 442) of a color from its palette. */
const maxColorDistance = 28;
/** Share of drawn pixels that a palette must explain. */
const minExplainedShare = 0.9;
/** More gray, white or black is an opaque background. */
const maxGrayShare = 0.2;
const greyWithin = 8;
/** Light rain over some 20 km²: single pixels are often clutter. */
const echoDbz = 20;
const minEchoPixels = 80;

/** @throws UpstreamError `invalid` unless it is a complete PNG of the right size, for overlaying a map */
export async function readRadarImage(png: Buffer): Promise<RadarImage> {
  if (!isPng(png, radarImageSize)) throw new UpstreamError('not a radar picture of the requested size', 'invalid');
  // Only installations with radar need it.
  const { sharp } = await import('../upstream/safe-sharp.js');
  const rgba = await sharp(png, { failOn: 'error', limitInputPixels: pixelCount })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer()
    .catch((error: unknown) => {
      throw new UpstreamError('a damaged radar picture', 'invalid', { cause: error });
    });
  const counts = countColors(rgba);
  const hash = createHash('sha256').update(rgba).digest('hex').slice(0, 16);
  const echoCount = counts.reduce((sum, count) => sum + count, 0);
  if (greyOf(counts) > maxGrayShare * pixelCount)
    throw new UpstreamError('a radar picture with an opaque background', 'invalid');
  const palette = echoCount === 0 ? palettes[0] : recognised(counts, echoCount);
  const steps = palette ? stepsOf(rgba, counts, palette) : new Uint8Array();
  const scale = palette ? 'site' : 'source';
  return { steps, rgba, scale, isBlank: echoCount === 0, hasEchoes: seesEchoes(steps, rgba), hash };
}

const binAt = (rgba: Buffer, at: number) =>
  (((rgba[at] ?? 0) >> 2) << 12) | (((rgba[at + 1] ?? 0) >> 2) << 6) | ((rgba[at + 2] ?? 0) >> 2);

const isOpaque = (rgba: Buffer, pixel: number) => (rgba[pixel * 4 + 3] ?? 0) >= minAlpha;

function countColors(rgba: Buffer): Uint32Array {
  const counts = new Uint32Array(bins);
  for (let pixel = 0; pixel < pixelCount; pixel += 1) {
    if (!isOpaque(rgba, pixel)) continue;
    const bin = binAt(rgba, pixel * 4);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}

/** The center color. */
const partsOf = (bin: number): [red: number, green: number, blue: number] => [
  (bin >> 12) * 4 + 2,
  ((bin >> 6) & 63) * 4 + 2,
  (bin & 63) * 4 + 2,
];

function nearestToBin(bin: number, palette: Palette) {
  const [red, green, blue] = partsOf(bin);
  return nearestTo((red << 16) | (green << 8) | blue, palette);
}

function greyOf(counts: Uint32Array): number {
  return counts.reduce((sum, count, bin) => {
    if (count === 0) return sum;
    const parts = partsOf(bin);
    return Math.max(...parts) - Math.min(...parts) <= greyWithin ? sum + count : sum;
  }, 0);
}

/** Undefined if no palette fits. Palettes share colors, so the closer one wins. */
function recognised(counts: Uint32Array, echoCount: number): Palette | undefined {
  const fits = palettes.map((palette) => {
    let explained = 0;
    let away = 0;
    counts.forEach((count, bin) => {
      if (count === 0) return;
      const { distance } = nearestToBin(bin, palette);
      if (distance <= maxColorDistance) explained += count;
      away += Math.min(distance, maxColorDistance) * count;
    });
    return { palette, explained, away };
  });
  const [best] = fits
    .filter(({ explained }) => explained >= minExplainedShare * echoCount)
    .sort((a, b) => a.away - b.away);
  return best?.palette;
}

const stepOf = (dbz: number) => radarScale.filter((step) => dbz >= step.dbz).length;

function stepsOf(rgba: Buffer, counts: Uint32Array, palette: Palette): Uint8Array {
  const stepOfBin = Uint8Array.from(counts, (count, bin) => (count > 0 ? stepOf(nearestToBin(bin, palette).dbz) : 0));
  const steps = new Uint8Array(pixelCount);
  for (let pixel = 0; pixel < pixelCount; pixel += 1) {
    if (isOpaque(rgba, pixel)) steps[pixel] = stepOfBin[binAt(rgba, pixel * 4)] ?? 0;
  }
  return steps;
}

/** In unknown colors every drawn pixel is rain. */
function seesEchoes(steps: Uint8Array, rgba: Buffer): boolean {
  const { west, south, east, north } = stateBoxes.search;
  const from = radarPixelOf(west, north);
  const to = radarPixelOf(east, south);
  const isEcho =
    steps.length > 0
      ? (pixel: number) => (steps[pixel] ?? 0) >= stepOf(echoDbz)
      : (pixel: number) => isOpaque(rgba, pixel);
  let seen = 0;
  for (let y = Math.floor(from.y); y < to.y; y += 1) {
    for (let x = Math.floor(from.x); x < to.x; x += 1) seen += isEcho(y * width + x) ? 1 : 0;
    if (seen >= minEchoPixels) return true;
  }
  return false;
}
