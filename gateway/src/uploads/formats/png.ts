import type { StructureReader } from './byte-reader.js';

/** PNG, W3C third edition: 8 bytes of signature, then chunks of length, type, data and checksum, from IHDR to IEND. */
export const readPng: StructureReader = async (reader) => {
  reader.position = 8;
  let width = 0;
  let height = 0;
  let frames = 1;
  let hasData = false;
  for (;;) {
    const chunk = await reader.read(8);
    if (!chunk) return undefined;
    const length = chunk.readUInt32BE(0);
    const type = chunk.toString('latin1', 4);
    if (length > 0x7fffffff) return undefined;
    if (width === 0) {
      const header = type === 'IHDR' && length === 13 ? await reader.peek(8) : undefined;
      if (!header) return undefined;
      width = header.readUInt32BE(0);
      height = header.readUInt32BE(4);
      if (width === 0 || height === 0) return undefined;
    } else if (type === 'acTL') {
      frames = Math.max(1, (await reader.peek(4))?.readUInt32BE(0) ?? 1);
    }
    hasData ||= type === 'IDAT';
    reader.position += length + 4;
    if (reader.position > reader.size) return undefined;
    if (type === 'IEND') return hasData ? { width, height, frames } : undefined;
  }
};
