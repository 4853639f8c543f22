import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** Photos like those of phones: twelve megapixels that are hard to compress. */

const width = 4_000;
const height = 3_000;

/**
 * Generates a JPEG of twelve megapixels: soft shapes with grain.
 * @param grain 0 to 1; more grain makes a larger file
 */
async function photo(grain) {
  // Enlarged noise gives the shapes, full-size noise the grain.
  const shapes = await sharp(randomBytes(40 * 30 * 3), { raw: { width: 40, height: 30, channels: 3 } })
    .resize(width, height, { kernel: 'cubic' })
    .removeAlpha()
    .raw()
    .toBuffer();
  const noise = randomBytes(1 << 20);
  for (let index = 0; index < shapes.length; index += 1) {
    const value = shapes[index] + (noise[(index * 7) & 0xfffff] - 128) * grain;
    shapes[index] = value < 0 ? 0 : value > 255 ? 255 : value;
  }
  return sharp(shapes, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();
}

export async function fourMegabytes() {
  let low = 0;
  let high = 1;
  let best;
  for (let tries = 0; tries < 6; tries += 1) {
    const grain = (low + high) / 2;
    best = await photo(grain);
    if (Math.abs(best.length - 4e6) < 3e5) return best;
    if (best.length > 4e6) high = grain;
    else low = grain;
  }
  return best;
}
