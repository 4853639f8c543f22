import { z } from 'zod';
import { text, textOrNull, version } from '../../answers.js';
import { moderatedPictureAnswer, pictureAnswer } from '../../pictures/v1/pictures.answers.js';

export const postAnswer = z.strictObject({
  id: text,
  title: text,
  description: text.describe('Plain text; paragraphs are separated by blank lines.'),
  url: textOrNull,
  image: textOrNull.describe('The address of the largest size that every browser can show.'),
  picture: pictureAnswer.nullable(),
  created_at: text,
});
export type Post = z.infer<typeof postAnswer>;

/** A post as its editors see it. */
export const editedPostAnswer = postAnswer.extend({
  picture: moderatedPictureAnswer.nullable(),
  updated_at: text,
  version,
});
export type EditedPost = z.infer<typeof editedPostAnswer>;
