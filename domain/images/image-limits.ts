/** Accepted image formats, and the limits of size and decoding cost, with their messages for senders. */

export const pdfType = 'application/pdf';

/** Of an upload. PDFs pass through the pictures' checks, worker and store unchanged. */
export type ImageType =
  | typeof pdfType
  | 'image/jpeg'
  | 'image/png'
  | 'image/gif'
  | 'image/webp'
  | 'image/heic'
  | 'image/avif'
  | 'image/svg+xml';

export const photoTypes: readonly ImageType[] = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/heic',
  'image/avif',
];
export const logoTypes: readonly ImageType[] = [...photoTypes, 'image/svg+xml'];

const formatNames: Record<ImageType, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
  'image/heic': 'HEIC',
  'image/avif': 'AVIF',
  'image/svg+xml': 'SVG',
  [pdfType]: 'PDF',
};

/** Formats "JPEG, PNG or GIF". */
export function listOf(types: readonly ImageType[]): string {
  const names = types.map((type) => formatNames[type]);
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** "JPEG, PNG, GIF, WebP, HEIC or AVIF": for every text that lists the formats. */
export const photoFormats = listOf(photoTypes);

/** Checked alike in the page, the gateway and the picture worker. */
export const imageLimits = {
  /** Of the uploaded file. */
  bytes: 10 * 1024 * 1024,
  /**
   * Pixels to decode, which takes time even if it takes no memory. A JPEG is scaled down while decoding, so it may be
   * as large as phones make them (16,320 × 12,240); other formats decode every pixel.
   */
  pixels: { jpeg: 210_000_000, png: 120_000_000, gif: 120_000_000, webp: 120_000_000, heif: 120_000_000 },
  /** Pixels. Panoramas have up to 16,382. */
  side: 32_767,
  frames: 300,
  /** Of all frames. */
  animationPixels: 100_000_000,
  /** Decoder memory (`heldBytes`): six bytes per pixel for 44 megapixels. */
  decodedBytes: 256 * 1024 * 1024,
  /** For HEIC and AVIF, decoded in a dedicated process. */
  decodedHeifBytes: 320 * 1024 * 1024,
  svgBytes: 512 * 1024,
} as const;

export type PixelLayout = { width: number; height: number } & (
  | {
      format: 'png';
      /** A palette becomes four, a transparent color adds one. */
      channels: number;
      bytesPerSample: number;
      interlaced: boolean;
    }
  | {
      format: 'jpeg';
      /** Of all components: 3 without subsampling, 1.5 for 4:2:0. */
      samplesPerPixel: number;
      /** Progressive, or in several scans: all coefficients stay in memory until the last. */
      inScans: boolean;
    }
  | { format: 'gif' }
  | { format: 'webp'; coding: 'lossy' | 'lossy with alpha' | 'lossless' | 'animated' }
  | {
      format: 'heif';
      codec: 'hevc' | 'av1';
      samplesPerPixel: number;
      bytesPerSample: number;
      /** A grid of images decoded one by one. */
      isTiled: boolean;
    }
);

/**
 * Returns the bytes that a decoder holds: none for a picture read row by row, the whole frame for an interlaced one.
 * libjpeg keeps two bytes per coefficient. libwebp scales a lossy picture while decoding, but keeps its alpha channel
 * and a lossless picture whole. GIF and animated WebP need a canvas of four bytes per pixel, and a copy for disposed
 * frames. HEIC and AVIF are decoded whole (measured, docs/decisions/0026-heic-and-avif.md).
 */
export function estimateDecodedBytes(layout: PixelLayout): number {
  const pixels = layout.width * layout.height;
  switch (layout.format) {
    case 'png':
      return layout.interlaced ? pixels * layout.channels * layout.bytesPerSample : 0;
    case 'jpeg':
      return layout.inScans ? pixels * layout.samplesPerPixel * 2 : 0;
    case 'gif':
      return pixels * 8;
    case 'webp':
      return pixels * { lossy: 0, 'lossy with alpha': 1, lossless: 4, animated: 8 }[layout.coding];
    case 'heif':
      return pixels * heifBytesPerPixel(layout);
  }
}

function heifBytesPerPixel({
  codec,
  samplesPerPixel,
  bytesPerSample,
  isTiled,
}: PixelLayout & { format: 'heif' }): number {
  const frame = samplesPerPixel * bytesPerSample;
  if (codec === 'av1') return 13 + frame * 2;
  // The result in RGB; the frame before and after rotation; the decoder's copy, small for a tile; the frame in 8 bits.
  return 3 + frame * (isTiled ? 2 : 3) + (bytesPerSample > 1 ? samplesPerPixel : 0);
}

export const imageErrors = {
  empty: 'This file is empty. Please choose another one.',
  bytes: 'The picture is larger than 10 MB. Please choose a smaller one.',
  pixels:
    'The picture has too many pixels: at most 210 megapixels as JPEG, 120 in other formats, and 32,767 on a side. Please send a smaller version.',
  animation: 'The animation is too large: at most 300 frames, and 100 megapixels in all of them together.',
  decodedBytes:
    'The picture has more than 256 MiB when decoded. Please send a smaller version, or save it without interlacing.',
  decodedHeifBytes:
    'This photo is too large to open in its format. Please send it as JPEG. On an iPhone, choose Settings > Camera > Formats > Most Compatible.',
  parts: 'The picture has too many parts to be read.',
  damaged: 'The picture is damaged or incomplete. Please choose another one.',
  damagedFile: 'The file is damaged or incomplete. Please choose another one.',
  svgBytes: 'An SVG picture may have at most 512 KiB.',
} as const;

/** Returns why a picture is too large to decode, if it is. */
export function findSizeError(layout: PixelLayout, frames: number): string | undefined {
  const pixels = layout.width * layout.height;
  if (pixels > imageLimits.pixels[layout.format] || Math.max(layout.width, layout.height) > imageLimits.side)
    return imageErrors.pixels;
  if (frames > imageLimits.frames || (frames > 1 && frames * pixels > imageLimits.animationPixels))
    return imageErrors.animation;
  const rule = layout.format === 'heif' ? 'decodedHeifBytes' : 'decodedBytes';
  return estimateDecodedBytes(layout) > imageLimits[rule] ? imageErrors[rule] : undefined;
}
