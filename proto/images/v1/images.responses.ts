import { z } from 'zod';
import { integer, text } from '../../responses.js';

const sizeSchema = z.strictObject({ src: text, width: integer, height: integer, type: text });
export type ImageSize = z.infer<typeof sizeSchema>;

/** A re-encoded picture: every width in WebP and in JPEG (PNG for logos), narrowest first. */
export const imageResponse = z.strictObject({
  state: z.enum(['processing', 'ready', 'rejected', 'failed']),
  width: integer.describe('Pixels of the largest size.'),
  height: integer,
  placeholder: text.describe('A data: URI, shown until a size has loaded; may be empty.'),
  sizes: z.array(sizeSchema),
  focal: z
    .tuple([z.number(), z.number()])
    .optional()
    .describe('Focal point for crops, as shares of width and height from the top left; absent for the center.'),
  alt: text.optional().describe('Alternative text; absent if not yet written.'),
  credit: text.optional().describe('Who made it; absent when no credit is needed.'),
});
export type ImageInfo = z.infer<typeof imageResponse>;

/** A picture with moderator-only fields. */
export const moderatedImageResponse = imageResponse.extend({
  duplicate_of: z.array(text).describe('Other pictures that look the same.'),
  rejected_because: text.describe('Why it could not be processed; empty otherwise.'),
  retry_id: text.describe('Identifies a failed picture for a retry; empty otherwise.'),
});
export type ModeratedImage = z.infer<typeof moderatedImageResponse>;
