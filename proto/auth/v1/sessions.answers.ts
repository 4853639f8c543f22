import { z } from 'zod';
import { text } from '../../answers.js';

/** The answer to a sign-in. */
export const sessionAnswer = z.strictObject({
  id: text,
  name: text,
  email: text,
  type: z.enum(['admin', 'moderator']),
  token: text,
  expires_at: text,
});
export type Session = z.infer<typeof sessionAnswer>;
