import { bytesSource } from '@site/domain/pictures/formats/byte-reader';
import type { Heif } from '@site/domain/pictures/formats/heif';
import { inspectPicture } from '@site/domain/pictures/picture-file';
import { photoTypes, pictureLimits, pictureRefusals } from '@site/domain/pictures/picture-limits';
import sharp, { type Sharp } from 'sharp';
import { decodeHeif } from './decode-heif.js';
import { PictureRefused } from './picture-refused.js';

/**
 * Opens what strangers sent. From here on only four formats that visitors may send are enabled, with one thread per picture and
 * no cache, so that memory stays small; HEIC and AVIF are decoded in the sandbox. All that leaves this file is plain sRGB pixels
 * without metadata.
 */
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
});

/** A decoded picture: upright, sRGB, 8 bits per channel, at most as wide as was asked for. */
export interface Pixels {
  width: number;
  height: number;
  /** A fresh pipeline over the pixels. */
  read: () => Sharp;
}

/** A picture that is very narrow is scaled down to this many times the width in height, which every encoder can write. */
const tallest = 4;

/**
 * Decodes a picture once, scaled down to `widest` (JPEG and WebP while it is decoded); every size is made from the result.
 * @throws PictureRefused when it is damaged, too large or no picture; PictureFailed when decoding took too long
 */
export async function decode(bytes: Buffer, widest: number, alpha: boolean): Promise<Pixels> {
  if (bytes.length === 0) throw new PictureRefused('The file is empty.');
  const box = { width: widest, height: tallest * widest };
  const readable = await toReadable(bytes, box);
  // autoOrient comes before the metadata is dropped: the camera's rotation is in it.
  const upright = sharp(readable, { failOn: 'error', limitInputPixels: pictureLimits.pixels.jpeg })
    .autoOrient()
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  const flat = alpha ? upright.ensureAlpha() : upright.flatten({ background: '#ffffff' });
  const { data, info } = await flat.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }).catch(refuse);
  const { width, height, channels } = info;
  return { width, height, read: () => sharp(data, { raw: { width, height, channels } }) };
}

/** The bytes themselves once their headers have been checked, or a PNG of what only the sandbox may decode. */
async function toReadable(bytes: Buffer, box: { width: number; height: number }): Promise<Buffer> {
  const { structure, refusal } = await inspectPicture(bytesSource(bytes), photoTypes);
  if (refusal) throw new PictureRefused(refusal.reason === 'size' ? refusal.message : unreadable);
  return structure?.layout.format === 'heif' ? decodeHeif(bytes, structure as Heif, box) : bytes;
}

const unreadable = 'The picture is damaged or of a kind that cannot be opened.';

/** People read our words, not those of libvips. */
function refuse(error: unknown): never {
  const { message } = error as Error;
  if (/pixel limit/.test(message)) throw new PictureRefused(pictureRefusals.pixels);
  // The process has a limit of its own, for what the headers do not tell.
  if (/out of memory/.test(message))
    throw new PictureRefused('The picture needs more memory to be decoded than it may have.', { cause: error });
  throw new PictureRefused(unreadable, { cause: error });
}
