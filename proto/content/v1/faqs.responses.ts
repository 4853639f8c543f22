import { z } from 'zod';
import { text, version } from '../../responses.js';

export const faqResponse = z.strictObject({ id: text, question: text, answer: text });
export type Faq = z.infer<typeof faqResponse>;

/** A question as shown to editors. */
export const editedFaqResponse = faqResponse.extend({ version });
export type EditedFaq = z.infer<typeof editedFaqResponse>;
