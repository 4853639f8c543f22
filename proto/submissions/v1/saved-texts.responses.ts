import { z } from 'zod';
import { text } from '../../responses.js';

export const savedTextResponse = z.strictObject({ id: text, title: text, text });
export type SavedText = z.infer<typeof savedTextResponse>;
