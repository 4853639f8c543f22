import type { AuditEntry } from '@site/proto/audit/v1/audit.answers';
import { pagedQuery } from '../../../dashboard-kit/list/paged-query.js';
import { askedFor, type AuditChoice } from './audit-filter.js';

export const address = '/admin/main/audit';
export const auditList = 'audit';

/** Pages through the matching entries: newest first, or oldest first for a single subject. */
export function auditQuery(choice: AuditChoice) {
  const asked = { ...askedFor(choice), ...(choice.subject && { order: 'oldest' }) };
  const key = new URLSearchParams(asked).toString();
  return pagedQuery<AuditEntry>(['admin', auditList, ...(key ? [key] : [])], address, asked);
}
