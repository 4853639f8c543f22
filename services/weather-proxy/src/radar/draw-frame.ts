import { radarImageSize } from '@site/domain/weather/radar-grid';
import { radarScale } from '@site/domain/weather/radar-scale';
import { UpstreamError } from '../upstream/upstream-error.js';
import type { RadarImage } from './read-image.js';

const { width, height } = radarImageSize;
/** Keeps a loop of twelve below a megabyte. */
const maxFrameBytes = 85_000;
/** Block sizes, tried until the picture is small enough. */
const squares = [1, 2, 3, 4, 6];
/** Unknown colors can't be coarsened. */
const maxSourceBytes = 300_000;

const raw = { raw: { width, height, channels: 4 } } as const;

/** Encodes a frame as WebP, transparent without echoes. @throws UpstreamError if one in unknown colors is too large */
export async function drawFrame({ steps, rgba, scale }: RadarImage): Promise<Buffer> {
  const { sharp } = await import('../upstream/safe-sharp.js');
  if (scale === 'source') {
    const bytes = await sharp(rgba, raw).webp({ quality: 60, alphaQuality: 70, effort: 2 }).toBuffer();
    if (bytes.length > maxSourceBytes) throw new UpstreamError('not a radar picture', 'invalid');
    return bytes;
  }
  let encoded = Buffer.alloc(0);
  for (const side of squares) {
    encoded = await sharp(toRgba(coarsened(steps, side)), raw)
      .webp({ lossless: true, effort: 3 })
      .toBuffer();
    if (encoded.length <= maxFrameBytes) break;
  }
  return encoded;
}

/** Four bytes as one number; 0 without an echo. */
const pixels = new Uint32Array(
  Uint8Array.from(
    [[0, 0, 0, 0], ...radarScale.map(({ color: text }) => [...Buffer.from(text.slice(1), 'hex'), 255])].flat(),
  ).buffer,
);

/** Reads the steps back from an encoded frame in our colors, as coarse as it is. */
export async function readFrameSteps(encoded: Buffer): Promise<Uint8Array> {
  const { sharp } = await import('../upstream/safe-sharp.js');
  const rgba = await sharp(encoded, { failOn: 'error', limitInputPixels: width * height })
    .ensureAlpha()
    .raw()
    .toBuffer();
  const stepOfColor = new Map(Array.from(pixels, (color, step) => [color, step]));
  const colors = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
  return Uint8Array.from(colors, (color) => stepOfColor.get(color) ?? 0);
}

/** Four bytes per pixel. */
function toRgba(steps: Uint8Array): Buffer {
  const rgba = new Uint32Array(steps.length);
  for (let pixel = 0; pixel < steps.length; pixel += 1) rgba[pixel] = pixels[steps[pixel] ?? 0] ?? 0;
  return Buffer.from(rgba.buffer);
}

/** Uses each block's strongest pixel: heavy rain must not look lighter. */
function coarsened(steps: Uint8Array, side: number): Uint8Array {
  if (side === 1) return steps;
  const coarse = new Uint8Array(steps.length);
  for (let top = 0; top < height; top += side) {
    for (let left = 0; left < width; left += side) {
      let strongest = 0;
      const bottom = Math.min(top + side, height);
      const right = Math.min(left + side, width);
      for (let y = top; y < bottom; y += 1) {
        for (let x = left; x < right; x += 1) strongest = Math.max(strongest, steps[y * width + x] ?? 0);
      }
      if (strongest === 0) continue;
      for (let y = top; y < bottom; y += 1) coarse.fill(strongest, y * width + left, y * width + right);
    }
  }
  return coarse;
}
