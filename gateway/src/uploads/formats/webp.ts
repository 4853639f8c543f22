import type { StructureReader } from './byte-reader.js';

/** WebP, RFC 9649: a RIFF container whose length field tells where the picture ends; chunks are padded to even lengths. */
export const readWebp: StructureReader = async (reader) => {
  const header = await reader.peek(12);
  if (!header) return undefined;
  const end = header.readUInt32LE(4) + 8;
  if (end > reader.size) return undefined;
  reader.position = 12;
  let width = 0;
  let height = 0;
  let frames = 0;
  let hasData = false;
  while (reader.position + 8 <= end) {
    const chunk = await reader.read(8);
    if (!chunk) return undefined;
    const type = chunk.toString('latin1', 0, 4);
    const length = chunk.readUInt32LE(4);
    if (reader.position + length > end) return undefined;
    const head = length >= 10 ? await reader.peek(10) : undefined;
    if (type === 'VP8X' && head) {
      width = head.readUIntLE(4, 3) + 1;
      height = head.readUIntLE(7, 3) + 1;
    } else if (type === 'VP8 ' && head) {
      // RFC 6386, 9.1: frame tag 3, start code 3, then 14 bits each of width and height
      if (head.readUIntBE(3, 3) !== 0x9d012a) return undefined;
      width = Math.max(width, head.readUInt16LE(6) & 0x3fff);
      height = Math.max(height, head.readUInt16LE(8) & 0x3fff);
      hasData = true;
    } else if (type === 'VP8L' && head) {
      // signature 1, then 14 bits each of width - 1 and height - 1
      if (head.readUInt8(0) !== 0x2f) return undefined;
      const bits = head.readUInt32LE(1);
      width = Math.max(width, (bits & 0x3fff) + 1);
      height = Math.max(height, ((bits >>> 14) & 0x3fff) + 1);
      hasData = true;
    } else if (type === 'ANMF') {
      frames += 1;
      hasData = true;
    }
    reader.position += length + (length & 1);
  }
  if (!hasData || width === 0 || height === 0) return undefined;
  return { layout: { format: 'webp', width, height, animated: frames > 0 }, frames: Math.max(1, frames) };
};
