/** Makes the sizes of an uploaded image for pages, its placeholder, and a hash that finds similar ones. */
import { type ImageKind } from '@site/platform/lifecycle/images';
import { signatureOf } from '@site/domain/images/image-file';
import { pdfType } from '@site/domain/images/image-limits';
import { type Sharp } from 'sharp';
import { decode, type Pixels } from './decode-image.js';
import { rasteriseSvg } from './rasterize-svg.js';

/** Pixels by purpose, from a card on a phone to full screen on a high-density display. */
const widthsOf: Record<ImageKind, number[]> = {
  snapshot: [320, 640, 1280, 1920],
  cover: [320, 640, 1280, 1920],
  portrait: [160, 320, 640],
  logo: [160, 320, 640],
};

type Encoding = { mediaType: string; extension: string; encode: (pixels: Sharp) => Sharp };

const photoEncodings: Encoding[] = [
  { mediaType: 'image/webp', extension: 'webp', encode: (pixels) => pixels.webp({ quality: 80 }) },
  { mediaType: 'image/jpeg', extension: 'jpg', encode: (pixels) => pixels.jpeg({ quality: 80, progressive: true }) },
];

/** Logos keep their transparency and sharp edges. */
const logoEncodings: Encoding[] = [
  {
    mediaType: 'image/webp',
    extension: 'webp',
    encode: (pixels) => pixels.webp({ quality: 90, smartSubsample: true }),
  },
  { mediaType: 'image/png', extension: 'png', encode: (pixels) => pixels.png({ compressionLevel: 9 }) },
];

export interface EncodedSize {
  bytes: Buffer;
  width: number;
  height: number;
  mediaType: string;
  extension: string;
}

export interface ProcessedImage {
  width: number;
  height: number;
  /** Narrowest first. */
  sizes: EncodedSize[];
  placeholder: string;
  perceptualHash: string;
}

/**
 * Makes all sizes of an upload. Never enlarges: a small picture gets fewer sizes.
 * @throws ImageRejectedError when the upload can't be shown
 */
export async function makeSizes(bytes: Buffer, kind: ImageKind): Promise<ProcessedImage> {
  const widths = widthsOf[kind];
  const maxWidth = Math.max(...widths);
  const isLogo = kind === 'logo';
  // The decoder refuses SVG in other kinds.
  const bitmap = isLogo && resemblesSvg(bytes) ? await rasteriseSvg(bytes, maxWidth) : bytes;
  const pixels = await decode(bitmap, maxWidth, isLogo);
  const sizes: EncodedSize[] = [];
  for (const width of new Set(widths.map((each) => Math.min(each, pixels.width)))) {
    for (const { mediaType, extension, encode } of isLogo ? logoEncodings : photoEncodings) {
      const { data, info } = await encode(pixels.read().resize({ width })).toBuffer({ resolveWithObject: true });
      sizes.push({ bytes: data, width: info.width, height: info.height, mediaType, extension });
    }
  }
  return {
    width: pixels.width,
    height: pixels.height,
    sizes,
    placeholder: await placeholder(pixels),
    perceptualHash: await perceptualHash(pixels.read()),
  };
}

/** Returns a PDF unchanged, as its only size: browsers download it and never show it on our pages. */
export function sizeOfPdf(bytes: Buffer): ProcessedImage | undefined {
  if (signatureOf(bytes) !== pdfType) return undefined;
  const size = { bytes, width: 1, height: 1, mediaType: pdfType, extension: 'pdf' };
  return { width: 1, height: 1, sizes: [size], placeholder: '', perceptualHash: '' };
}

/** "<", optionally after a byte order mark and whitespace, starts no other accepted format. */
const resemblesSvg = (bytes: Buffer) =>
  bytes
    .subarray(0, 256)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
    .startsWith('<');

/** Returns a blurred placeholder of a few hundred bytes until a size has loaded. */
async function placeholder(pixels: Pixels): Promise<string> {
  const bytes = await pixels.read().resize(16, 16, { fit: 'inside' }).webp({ quality: 40 }).toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}

/**
 * Returns a difference hash: the picture shrunk to 9 × 8 gray pixels, one bit for each pixel darker than its right
 * neighbor. Robust against scaling, re-encoding and small color changes; compared by the number of differing bits.
 * http://www.hackerfactor.com/blog/index.php?/archives/529-Kind-of-Like-That.html
 * @returns 16 hex digits
 */
async function perceptualHash(image: Sharp): Promise<string> {
  const pixels = await image
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
