/**
 * Checks that an upload is a complete picture of an acceptable size. Reads only headers and structure; the worker
 * decodes pixels in a separate process.
 */
import { open, type FileHandle } from 'node:fs/promises';
import type { ByteSource } from '@site/domain/images/formats/byte-reader';
import { inspectImage, type InspectedImage, type ImageRejection } from '@site/domain/images/image-file';
import { imageErrors, findSizeError, type ImageType } from '@site/domain/images/image-limits';
import sharp from 'sharp';
import { damaged, tooLarge, wrongFileType } from '../edge/http-errors.js';

export { logoTypes, photoTypes, type ImageType } from '@site/domain/images/image-limits';

// Four formats, no caches, one thread. libvips could open many more formats.
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
});

const refusals: Record<ImageRejection['reason'], (field: string, message: string) => Error> = {
  type: wrongFileType,
  size: tooLarge,
  damaged,
};

const sourceOf = (file: FileHandle, size: number): ByteSource => ({
  size,
  async read(position, length) {
    const bytes = Buffer.alloc(Math.min(length, size - position));
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, position + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  },
});

/** Returns the picture's type. @param field the form field */
export async function checkImage(
  path: string,
  sizeBytes: number,
  { field, types }: { field: string; types: readonly ImageType[] },
): Promise<ImageType> {
  const file = await open(path, 'r');
  try {
    const inspected = await inspectImage(sourceOf(file, sizeBytes), types);
    const rejectImage = ({ reason, message }: ImageRejection) => refusals[reason](field, message);
    if (inspected.type === undefined) throw rejectImage(inspected.refusal);
    if (inspected.refusal) throw rejectImage(inspected.refusal);
    await checkWithDecoder(path, inspected, field);
    return inspected.type;
  } finally {
    await file.close();
  }
}

/** Checks with the worker's decoder, except HEIC and AVIF, which only the worker decodes. */
async function checkWithDecoder(path: string, { type, structure }: InspectedImage, field: string): Promise<void> {
  if (!structure || structure.layout.format === 'heif') return;
  const seen = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!seen || `image/${seen.format}` !== type) throw damaged(field, imageErrors.damaged);
  const tooMuch = findSizeError({ ...structure.layout, width: seen.width, height: seen.height }, seen.pages ?? 1);
  if (tooMuch) throw tooLarge(field, tooMuch);
}
