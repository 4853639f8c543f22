import { z } from 'zod';
import { integer, integerOrNull, text } from '../../answers.js';

/** The latest radar pictures of the state. */

const radarFrameAnswer = z.strictObject({
  time: text.describe('When the radars saw it.'),
  url: text.describe('The picture: WebP, transparent where nothing is seen; it never changes.'),
  width: integer,
  height: integer,
  size_bytes: integer,
  source: z.enum(['mrms', 'nexrad']).describe('NOAA MRMS, or NEXRAD by the Iowa Environmental Mesonet.'),
  scale: z
    .enum(['site', 'source'])
    .describe("Whether its colours are those of our scale, or the source's own because they could not be read."),
});
export type RadarFrame = z.infer<typeof radarFrameAnswer>;

export const radarAnswer = z.strictObject({
  ok: z.boolean().describe('Whether there is a frame of the last two hours.'),
  reason: z.enum(['', 'not configured', 'failed']),
  stale: z.boolean().describe('No new frame came when one was due.'),
  frames: z.array(radarFrameAnswer).max(30).describe('Of the last two hours, newest first.'),
  box: z
    .strictObject({ west: z.number(), south: z.number(), east: z.number(), north: z.number() })
    .nullable()
    .describe('What each picture covers, in degrees; the picture is in Web Mercator.'),
  newest_age_seconds: integerOrNull.describe('When this was answered; never less than the true age.'),
  has_echoes: z.boolean().describe('Rain or snow is seen over the state or within some 50 km of it.'),
  still: z
    .strictObject({ time: text, url: text, width: integer, height: integer, size_bytes: integer })
    .nullable()
    .describe('A picture of at most 12 kB with the counties drawn in.'),
  server_time: text.describe("The server's clock when this was made."),
});
export type Radar = z.infer<typeof radarAnswer>;
