import { radarImageSize } from '@site/domain/weather/radar-grid';
import { bordersFor, type Borders } from './borders.js';

/** The newest frame for pages without a map. */
export interface Still {
  bytes: Buffer;
  width: number;
  height: number;
}

/** For visitors on slow connections. */
export const maxStillBytes = 12_000;
/** Tried until one is small enough. */
const widths = [480, 400, 320];
const qualities = [82, 70, 58, 46, 34, 22];

type Color = readonly [red: number, green: number, blue: number];
const ground: Color = [226, 231, 234];
const land: Color = [250, 251, 250];
const countyLine: Color = [84, 96, 106];
const stateLine: Color = [34, 45, 56];
const opacity = { echo: 0.92, countyLine: 0.6 };

const borders = new Map<number, Borders>();

/**
 * Draws echoes on light ground under the borders, as WebP of at most `maxStillBytes`.
 * @param frame our own picture of it
 */
export async function drawStill(frame: Buffer): Promise<Still> {
  const { sharp } = await import('../upstream/safe-sharp.js');
  const { width: wide, height: high } = radarImageSize;
  let still: Still | undefined;
  for (const width of widths) {
    const height = Math.round((width * high) / wide);
    const echoes = sharp(frame, { failOn: 'error', limitInputPixels: wide * high }).ensureAlpha();
    const small = await echoes.resize(width, height, { kernel: 'mitchell', fit: 'fill' }).raw().toBuffer();
    const pixels = compose(small, { width, height });
    for (const quality of qualities) {
      const image = sharp(pixels, { raw: { width, height, channels: 3 } });
      still = { bytes: await image.webp({ quality, effort: 4 }).toBuffer(), width, height };
      if (still.bytes.length <= maxStillBytes) return still;
    }
  }
  throw new Error(`the small radar picture has ${still?.bytes.length} bytes`);
}

function compose(echoes: Buffer, size: { width: number; height: number }): Buffer {
  const lines = borders.get(size.width) ?? bordersFor(size);
  borders.set(size.width, lines);
  const image = Buffer.alloc(size.width * size.height * 3);
  for (let pixel = 0; pixel < size.width * size.height; pixel += 1) {
    const below = lines.land[pixel] ? land : ground;
    const echoShare = ((echoes[pixel * 4 + 3] ?? 0) / 255) * opacity.echo;
    const countyShare = ((lines.countyLines[pixel] ?? 0) / 255) * opacity.countyLine;
    const stateShare = (lines.stateLine[pixel] ?? 0) / 255;
    for (const part of [0, 1, 2] as const) {
      let value: number = below[part];
      value += ((echoes[pixel * 4 + part] ?? 0) - value) * echoShare;
      value += (countyLine[part] - value) * countyShare;
      value += (stateLine[part] - value) * stateShare;
      image[pixel * 3 + part] = Math.round(value);
    }
  }
  return image;
}
