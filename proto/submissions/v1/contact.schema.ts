import { z } from 'zod';
import { emailField, maxLength, requiredLine, requiredText } from '../../fields.js';

/** Fields of POST /main/contact-us. The form and the gateway use the same rules; the phone number is not checked for form. */
export const contactInput = z
  .strictObject({
    name: requiredLine('Name', maxLength.name),
    phone: requiredLine('Phone number', maxLength.phone),
    email: emailField,
    feedback: requiredText('Feedback', maxLength.feedback),
  })
  .meta({ id: 'ContactInput' });
export type ContactInput = z.infer<typeof contactInput>;
