import type { TileAddress } from '@site/proto/weather/v1/tiles.schema';

/**
 * Enlarges tiles of high zooms from their ancestors. The layers are smooth fields on kilometer grids, so a tile of zoom
 * 8 (half a kilometer per pixel) contains the provider's full detail; closer ones would use up the daily budget for the
 * same picture, enlarged.
 */

/** Highest zoom requested from the provider. */
export const sharpestZoom = 8;

const side = 256;

/** Returns the tile of the highest provider zoom that contains this one. */
export function ancestorOf({ layer, z, x, y }: TileAddress): TileAddress {
  const steps = Math.max(0, z - sharpestZoom);
  return { layer, z: z - steps, x: x >> steps, y: y >> steps };
}

/** Crops the part of the ancestor's picture that this tile covers, enlarged to a whole tile. */
export async function enlarged(png: Buffer, { z, x, y }: TileAddress): Promise<Buffer> {
  // Loaded lazily, only for tiles beyond the provider's zoom.
  const { default: sharp } = await import('sharp');
  const steps = z - sharpestZoom;
  const part = side >> steps;
  const mask = 2 ** steps - 1;
  return sharp(png)
    .extract({ left: (x & mask) * part, top: (y & mask) * part, width: part, height: part })
    .resize(side, side, { kernel: 'cubic' })
    .png()
    .toBuffer();
}
