import { z } from 'zod';
import { text } from '../../answers.js';

/** Somebody who may sign in. */
export const colleagueAnswer = z.strictObject({
  id: text,
  name: text,
  email: text,
  role: z.enum(['admin', 'moderator']),
  created_at: text,
  second_factor: z.boolean().describe('Whether they have one.'),
});
export type Colleague = z.infer<typeof colleagueAnswer>;
