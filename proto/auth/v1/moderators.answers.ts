import { z } from 'zod';
import { text, version } from '../../answers.js';

/** Somebody who may review photos. The password is never told. */
export const moderatorAnswer = z.strictObject({ id: text, name: text, email: text, created_at: text, version });
export type Moderator = z.infer<typeof moderatorAnswer>;
