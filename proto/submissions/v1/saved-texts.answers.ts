import { z } from 'zod';
import { text } from '../../answers.js';

export const savedTextAnswer = z.strictObject({ id: text, title: text, text });
export type SavedText = z.infer<typeof savedTextAnswer>;
