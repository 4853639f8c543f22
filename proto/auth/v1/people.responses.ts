import { z } from 'zod';
import { text } from '../../responses.js';
import { roles } from '@site/domain/roles';

/** A user who can sign in. */
export const colleagueResponse = z.strictObject({
  id: text,
  name: text,
  email: text,
  role: z.enum(roles),
  created_at: text,
  second_factor: z.boolean().describe('Whether they have a second factor.'),
});
export type Colleague = z.infer<typeof colleagueResponse>;
