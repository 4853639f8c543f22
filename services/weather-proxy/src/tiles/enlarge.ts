import type { TileAddress } from '@site/proto/weather/v1/tiles.schema';

/**
 * Makes tiles of high zooms from their ancestors. The layers are smooth fields on grids of kilometres, so a tile of
 * zoom 8 (half a kilometre per pixel) contains all the provider knows; calls for closer ones would cost the daily
 * budget and bring the same picture, enlarged.
 */

/** The closest zoom that the provider is asked for. */
export const sharpestZoom = 8;

const side = 256;

/** The tile of the sharpest zoom that holds this one. */
export function ancestorOf({ layer, z, x, y }: TileAddress): TileAddress {
  const steps = Math.max(0, z - sharpestZoom);
  return { layer, z: z - steps, x: x >> steps, y: y >> steps };
}

/** The part of its ancestor's picture that this tile covers, enlarged to a whole tile. */
export async function enlarged(png: Buffer, { z, x, y }: TileAddress): Promise<Buffer> {
  // Loaded when somebody looks that closely.
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
