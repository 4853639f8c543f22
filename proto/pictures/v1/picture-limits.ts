/** What a picture may cost, the same at the door (gateway) and before it is decoded (picture worker). */
export const pictureLimits = {
  pixels: 50_000_000,
  /** Pixels. */
  side: 12_000,
  frames: 300,
  /** Of all frames together. */
  animationPixels: 100_000_000,
  /** What a decoder must hold at once (`heldBytes`). Six bytes a pixel for a photo of 44 megapixels. */
  heldBytes: 256 * 1024 * 1024,
  svgBytes: 512 * 1024,
} as const;

/** What the headers of a picture say of its pixels. */
export type PixelLayout = { width: number; height: number } & (
  | {
      format: 'png';
      /** As decoded: a palette becomes four, a transparent colour one more. */
      channels: number;
      bytesPerSample: number;
      interlaced: boolean;
    }
  | {
      format: 'jpeg';
      /** Samples of all components, divided by the pixels: 3 without subsampling, 1.5 for 4:2:0. */
      samplesPerPixel: number;
      /** Progressive, or in several scans: every coefficient is kept until the last scan has come. */
      inScans: boolean;
    }
  | { format: 'gif' }
  | { format: 'webp'; animated: boolean }
);

/**
 * Bytes that a decoder must hold at once, whatever size is wanted: nothing for a picture that is read row by row, the whole frame
 * for one that is interlaced. libjpeg keeps two bytes for each coefficient; GIF and animated WebP are drawn on a canvas of four
 * bytes a pixel, with a copy of it for frames that are taken away again.
 */
export function heldBytes(layout: PixelLayout): number {
  const pixels = layout.width * layout.height;
  switch (layout.format) {
    case 'png':
      return layout.interlaced ? pixels * layout.channels * layout.bytesPerSample : 0;
    case 'jpeg':
      return layout.inScans ? pixels * layout.samplesPerPixel * 2 : 0;
    case 'gif':
      return pixels * 8;
    case 'webp':
      return pixels * (layout.animated ? 8 : 4);
  }
}

/** Sentences for the person who sent it. */
export const pictureRefusals = {
  pixels: 'The picture has too many pixels: at most 50 megapixels, and 12,000 on a side.',
  animation: 'The animation is too large: at most 300 frames, and 100 megapixels in all of them together.',
  heldBytes: 'The picture has more than 256 MiB when decoded. Please send it smaller, or saved without interlacing.',
  svgBytes: 'An SVG picture may have at most 512 KiB.',
} as const;

/** Why a picture is too large to be decoded; undefined when it is not. */
export function sizeRefusal(layout: PixelLayout, frames: number): string | undefined {
  const pixels = layout.width * layout.height;
  if (pixels > pictureLimits.pixels || Math.max(layout.width, layout.height) > pictureLimits.side)
    return pictureRefusals.pixels;
  if (frames > pictureLimits.frames || (frames > 1 && frames * pixels > pictureLimits.animationPixels))
    return pictureRefusals.animation;
  return heldBytes(layout) > pictureLimits.heldBytes ? pictureRefusals.heldBytes : undefined;
}
