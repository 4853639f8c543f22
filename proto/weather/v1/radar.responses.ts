/** The latest radar images of the state. */
import { z } from 'zod';
import { integer, integerOrNull, text } from '../../responses.js';

const radarFrameSchema = z.strictObject({
  time: text.describe('Observation time.'),
  url: text.describe('The picture: WebP, transparent where nothing is detected; it never changes.'),
  width: integer,
  height: integer,
  size_bytes: integer,
  source: z.enum(['mrms', 'nexrad']).describe('NOAA MRMS, or NEXRAD by the Iowa Environmental Mesonet.'),
  scale: z
    .enum(['site', 'source'])
    .describe("Whether its colors are those of our scale, or the source's own because they could not be read."),
});
export type RadarFrame = z.infer<typeof radarFrameSchema>;

export const radarResponse = z.strictObject({
  ok: z.boolean().describe('Whether there is a frame of the last two hours.'),
  reason: z.enum(['', 'not configured', 'failed']),
  stale: z.boolean().describe('No new frame arrived when one was due.'),
  frames: z.array(radarFrameSchema).max(30).describe('Of the last two hours, newest first.'),
  box: z
    .strictObject({ west: z.number(), south: z.number(), east: z.number(), north: z.number() })
    .nullable()
    .describe('The area covered by each picture, in degrees; the picture is in Web Mercator.'),
  newest_age_seconds: integerOrNull.describe(
    'Age of the newest frame at the time of this response; never less than the true age.',
  ),
  has_echoes: z.boolean().describe('Whether there is rain or snow over the state or within about 50 km of it.'),
  still: z
    .strictObject({ time: text, url: text, width: integer, height: integer, size_bytes: integer })
    .nullable()
    .describe('A picture of at most 12 kB with the counties drawn in.'),
  server_time: text.describe("The server's clock at the time of this response."),
});
export type Radar = z.infer<typeof radarResponse>;
