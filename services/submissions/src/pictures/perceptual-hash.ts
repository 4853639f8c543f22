import { type Sharp } from 'sharp';

/**
 * Returns a difference hash: the picture shrunk to 9 × 8 gray pixels, one bit for each pixel that is darker than its
 * right neighbor. Robust against scaling, re-encoding and small color changes; hashes are compared by the number of
 * differing bits. http://www.hackerfactor.com/blog/index.php?/archives/529-Kind-of-Like-That.html
 * @returns 16 hex digits
 */
export async function perceptualHash(picture: Sharp): Promise<string> {
  const pixels = await picture
    .clone()
    .flatten({ background: '#ffffff' })
    .greyscale()
    .resize(9, 8, { fit: 'fill' })
    .raw()
    .toBuffer();
  const channels = pixels.length / 72;
  let bits = 0n;
  for (let row = 0; row < 8; row += 1) {
    for (let column = 0; column < 8; column += 1) {
      const at = (row * 9 + column) * channels;
      bits = (bits << 1n) | ((pixels[at] ?? 0) < (pixels[at + channels] ?? 0) ? 1n : 0n);
    }
  }
  return bits.toString(16).padStart(16, '0');
}
