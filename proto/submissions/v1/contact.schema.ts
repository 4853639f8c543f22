import { z } from 'zod';
import { emailField, maxLength, pageQuery, requiredLine, requiredText, searchField } from '../../fields.js';

/** Fields of POST /main/contact-us. The form and the gateway use the same rules; any phone number is accepted. */
export const contactInput = z
  .strictObject({
    name: requiredLine('Name', maxLength.name),
    phone: requiredLine('Phone number', maxLength.phone),
    email: emailField,
    feedback: requiredText('Feedback', maxLength.feedback),
  })
  .meta({ id: 'ContactInput' });
export type ContactInput = z.infer<typeof contactInput>;

/** Query of GET /admin/main/contact-us. */
export const contactListQuery = pageQuery.extend({ q: searchField });
export type ContactListQuery = z.infer<typeof contactListQuery>;
