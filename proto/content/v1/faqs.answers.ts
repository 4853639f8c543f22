import { z } from 'zod';
import { text, version } from '../../answers.js';

export const faqAnswer = z.strictObject({ id: text, question: text, answer: text });
export type Faq = z.infer<typeof faqAnswer>;

/** A question as shown to editors. */
export const editedFaqAnswer = faqAnswer.extend({ version });
export type EditedFaq = z.infer<typeof editedFaqAnswer>;
