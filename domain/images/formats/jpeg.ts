/**
 * JPEG, ITU T.81 annex B: marker segments, then scans of entropy-coded data, then EOI. Walks the segments up to the
 * picture's EOI: a phone's JPEG continues after it, and a thumbnail in an Exif segment has its own.
 */
import type { PixelLayout } from '../image-limits.js';
import type { StructureReader } from './byte-reader.js';

const marker = { tem: 0x01, rst0: 0xd0, rst7: 0xd7, soi: 0xd8, eoi: 0xd9, sos: 0xda } as const;

/** Start of frame: C0 to CF without DHT (C4), JPG (C8) and DAC (CC). */
const isFrameHeader = (code: number) => code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;

/**
 * Progressive encoders use about ten scans, mozjpeg up to 64. Each passes over the whole picture: thousands would keep
 * a worker busy for minutes.
 */
const maxScans = 100;

/** Decoders support four components. */
const maxFrameHeaderBytes = 8 + 3 * 4;

/** FF 00 is a data byte, FF FF a filler before a marker; TEM and the restart markers have no content. */
const isFiller = (code: number) =>
  code === 0x00 || code === 0xff || code === marker.tem || (code >= marker.rst0 && code <= marker.rst7);

/** SOF2, 6, 10 and 14. */
const isProgressive = (code: number) => (code & 0x03) === 0x02;

/**
 * Parses a frame header: length 2, sample precision 1, lines 2, samples per line 2, components 1, then for each an
 * identifier, its sampling factors (four bits horizontal, four vertical) and a table.
 */
function layoutOf(code: number, frame: DataView): (PixelLayout & { format: 'jpeg' }) | undefined {
  const height = frame.getUint16(3);
  const width = frame.getUint16(5);
  const count = frame.getUint8(7);
  if (frame.byteLength < 8 + 3 * count || count === 0 || width === 0 || height === 0) return undefined;
  const factors = Array.from({ length: count }, (_, index) => frame.getUint8(9 + 3 * index));
  const across = factors.map((byte) => byte >> 4);
  const down = factors.map((byte) => byte & 0x0f);
  const maxHorizontalSampling = Math.max(...across);
  const maxVerticalFactor = Math.max(...down);
  if (maxHorizontalSampling === 0 || maxVerticalFactor === 0) return undefined;
  const samples = across.reduce((sum, factor, index) => sum + factor * (down[index] ?? 0), 0);
  return {
    format: 'jpeg',
    width,
    height,
    samplesPerPixel: samples / (maxHorizontalSampling * maxVerticalFactor),
    inScans: isProgressive(code),
  };
}

/** Finds the size, the sampling, and whether the image is in several scans. */
export const readJpeg: StructureReader = async (reader) => {
  reader.position = 2;
  let layout: (PixelLayout & { format: 'jpeg' }) | undefined;
  let scans = 0;
  for (;;) {
    const code = await reader.readPair(0xff, isFiller);
    if (code === undefined || code === marker.soi) return undefined;
    if (code === marker.eoi)
      return layout && scans > 0
        ? { layout: { ...layout, inScans: layout.inScans || scans > 1 }, frames: 1 }
        : undefined;
    const segment = await reader.peek(2);
    const length = segment?.getUint16(0) ?? 0;
    if (length < 2) return undefined;
    if (isFrameHeader(code)) {
      if (layout || length < 8) return undefined;
      const frame = await reader.peek(Math.min(length, maxFrameHeaderBytes));
      layout = frame && layoutOf(code, frame);
      if (!layout) return undefined;
    }
    if (code === marker.sos && (scans += 1) > maxScans) return undefined;
    reader.position += length;
  }
};
