import { z } from 'zod';
import { textOrNull } from '../../responses.js';
import { mapLayers } from '@site/domain/weather/tile-grid';

/** A layer of the weather map, with the age of its recently served tiles. */
export const mapLayerResponse = z.strictObject({
  layer: z.enum(mapLayers),
  available: z.boolean(),
  reason: z.enum(['', 'not configured', 'not answering', 'budget used']),
  newest_at: textOrNull,
  oldest_at: textOrNull,
});
export type MapLayer = z.infer<typeof mapLayerResponse>;
