import type { Metadata } from '@grpc/grpc-js';
import { encodeCursor } from '@site/platform/data/keyset';
import type { Logger } from '@site/platform/base/tokens';
import { auditEntryAnswer, type AuditEntry } from '@site/proto/audit/v1/audit.answers';
import type { AuditServiceClient } from '@site/proto/gen/nest/audit/v1/audit';
import type { PageQuery } from '@site/proto/fields';
import type { KeeperName } from '@site/proto/kinds';
import { answerFrom } from '../answers/answer-from.js';
import type { Clients } from '../edge/clients/clients.js';
import { askKeepers, mergePages } from '../edge/clients/keepers.js';

/** A page of the audit logs of all services together, newest first. @throws 503 when no service answers */
export async function auditPage(
  clients: Clients,
  logger: Logger,
  { cursor, limit }: PageQuery,
  metadata: Metadata,
): Promise<{ entries: AuditEntry[]; nextCursor: string | null; missing: KeeperName[] }> {
  const audits = clients.ofKeepers<AuditServiceClient>('audit', 'AuditService');
  const { answers, missing } = await askKeepers(
    (keeper) => audits[keeper].listAuditEntries({ cursor, limit }, metadata),
    logger,
  );
  // Ids hold the time (UUIDv7), and cursors are compared by them.
  const { rows, nextCursor } = mergePages(
    answers.map(({ answer: { entries, nextCursor: next } }) => ({ rows: entries, nextCursor: next })),
    limit,
    (entry, other) => entry.id > other.id,
    ({ at, id }) => encodeCursor({ at, id }),
  );
  return { entries: rows.map((entry) => answerFrom(auditEntryAnswer, entry)), nextCursor, missing };
}
