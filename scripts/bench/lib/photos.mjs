import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** Photos as phones make them: twelve megapixels of something that does not compress to nothing. */

const width = 4_000;
const height = 3_000;

/**
 * A JPEG of twelve megapixels: soft shapes with grain on them.
 * @param grain 0 to 1: how much, and with it how many bytes
 */
async function photo(grain) {
  // Small noise drawn large gives shapes, noise of its own size gives grain.
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

/** A photo of about four megabytes. */
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

const boundary = 'bench-7f1d2c9a';
export const formType = `multipart/form-data; boundary=${boundary}`;

/** A multipart form around a photo: what comes before its bytes, and what after. */
export function formAround(fields, fileField) {
  const text = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="${fileField}"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  return { before: Buffer.from(text.join('') + file), after: Buffer.from(`\r\n--${boundary}--\r\n`) };
}

/** The fields of the snapshot form; `comment` makes one unlike the other. */
export const snapshotFields = (comment) => ({
  first_name: 'Ada',
  last_name: 'Visitor',
  email: 'ada@example.org',
  location: 'Conway, Arkansas',
  comment,
});
