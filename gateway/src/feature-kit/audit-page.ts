/** One page of the audit logs of all services, merged by time. */
import type { Metadata } from '@grpc/grpc-js';
import { encodeCursor } from '@site/platform/data/keyset';
import type { Logger } from '@site/platform/base/injection-tokens';
import { auditEntryResponse, type AuditEntry } from '@site/proto/audit/v1/audit.responses';
import { auditKindOf } from '@site/domain/audit-kinds';
import type { AuditFilter, AuditQuery } from '@site/proto/audit/v1/audit.schema';
import type { AuditServiceClient } from '@site/proto/gen/nest/audit/v1/audit';
import { auditedServices, type AuditedService } from '@site/domain/kinds';
import { toResponse } from '../responses/response-from.js';
import type { Clients } from '../edge/clients/clients.js';
import { callServices, mergePages } from '../edge/clients/service-lists.js';

const toListRequest = ({
  kind,
  thing,
  subject_id: subjectId,
  principal_id: principalId,
  since,
  until,
}: AuditFilter) => ({
  kind,
  thing,
  subjectId,
  principalId,
  since,
  until,
});

/** Merges all services' audit logs. @throws 503 if no service responds */
export async function auditPage(
  clients: Clients,
  logger: Logger,
  { cursor, limit, order, ...filter }: Omit<AuditQuery, 'order'> & Partial<AuditQuery>,
  metadata: Metadata,
): Promise<{ entries: AuditEntry[]; nextCursor: string | null; missing: AuditedService[] }> {
  const oldestFirst = order === 'oldest';
  const audits = clients.ofServices<AuditServiceClient, AuditedService>(auditedServices, 'audit', 'AuditService');
  const { responses, missing } = await callServices(
    auditedServices,
    (service) => audits[service].listAuditEntries({ cursor, limit, oldestFirst, ...toListRequest(filter) }, metadata),
    logger,
  );
  // Ids contain the time (UUIDv7), so cursors compare by id.
  const { rows, nextCursor } = mergePages(
    responses.map(({ answer: { entries, nextCursor: next } }) => ({ rows: entries, nextCursor: next })),
    limit,
    (entry, other) => entry.id > other.id !== oldestFirst,
    ({ at, id }) => encodeCursor({ at, id }),
  );
  return {
    entries: rows.map((entry) => toResponse(auditEntryResponse, entry, { kind: auditKindOf(entry.action) })),
    nextCursor,
    missing,
  };
}
