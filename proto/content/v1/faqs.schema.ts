import { z } from 'zod';
import { maxLength, requiredLine, requiredText } from '../../fields.js';

/** Fields of POST /admin/main/faqs/create. The form has the same rules. */
export const faqInput = z
  .strictObject({
    question: requiredLine('Question', maxLength.question),
    answer: requiredText('Answer', maxLength.answer),
  })
  .meta({ id: 'FaqInput' });

/** Fields of POST /admin/main/faqs/edit. */
export const faqEditInput = faqInput.extend({ faq_id: requiredText('faq_id', 100) }).meta({ id: 'FaqEditInput' });
