import { z } from 'zod';
import { text } from '../../answers.js';

/** What a visitor wrote on the contact page. */
export const contactMessageAnswer = z.strictObject({
  id: text,
  name: text,
  email: text,
  phone: text,
  feedback: text,
  created_at: text,
});
export type ContactMessage = z.infer<typeof contactMessageAnswer>;
