import { z } from 'zod';
import { maxLength, pageQuery, requiredLine, requiredText, searchField } from '../../fields.js';

/** Fields of POST /admin/main/faqs/create. The form has the same rules. */
export const faqInput = z
  .strictObject({
    question: requiredLine('Question', maxLength.question),
    answer: requiredText('Answer', maxLength.answer),
  })
  .meta({ id: 'FaqInput' });
export type FaqInput = z.infer<typeof faqInput>;

/** Fields of POST /admin/main/faqs/edit. */
export const faqEditInput = faqInput.extend({ faq_id: requiredText('faq_id', 100) }).meta({ id: 'FaqEditInput' });
export type FaqEditInput = z.infer<typeof faqEditInput>;

/** Query of GET /admin/main/faqs. */
export const faqListQuery = pageQuery.extend({ q: searchField });
export type FaqListQuery = z.infer<typeof faqListQuery>;
