import { z } from 'zod';
import { integer, text, version } from '../../responses.js';
import { moderatedImageResponse, imageResponse } from '../../images/v1/images.responses.js';

export const postMediaResponse = z.strictObject({
  id: text,
  picture: imageResponse,
  alt: text,
  credit: text,
});
export type PostMedia = z.infer<typeof postMediaResponse>;

/** A library picture as shown to editors. */
export const mediaResponse = z.strictObject({
  id: text,
  name: text,
  alt: text.describe('Alternative text; empty if not yet written.'),
  credit: text,
  focal_x: z.number().describe('Focal point for crops, as a share of the width from the left.'),
  focal_y: z.number().describe('As a share of the height from the top.'),
  picture: moderatedImageResponse,
  uses: integer.describe('In how many places it is shown.'),
  file_bytes: integer.optional().describe('Size of a PDF, whose only size is the file; absent for a picture.'),
  created_at: text,
  version,
});
export type MediaItem = z.infer<typeof mediaResponse>;

/** A place where a library picture is shown. */
export const mediaUseResponse = z.strictObject({ kind: z.enum(['post', 'team', 'logo']), id: text, title: text });
export type MediaUse = z.infer<typeof mediaUseResponse>;
