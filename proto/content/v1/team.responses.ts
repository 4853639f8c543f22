import { z } from 'zod';
import { text, textOrNull, version } from '../../responses.js';
import { moderatedImageResponse, imageResponse } from '../../images/v1/images.responses.js';

export const memberResponse = z.strictObject({
  id: text,
  name: text,
  designation: text,
  image: textOrNull.describe('URL of the largest size in a format every browser supports.'),
  picture: imageResponse.nullable(),
});
export type Member = z.infer<typeof memberResponse>;

/** A team member as shown to editors. */
export const editedMemberResponse = memberResponse.extend({ picture: moderatedImageResponse.nullable(), version });
export type EditedMember = z.infer<typeof editedMemberResponse>;
