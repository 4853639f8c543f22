/** PNG, W3C third edition: 8 bytes of signature, then chunks of length, type, data and checksum, from IHDR to IEND. */
import type { PixelLayout } from '../image-limits.js';
import { latin1, type StructureReader } from './byte-reader.js';

/** By color type, plus one for a transparent color (tRNS). */
const channelsOf: Partial<Record<number, number>> = { 0: 2, 2: 4, 3: 4, 4: 2, 6: 4 };

/** Parses IHDR: width 4, height 4, bit depth, color type, compression, filter, interlacing. */
function layoutOf(header: DataView): PixelLayout | undefined {
  const width = header.getUint32(0);
  const height = header.getUint32(4);
  const channels = channelsOf[header.getUint8(9)];
  if (width === 0 || height === 0 || !channels) return undefined;
  const bytesPerSample = header.getUint8(8) > 8 ? 2 : 1;
  return { format: 'png', width, height, channels, bytesPerSample, interlaced: header.getUint8(12) !== 0 };
}

/** Counts the frames of an animated PNG (acTL), since each is decoded. */
export const readPng: StructureReader = async (reader) => {
  reader.position = 8;
  let layout: PixelLayout | undefined;
  let frames = 1;
  let hasData = false;
  for (;;) {
    const chunk = await reader.read(8);
    if (!chunk) return undefined;
    const length = chunk.getUint32(0);
    const type = latin1(chunk, 4, 4);
    if (length > 0x7fffffff) return undefined;
    if (!layout) {
      const header = type === 'IHDR' && length === 13 ? await reader.peek(13) : undefined;
      layout = header && layoutOf(header);
      if (!layout) return undefined;
    } else if (type === 'acTL') {
      frames = Math.max(1, (await reader.peek(4))?.getUint32(0) ?? 1);
    }
    hasData ||= type === 'IDAT';
    reader.position += length + 4;
    if (reader.position > reader.size) return undefined;
    if (type === 'IEND') return hasData ? { layout, frames } : undefined;
  }
};
