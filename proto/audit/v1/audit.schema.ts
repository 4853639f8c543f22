/** Validation of the audit log's filters, in the dashboard and the gateway. */
import { z } from 'zod';
import { pageQuery } from '../../fields.js';
import { auditKindNames, auditSubjectTypes } from '@site/domain/audit-kinds';

const timeField = (name: string) =>
  z.iso.datetime({ offset: true, error: `${name} must be a time such as 2026-11-22T00:00:00Z` }).optional();

const filter = {
  kind: z.enum(auditKindNames, `kind must be one of ${auditKindNames.join(', ')}`).optional(),
  thing: z
    .enum(Object.keys(auditSubjectTypes), `thing must be one of ${Object.keys(auditSubjectTypes).join(', ')}`)
    .describe('Only entries about this type of thing.')
    .optional(),
  subject_id: z
    .string()
    .min(1, 'subject_id must be the id of a thing')
    .max(200, 'subject_id must be the id of a thing')
    .describe('Only entries about this thing.')
    .optional(),
  principal_id: z.guid('principal_id must be the id of a person').optional(),
  since: timeField('since'),
  until: timeField('until'),
};

/** Query of GET /admin/main/audit/export: a filter, or empty for all entries. */
export const auditFilter = z.strictObject(filter);
export type AuditFilter = z.infer<typeof auditFilter>;

/** Query of GET /admin/main/audit. */
export const auditQuery = pageQuery.extend({
  ...filter,
  order: z.enum(['newest', 'oldest'], 'order must be newest or oldest').default('newest'),
});
export type AuditQuery = z.infer<typeof auditQuery>;
