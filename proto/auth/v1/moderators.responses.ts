import { z } from 'zod';
import { text, version } from '../../responses.js';

/** A moderator, who reviews photos. Never includes the password. */
export const moderatorResponse = z.strictObject({ id: text, name: text, email: text, created_at: text, version });
export type Moderator = z.infer<typeof moderatorResponse>;
