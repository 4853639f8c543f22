/** Validation of unsubscribe requests: our page's, and one-click requests of mail programs (RFC 8058). */
import { z } from 'zod';

/** 256 random bits in base64url. Any other text is an unknown token. */
export const tokenField = z
  .string('token is required')
  .min(1, 'token is required')
  .max(200, 'token must be at most 200 characters');

/** What a mail program posts to the List-Unsubscribe address (RFC 8058, 3.1). */
const oneClick = { name: 'List-Unsubscribe', value: 'One-Click' } as const;

/** Body of an unsubscribe route: our page's token, or the one-click form, with its token in the query. */
export const unsubscribeBody = z
  .strictObject({
    token: tokenField.optional(),
    [oneClick.name]: z.literal(oneClick.value, `${oneClick.name} must be ${oneClick.value}`).optional(),
  })
  .refine((input) => input.token !== undefined || input[oneClick.name] !== undefined, {
    path: ['token'],
    message: 'token is required',
  });
export type UnsubscribeBody = z.infer<typeof unsubscribeBody>;

/** Query of an unsubscribe route; other parameters are ignored. */
export const unsubscribeQuery = z.object({ token: tokenField.optional() });
export type UnsubscribeQuery = z.infer<typeof unsubscribeQuery>;
