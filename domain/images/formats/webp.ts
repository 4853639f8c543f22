import { latin1, type StructureReader } from './byte-reader.js';

/** WebP, RFC 9649: a RIFF container; chunks are padded to even lengths. */
export const readWebp: StructureReader = async (reader) => {
  const header = await reader.peek(12);
  if (!header) return undefined;
  const end = header.getUint32(4, true) + 8;
  if (end > reader.size) return undefined;
  reader.position = 12;
  let width = 0;
  let height = 0;
  let frames = 0;
  let hasData = false;
  let hasAlpha = false;
  let isLossless = false;
  while (reader.position + 8 <= end) {
    const chunk = await reader.read(8);
    if (!chunk) return undefined;
    const type = latin1(chunk, 0, 4);
    const length = chunk.getUint32(4, true);
    if (reader.position + length > end) return undefined;
    const head = length >= 10 ? await reader.peek(10) : undefined;
    if (type === 'VP8X' && head) {
      // flags 4, then 24 bits each of width - 1 and height - 1
      width = (head.getUint32(4, true) & 0xffffff) + 1;
      height = (head.getUint32(6, true) >>> 8) + 1;
    } else if (type === 'ALPH') {
      hasAlpha = true;
    } else if (type === 'VP8 ' && head) {
      // RFC 6386, 9.1: frame tag 3, start code 3, then 14 bits each of width and height
      if (head.getUint32(2) << 8 !== 0x9d012a << 8) return undefined;
      width = Math.max(width, head.getUint16(6, true) & 0x3fff);
      height = Math.max(height, head.getUint16(8, true) & 0x3fff);
      hasData = true;
    } else if (type === 'VP8L' && head) {
      // signature 1, then 14 bits each of width - 1 and height - 1
      if (head.getUint8(0) !== 0x2f) return undefined;
      isLossless = true;
      const bits = head.getUint32(1, true);
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
  const coding = frames > 0 ? 'animated' : isLossless ? 'lossless' : hasAlpha ? 'lossy with alpha' : 'lossy';
  return { layout: { format: 'webp', width, height, coding }, frames: Math.max(1, frames) };
};
