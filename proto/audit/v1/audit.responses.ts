import { z } from 'zod';
import { integer, text } from '../../responses.js';
import { auditKindNames } from '@site/domain/audit-kinds';

/** An action of a signed-in user, or a refused request. */
export const auditEntryResponse = z.strictObject({
  id: text,
  principal_id: text.describe('Zeros for entries without an account.'),
  principal_name: text,
  action: text.describe('"<type>.<verb>", such as "snapshot.approve".'),
  kind: z.enum(auditKindNames),
  subject_id: text,
  subject_label: text.describe('Human-readable label: a title or a name; empty when there is none.'),
  detail: text.describe('Additional information, such as why something was refused; often empty.'),
  at: text,
  client_address: text.describe('Empty when unknown, and after 90 days.'),
  request_id: text,
  number: integer.describe('Position in the hash chain of its service.'),
  hash: text.describe('SHA-256 of the entry and the previous hash.'),
});
export type AuditEntry = z.infer<typeof auditEntryResponse>;
