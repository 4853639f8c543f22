/** Makes the sizes of an uploaded image for pages, its placeholder, and a hash that finds similar ones. */
import { bytesSource } from '@site/domain/images/formats/byte-reader';
import type { Heif } from '@site/domain/images/formats/heif';
import { inspectImage, signatureOf, type InspectedImage } from '@site/domain/images/image-file';
import { imageLimits, logoTypes, pdfType, photoTypes } from '@site/domain/images/image-limits';
import { type ImageKind } from '@site/platform/lifecycle/images';
import { decodeImage, unreadable, type DecoderOptions, type DecodingPlan, type EncodedFormat } from './decoder.js';
import { ImageRejectedError } from './image-rejected.js';

/** Pixels by purpose, from a card on a phone to full screen on a high-density display. */
const widthsOf: Record<ImageKind, number[]> = {
  snapshot: [320, 640, 1280, 1920],
  cover: [320, 640, 1280, 1920],
  portrait: [160, 320, 640],
  logo: [160, 320, 640],
};

const photoEncodings: DecodingPlan['encodings'] = [
  { format: 'webp', options: { quality: 80 } },
  { format: 'jpeg', options: { quality: 80, progressive: true } },
];

/** Logos keep their transparency and sharp edges. */
const logoEncodings: DecodingPlan['encodings'] = [
  { format: 'webp', options: { quality: 90, smartSubsample: true } },
  { format: 'png', options: { compressionLevel: 9 } },
];

const extensionOf: Record<EncodedFormat, string> = { webp: 'webp', jpeg: 'jpg', png: 'png' };

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
 * @throws ImageRejectedError when the upload can't be shown, ImageProcessingError when it ran out of time
 */
export async function makeSizes(bytes: Buffer, kind: ImageKind, options?: DecoderOptions): Promise<ProcessedImage> {
  const isLogo = kind === 'logo';
  const inspected = await inspectImage(bytesSource(bytes), isLogo ? logoTypes : photoTypes);
  if (inspected.refusal?.reason === 'size') throw new ImageRejectedError(inspected.refusal.message);
  if (inspected.type === undefined || inspected.refusal) throw new ImageRejectedError(unreadable);
  const { sizes, ...image } = await decodeImage(
    bytes,
    {
      ...decodingOf(inspected),
      widths: widthsOf[kind],
      encodings: isLogo ? logoEncodings : photoEncodings,
      alpha: isLogo,
    },
    options,
  );
  return {
    ...image,
    sizes: sizes.map(({ format, ...size }) => ({
      ...size,
      mediaType: `image/${format}`,
      extension: extensionOf[format],
    })),
  };
}

/** H.273: SMPTE EG 432-1, the primaries of Display P3. */
const displayP3 = 12;
const maxSvgPixels = 4_000_000;

function decodingOf({ type, structure }: InspectedImage): Pick<DecodingPlan, 'format' | 'maxPixels' | 'color'> {
  if (type === 'image/svg+xml') return { format: 'svg', maxPixels: maxSvgPixels };
  if (structure?.layout.format !== 'heif') return { format: 'bitmap', maxPixels: imageLimits.pixels.jpeg };
  const { layout, color } = structure as Heif;
  return {
    format: layout.codec,
    maxPixels: imageLimits.pixels.heif,
    color: { icc: color.icc, isDisplayP3: color.primaries === displayP3 },
  };
}

/** Returns a PDF unchanged, as its only size: browsers download it and never show it on our pages. */
export function sizeOfPdf(bytes: Buffer): ProcessedImage | undefined {
  if (signatureOf(bytes) !== pdfType) return undefined;
  const size = { bytes, width: 1, height: 1, mediaType: pdfType, extension: 'pdf' };
  return { width: 1, height: 1, sizes: [size], placeholder: '', perceptualHash: '' };
}

let decodes: Promise<unknown> | undefined;

/** Readiness check: a decoder starts under its limits and works. Tries until one did. */
export async function checkDecoder(): Promise<void> {
  const dot = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>');
  decodes ??= makeSizes(dot, 'logo').catch((error: unknown) => {
    decodes = undefined;
    throw error;
  });
  await decodes;
}
