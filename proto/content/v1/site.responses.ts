import { z } from 'zod';
import { text, textOrNull, version } from '../../responses.js';
import { moderatedImageResponse } from '../../images/v1/images.responses.js';

/** The text of the top bar. */
export const editedHeaderResponse = z.strictObject({ id: text, header: text, version });
export type EditedHeader = z.infer<typeof editedHeaderResponse>;

export const editedLogoResponse = z.strictObject({
  id: text,
  logo: textOrNull.describe('URL of its largest size; null while it is being processed.'),
  picture: moderatedImageResponse.nullable(),
  version,
});
export type EditedLogo = z.infer<typeof editedLogoResponse>;
