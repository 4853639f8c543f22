import { pictureLimits, pictureRefusals, sizeRefusal, type PixelLayout } from '@site/proto/pictures/v1/picture-limits';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { PictureRefused } from './picture-refused.js';

/**
 * Opens what strangers sent. From here on only the four formats that visitors may send are enabled, with one thread per
 * picture and no cache, so that memory stays small; all that leaves this file is plain sRGB pixels without metadata.
 */
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
});

const options: SharpOptions = { failOn: 'error', limitInputPixels: pictureLimits.pixels };

/** A decoded picture: upright, sRGB, 8 bits per channel, at most as wide as was asked for. */
export interface Pixels {
  width: number;
  height: number;
  /** A fresh pipeline over the pixels. */
  read: () => Sharp;
}

/**
 * Decodes a picture once, scaled down to `widest`; every size is made from the result.
 * @throws PictureRefused when it is damaged, too large or no picture
 */
export async function decode(bytes: Buffer, widest: number, alpha: boolean): Promise<Pixels> {
  if (bytes.length === 0) throw new PictureRefused('The file is empty.');
  checkLimits(await sharp(bytes, options).metadata().catch(refuse));
  // autoOrient comes before the metadata is dropped: the camera's rotation is in it.
  const upright = sharp(bytes, options)
    .autoOrient()
    .resize({ width: widest, withoutEnlargement: true })
    .toColourspace('srgb');
  const flat = alpha ? upright.ensureAlpha() : upright.flatten({ background: '#ffffff' });
  const { data, info } = await flat.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }).catch(refuse);
  const { width, height, channels } = info;
  return { width, height, read: () => sharp(data, { raw: { width, height, channels } }) };
}

function checkLimits(metadata: Metadata): void {
  const layout = layoutOf(metadata);
  if (!layout) throw new PictureRefused('The file is not a JPEG, PNG, GIF or WebP picture.');
  const tooMuch = sizeRefusal(layout, metadata.pages ?? 1);
  if (tooMuch) throw new PictureRefused(tooMuch);
}

/** Samples of all components for each pixel, by libvips' name of the subsampling; none when there is none. */
const samplesPerPixel: Partial<Record<string, number>> = { '4:2:0': 1.5, '4:2:2': 2 };

function layoutOf(metadata: Metadata): PixelLayout | undefined {
  const { format, channels, width, pages = 1 } = metadata;
  const size = { width, height: metadata.pageHeight ?? metadata.height };
  const interlaced = metadata.isProgressive;
  switch (format) {
    case 'jpeg': {
      const perPixel = samplesPerPixel[metadata.chromaSubsampling ?? ''] ?? channels;
      return { ...size, format, samplesPerPixel: perPixel, inScans: interlaced };
    }
    case 'png':
      return { ...size, format, channels, bytesPerSample: metadata.depth === 'ushort' ? 2 : 1, interlaced };
    case 'gif':
      return { ...size, format };
    case 'webp':
      return { ...size, format, animated: pages > 1 };
    default:
      return undefined;
  }
}

/** People read our words, not those of libvips. */
function refuse(error: unknown): never {
  const { message } = error as Error;
  if (/pixel limit/.test(message)) throw new PictureRefused(pictureRefusals.pixels);
  // The process has a limit of its own, for what the headers do not tell.
  if (/out of memory/.test(message))
    throw new PictureRefused('The picture needs more memory to be decoded than it may have.', { cause: error });
  throw new PictureRefused('The picture is damaged or of a kind that cannot be opened.', { cause: error });
}
