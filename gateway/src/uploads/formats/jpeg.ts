import type { StructureReader } from './byte-reader.js';

/**
 * JPEG, ITU T.81 annex B: marker segments, then scans of entropy-coded data, then EOI. The last two bytes of the file prove
 * nothing: a phone's JPEG goes on after its EOI, and a thumbnail inside an Exif segment has an EOI of its own. So the segments
 * are followed one by one up to the EOI of the picture itself.
 */

const marker = { tem: 0x01, rst0: 0xd0, rst7: 0xd7, soi: 0xd8, eoi: 0xd9, sos: 0xda } as const;

/** Start of frame: C0 to CF without DHT (C4), JPG (C8) and DAC (CC). */
const isFrameHeader = (code: number) => code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;

/**
 * Progressive encoders use about ten scans, mozjpeg up to 64. For each the decoder goes over the whole picture again: thousands
 * of tiny ones would keep a worker busy for minutes.
 */
const mostScans = 100;

/** FF 00 is a data byte, FF FF a filler before a marker; TEM and the restart markers stand alone and tell nothing. */
const saysNothing = (code: number) =>
  code === 0x00 || code === 0xff || code === marker.tem || (code >= marker.rst0 && code <= marker.rst7);

export const readJpeg: StructureReader = async (reader) => {
  reader.position = 2;
  let width = 0;
  let height = 0;
  let scans = 0;
  for (;;) {
    const code = await reader.readPair(0xff, saysNothing);
    if (code === undefined || code === marker.soi) return undefined;
    if (code === marker.eoi) return scans > 0 && width > 0 && height > 0 ? { width, height, frames: 1 } : undefined;
    const segment = await reader.peek(2);
    const length = segment?.readUInt16BE(0) ?? 0;
    if (length < 2) return undefined;
    if (isFrameHeader(code)) {
      // length 2, sample precision 1, lines 2, samples per line 2
      const frame = await reader.peek(7);
      if (!frame || width > 0) return undefined;
      height = frame.readUInt16BE(3);
      width = frame.readUInt16BE(5);
    }
    if (code === marker.sos && (scans += 1) > mostScans) return undefined;
    reader.position += length;
  }
};
