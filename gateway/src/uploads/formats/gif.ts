import type { StructureReader } from './byte-reader.js';

/** GIF 89a: a screen descriptor, then extensions and images made of sub-blocks of at most 255 bytes, up to the trailer. */

const block = { extension: 0x21, image: 0x2c, trailer: 0x3b } as const;

/** Bytes of a colour table, from the flags of the descriptor before it. */
const colourTableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0);

export const readGif: StructureReader = async (reader) => {
  reader.position = 6;
  const screen = await reader.read(7);
  if (!screen) return undefined;
  let width = screen.readUInt16LE(0);
  let height = screen.readUInt16LE(2);
  reader.position += colourTableBytes(screen.readUInt8(4));
  let frames = 0;
  for (;;) {
    const kind = (await reader.read(1))?.[0];
    if (kind === block.trailer)
      return frames > 0 && width > 0 && height > 0 ? { layout: { format: 'gif', width, height }, frames } : undefined;
    if (kind === block.image) {
      const image = await reader.read(9);
      if (!image) return undefined;
      // Decoders grow the canvas for a frame that sticks out of it.
      width = Math.max(width, image.readUInt16LE(0) + image.readUInt16LE(4));
      height = Math.max(height, image.readUInt16LE(2) + image.readUInt16LE(6));
      frames += 1;
      // colour table, then one byte of LZW code size
      reader.position += colourTableBytes(image.readUInt8(8)) + 1;
    } else if (kind === block.extension) {
      reader.position += 1;
    } else {
      return undefined;
    }
    if (!(await reader.skipBlocks())) return undefined;
  }
};
