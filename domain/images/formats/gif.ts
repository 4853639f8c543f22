/** GIF 89a files: a screen descriptor, extensions and images in sub-blocks of at most 255 bytes, a trailer. */
import type { StructureReader } from './byte-reader.js';

const block = { extension: 0x21, image: 0x2c, trailer: 0x3b } as const;

/** Computes the size from the preceding descriptor's flags. */
const getColorTableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0);

/** Counts the frames, since each is decoded. */
export const readGif: StructureReader = async (reader) => {
  reader.position = 6;
  const screen = await reader.read(7);
  if (!screen) return undefined;
  let width = screen.getUint16(0, true);
  let height = screen.getUint16(2, true);
  reader.position += getColorTableBytes(screen.getUint8(4));
  let frames = 0;
  for (;;) {
    const kind = (await reader.read(1))?.getUint8(0);
    if (kind === block.trailer)
      return frames > 0 && width > 0 && height > 0 ? { layout: { format: 'gif', width, height }, frames } : undefined;
    if (kind === block.image) {
      const image = await reader.read(9);
      if (!image) return undefined;
      // Decoders grow the canvas for larger frames.
      width = Math.max(width, image.getUint16(0, true) + image.getUint16(4, true));
      height = Math.max(height, image.getUint16(2, true) + image.getUint16(6, true));
      frames += 1;
      // color table, then one byte of LZW code size
      reader.position += getColorTableBytes(image.getUint8(8)) + 1;
    } else if (kind === block.extension) {
      reader.position += 1;
    } else {
      return undefined;
    }
    if (!(await reader.skipBlocks())) return undefined;
  }
};
