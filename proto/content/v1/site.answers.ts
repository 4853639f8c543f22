import { z } from 'zod';
import { text, textOrNull, version } from '../../answers.js';
import { moderatedPictureAnswer } from '../../pictures/v1/pictures.answers.js';

/** The text of the top bar. */
export const editedHeaderAnswer = z.strictObject({ id: text, header: text, version });
export type EditedHeader = z.infer<typeof editedHeaderAnswer>;

export const editedLogoAnswer = z.strictObject({
  id: text,
  logo: textOrNull.describe('URL of its largest size; null while it is being processed.'),
  picture: moderatedPictureAnswer.nullable(),
  version,
});
export type EditedLogo = z.infer<typeof editedLogoAnswer>;
