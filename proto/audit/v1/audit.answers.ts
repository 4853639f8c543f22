import { z } from 'zod';
import { integer, text } from '../../answers.js';
import { auditKindNames } from './audit-kinds.js';

/** An action of a signed-in user, or a refused request. */
export const auditEntryAnswer = z.strictObject({
  id: text,
  principal_id: text.describe('Zeros where it was nobody who has an account.'),
  principal_name: text,
  action: text.describe('"<type>.<verb>", for instance "snapshot.approve".'),
  kind: z.enum(auditKindNames),
  subject_id: text,
  subject_label: text.describe('What a person would call the thing: a title, a name; empty where there is none.'),
  detail: text.describe('For instance why something was refused; often empty.'),
  at: text,
  client_address: text.describe('Empty where it is not known, and after 90 days.'),
  request_id: text,
  number: integer.describe('Its place in the chain of its service.'),
  hash: text.describe('SHA-256 of the entry and of the hash before it.'),
});
export type AuditEntry = z.infer<typeof auditEntryAnswer>;
