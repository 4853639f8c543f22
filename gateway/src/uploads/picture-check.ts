import { open, type FileHandle } from 'node:fs/promises';
import { pictureLimits, pictureRefusals, sizeRefusal } from '@site/proto/pictures/v1/picture-limits';
import sharp from 'sharp';
import { ByteReader, TooManyParts, type StructureReader } from './formats/byte-reader.js';
import { readGif } from './formats/gif.js';
import { readJpeg } from './formats/jpeg.js';
import { readPng } from './formats/png.js';
import { endsLikeSvg, startsLikeSvg } from './formats/svg.js';
import { readWebp } from './formats/webp.js';
import { damaged, tooLarge, wrongFileType } from '../edge/failures.js';

/**
 * Whether an uploaded file is a complete picture of a size that we process. Only its headers and structure are read; no pixel
 * is decoded here: that is the worker's job, in a process of its own.
 */

// The decoders of this process: four formats, no caches, one thread. libvips could open far more than we want it to.
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
});

export type PictureType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp' | 'image/svg+xml';

/** What an upload route may take. */
export const photoTypes: readonly PictureType[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
/** Photo types and SVG, for logos. */
export const logoTypes: readonly PictureType[] = [...photoTypes, 'image/svg+xml'];

const structureReaders: Record<string, StructureReader> = {
  'image/jpeg': readJpeg,
  'image/png': readPng,
  'image/gif': readGif,
  'image/webp': readWebp,
};

/** Enough for the prolog of an SVG with a licence in a comment. */
const headBytes = 16 * 1024;
const tailBytes = 4 * 1024;

async function slice(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, Math.max(0, position));
  return buffer.subarray(0, bytesRead);
}

const heifBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'avif', 'avis']);

/** The format that the first bytes announce. */
function signatureOf(head: Buffer): PictureType | 'image/heif' | undefined {
  const text = head.toString('latin1', 0, 12);
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
  if (text.startsWith('RIFF') && text.slice(8) === 'WEBP') return 'image/webp';
  if (text.slice(4, 8) === 'ftyp' && heifBrands.has(text.slice(8))) return 'image/heif';
  return startsLikeSvg(head) ? 'image/svg+xml' : undefined;
}

const names: Record<PictureType, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
  'image/svg+xml': 'SVG',
};

function listOf(types: readonly PictureType[]): string {
  const words = types.map((type) => names[type]);
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** Checks the file at `path`, which came in the form field `field`, and returns its type. */
export async function checkPicture(
  path: string,
  sizeBytes: number,
  { field, types }: { field: string; types: readonly PictureType[] },
): Promise<PictureType> {
  const file = await open(path, 'r');
  try {
    const signature = signatureOf(await slice(file, 0, Math.min(headBytes, sizeBytes)));
    if (signature === 'image/heif') {
      throw wrongFileType(field, `HEIC and AVIF pictures cannot be taken. Please send it as ${listOf(types)}.`);
    }
    if (!signature || !types.includes(signature)) {
      throw wrongFileType(field, `This file is not a picture that can be taken. Please send a ${listOf(types)} file.`);
    }
    if (signature === 'image/svg+xml') await checkSvg(file, sizeBytes, field);
    else await checkRaster(file, path, sizeBytes, signature, field);
    return signature;
  } finally {
    await file.close();
  }
}

async function checkSvg(file: FileHandle, sizeBytes: number, field: string): Promise<void> {
  if (sizeBytes > pictureLimits.svgBytes) throw tooLarge(field, pictureRefusals.svgBytes);
  const tail = await slice(file, sizeBytes - tailBytes, Math.min(tailBytes, sizeBytes));
  if (!endsLikeSvg(tail)) throw incomplete(field);
}

const incomplete = (field: string) =>
  damaged(field, 'The picture is damaged or incomplete. Please choose another one.');

async function checkRaster(
  file: FileHandle,
  path: string,
  sizeBytes: number,
  type: PictureType,
  field: string,
): Promise<void> {
  const structure = await structureReaders[type]?.(new ByteReader(file, sizeBytes)).catch((error: unknown) => {
    if (error instanceof TooManyParts) throw tooLarge(field, 'The picture is made of too many parts to be read.');
    throw error;
  });
  if (!structure) throw incomplete(field);
  const { layout, frames } = structure;
  const tooMuch = sizeRefusal(layout, frames);
  if (tooMuch) throw tooLarge(field, tooMuch);
  // A second opinion, from the decoder that the worker uses: it must see the same format and be able to begin.
  const seen = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!seen || `image/${seen.format}` !== type) throw incomplete(field);
  const tooMuchSeen = sizeRefusal({ ...layout, width: seen.width, height: seen.height }, seen.pages ?? 1);
  if (tooMuchSeen) throw tooLarge(field, tooMuchSeen);
}
