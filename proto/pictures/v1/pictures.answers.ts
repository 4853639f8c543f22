import { z } from 'zod';
import { integer, text } from '../../answers.js';

const sizeAnswer = z.strictObject({ src: text, width: integer, height: integer, type: text });
export type PictureSize = z.infer<typeof sizeAnswer>;

/** A re-encoded picture: every width in WebP and in JPEG (PNG for logos), narrowest first. */
export const pictureAnswer = z.strictObject({
  state: z.enum(['processing', 'ready', 'rejected', 'failed']),
  width: integer.describe('Pixels of the largest size.'),
  height: integer,
  placeholder: text.describe('A data: URI, shown until a size has loaded; may be empty.'),
  sizes: z.array(sizeAnswer),
  focal: z
    .tuple([z.number(), z.number()])
    .optional()
    .describe('Focal point for crops, as shares of width and height from the top left; absent for the center.'),
  alt: text.optional().describe('Alternative text; absent if not yet written.'),
  credit: text.optional().describe('Who made it; absent when no credit is needed.'),
});
export type Picture = z.infer<typeof pictureAnswer>;

/** A picture with moderator-only fields. */
export const moderatedPictureAnswer = pictureAnswer.extend({
  duplicate_of: z.array(text).describe('Other pictures that look the same.'),
  rejected_because: text.describe('Why it could not be processed; empty otherwise.'),
  retry_id: text.describe('Identifies a failed picture for a retry; empty otherwise.'),
});
export type ModeratedPicture = z.infer<typeof moderatedPictureAnswer>;
