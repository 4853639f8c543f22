import { z } from 'zod';
import { mapLayers, tileZoom } from '@site/domain/weather/tile-grid';

/** No sign, leading zero or exponent, so that each tile has exactly one address. */
const index = (name: string, min: number, max: number) =>
  z.coerce
    .string()
    .regex(/^(0|[1-9]\d{0,3})$/, `${name} must be a whole number`)
    .transform(Number)
    .pipe(z.number().min(min, `${name} must be at least ${min}`).max(max, `${name} must be at most ${max}`));

const maxIndex = 2 ** tileZoom.max - 1;

/** The address of GET /main/weather/tiles/{layer}/{z}/{x}/{y}.png. */
export const tileAddress = z
  .object({
    layer: z.enum(mapLayers, `layer must be one of ${mapLayers.join(', ')}`),
    z: index('z', tileZoom.least, tileZoom.max),
    x: index('x', 0, maxIndex),
    y: index('y', 0, maxIndex),
  })
  .superRefine(({ z: zoom, x, y }, context) => {
    const count = 2 ** zoom;
    for (const [name, value] of Object.entries({ x, y }))
      if (value >= count) context.addIssue({ code: 'custom', path: [name], message: `${name} must be below ${count}` });
  });
export type TileAddress = z.infer<typeof tileAddress>;
