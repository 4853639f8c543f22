import { z } from 'zod';
import { text, textOrNull, version } from '../../answers.js';
import { moderatedPictureAnswer, pictureAnswer } from '../../pictures/v1/pictures.answers.js';

export const memberAnswer = z.strictObject({
  id: text,
  name: text,
  designation: text,
  image: textOrNull.describe('URL of the largest size in a format every browser supports.'),
  picture: pictureAnswer.nullable(),
});
export type Member = z.infer<typeof memberAnswer>;

/** A team member as shown to editors. */
export const editedMemberAnswer = memberAnswer.extend({ picture: moderatedPictureAnswer.nullable(), version });
export type EditedMember = z.infer<typeof editedMemberAnswer>;
