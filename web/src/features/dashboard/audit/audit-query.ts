import type { AuditEntry } from '@site/proto/audit/v1/audit.answers';
import { pagedQuery } from '../../../dashboard-kit/list/paged-query.js';
import { askedFor, type AuditChoice } from './audit-filter.js';

export const address = '/admin/main/audit';
export const auditList = 'audit';

/** The entries of a choice: newest first, those about one thing oldest first. */
export function auditQuery(choice: AuditChoice) {
  const asked = { ...askedFor(choice), ...(choice.subject && { order: 'oldest' }) };
  const key = new URLSearchParams(asked).toString();
  return pagedQuery<AuditEntry>(['admin', auditList, ...(key ? [key] : [])], address, asked);
}
