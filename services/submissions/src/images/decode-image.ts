/** Decodes uploaded images, only in the picture worker's child processes. */
import { bytesSource } from '@site/domain/images/formats/byte-reader';
import type { Heif } from '@site/domain/images/formats/heif';
import { inspectImage } from '@site/domain/images/image-file';
import { photoTypes, imageLimits, imageErrors } from '@site/domain/images/image-limits';
import sharp, { type Sharp } from 'sharp';
import { decodeHeif } from './decode-heif.js';
import { ImageRejectedError } from './image-rejected.js';

/**
 * Decodes untrusted uploads to plain sRGB pixels without metadata. Importing this file enables only the four formats
 * that visitors may send, with one thread per picture and no cache, to limit memory; HEIC and AVIF are decoded in the
 * sandbox.
 */
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
});

/** A decoded picture: upright, sRGB, 8 bits per channel, at most as wide as requested. */
export interface Pixels {
  width: number;
  height: number;
  /** Returns a new pipeline over the pixels. */
  read: () => Sharp;
}

/** Height to width: very narrow pictures are scaled down to a height that every encoder supports. */
const maxAspectRatio = 4;

/**
 * Decodes a picture once, scaled down to `maxWidth`; all sizes are made from the result.
 * @throws ImageRejectedError when it's damaged, too large or not a picture; ImageProcessingError when decoding ran out of time
 */
export async function decode(bytes: Buffer, maxWidth: number, alpha: boolean): Promise<Pixels> {
  if (bytes.length === 0) throw new ImageRejectedError('The file is empty.');
  const box = { width: maxWidth, height: maxAspectRatio * maxWidth };
  const readable = await toReadable(bytes, box);
  // Before metadata is dropped, which contains the camera's rotation.
  const upright = sharp(readable, { failOn: 'error', limitInputPixels: imageLimits.pixels.jpeg })
    .autoOrient()
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  const flat = alpha ? upright.ensureAlpha() : upright.flatten({ background: '#ffffff' });
  const { data, info } = await flat
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(rethrowDecodeError);
  const { width, height, channels } = info;
  return { width, height, read: () => sharp(data, { raw: { width, height, channels } }) };
}

/** Checks the headers and returns the bytes, or a PNG if only the sandbox may decode the format. */
async function toReadable(bytes: Buffer, box: { width: number; height: number }): Promise<Buffer> {
  const { structure, refusal } = await inspectImage(bytesSource(bytes), photoTypes);
  if (refusal) throw new ImageRejectedError(refusal.reason === 'size' ? refusal.message : unreadable);
  return structure?.layout.format === 'heif' ? decodeHeif(bytes, structure as Heif, box) : bytes;
}

const unreadable = "The picture is damaged or in a format we can't open.";

/** Replaces libvips errors by our messages. */
function rethrowDecodeError(error: unknown): never {
  const { message } = error as Error;
  if (/pixel limit/.test(message)) throw new ImageRejectedError(imageErrors.pixels);
  // The process's memory limit catches what the headers don't reveal.
  if (/out of memory/.test(message))
    throw new ImageRejectedError('Decoding the picture needs more memory than allowed.', { cause: error });
  throw new ImageRejectedError(unreadable, { cause: error });
}
