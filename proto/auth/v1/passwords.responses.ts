import { z } from 'zod';
import { integer, text } from '../../responses.js';

/** The response to a request for a reset code, the same for every address. */
export const resetRequestedResponse = z.strictObject({
  valid_minutes: integer.describe('How long an emailed code is valid.'),
  mail_delivered: z.boolean().describe('False while this installation only writes emails to files.'),
});
export type ResetRequested = z.infer<typeof resetRequestedResponse>;

export const resetTokenResponse = z.strictObject({ reset_token: text });
export type ResetToken = z.infer<typeof resetTokenResponse>;
