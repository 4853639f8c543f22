import { z } from 'zod';
import { text } from '../../answers.js';

/** One action of a signed-in person. */
export const auditEntryAnswer = z.strictObject({
  id: text,
  principal_id: text,
  principal_name: text,
  action: text.describe('"<type>.<verb>", for instance "snapshot.approve".'),
  subject_id: text,
  subject_label: text.describe('What a person would call the thing: a title, a name; empty where there is none.'),
  at: text,
  client_address: text.describe('Empty where it is not known.'),
  request_id: text,
});
export type AuditEntry = z.infer<typeof auditEntryAnswer>;
