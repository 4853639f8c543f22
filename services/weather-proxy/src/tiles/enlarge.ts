/**
 * Enlarges tiles of high zooms from their ancestors. The layers are on kilometer grids, so zoom 8 (half a kilometer per
 * pixel) has full detail; closer tiles would use up the daily budget.
 */
import type { TileAddress } from '@site/proto/weather/v1/tiles.schema';

/** The highest zoom requested. */
export const sharpestZoom = 8;

const side = 256;

/** The tile of `sharpestZoom` that contains this one. */
export function ancestorOf({ layer, z, x, y }: TileAddress): TileAddress {
  const steps = Math.max(0, z - sharpestZoom);
  return { layer, z: z - steps, x: x >> steps, y: y >> steps };
}

/** Cuts the tile at z, x, y out of its ancestor's image and scales it to 256 pixels. @param png of `ancestorOf` */
export async function enlarged(png: Buffer, { z, x, y }: TileAddress): Promise<Buffer> {
  // Few visitors zoom in that far.
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
