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

const maxPixels = 50_000_000;
const maxSide = 12_000;
const maxFrames = 300;
const maxPixelsOfAllFrames = 100_000_000;

const options: SharpOptions = { failOn: 'error', limitInputPixels: maxPixels };

const mediaTypes: Partial<Record<Metadata['format'], string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
};

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

function checkLimits({ format, width, height, pages = 1, pageHeight = height }: Metadata): void {
  if (!mediaTypes[format]) throw new PictureRefused('The file is not a JPEG, PNG, GIF or WebP picture.');
  if (width > maxSide || pageHeight > maxSide) {
    throw new PictureRefused(`The picture is more than ${maxSide.toLocaleString('en-US')} pixels wide or high.`);
  }
  if (pages > maxFrames || pages * width * pageHeight > maxPixelsOfAllFrames) {
    throw new PictureRefused('The animation is too long or too large.');
  }
}

/** People read our words, not those of libvips. */
function refuse(error: unknown): never {
  const { message } = error as Error;
  if (/pixel limit/.test(message)) throw new PictureRefused('The picture has more than 50 megapixels.');
  throw new PictureRefused('The picture is damaged or of a kind that cannot be opened.', { cause: error });
}
