import type { Metadata } from '@grpc/grpc-js';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { decodeCursor, encodeCursor } from '@site/platform/keyset';
import { LOGGER, type Logger } from '@site/platform/tokens';
import { pageQuery, type PageQuery } from '@site/proto/fields';
import type { AuditEntry } from '@site/proto/gen/nest/audit/v1/audit';
import { Clients, type KeeperName } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { askKeepers, mergePages } from '../../edge/clients/keepers.js';
import { CallMetadata, Roles } from '../../edge/session.guard.js';
import { Describe, schemas } from '../../edge/api/api-docs.js';

/** An entry of the log as pages get it. */
export const auditJson = (entry: AuditEntry) => ({
  id: entry.id,
  principal_id: entry.principalId,
  principal_name: entry.principalName,
  action: entry.action,
  subject_id: entry.subjectId,
  subject_label: entry.subjectLabel,
  at: entry.at,
  client_address: entry.clientAddress,
  request_id: entry.requestId,
});

/** A page of all logs together, newest first. @throws 503 when no service answers */
export async function auditPage(
  clients: Clients,
  logger: Logger,
  { cursor, limit }: PageQuery,
  metadata: Metadata,
): Promise<{ rows: AuditEntry[]; nextCursor: string | null; missing: KeeperName[] }> {
  const { answers, missing } = await askKeepers(
    (keeper) => clients.audits[keeper].listAuditEntries({ cursor, limit }, metadata),
    logger,
  );
  const pages = answers.map(({ answer: { entries, nextCursor } }) => ({ rows: entries, nextCursor }));
  // Ids hold the time (UUIDv7), and cursors are compared by them.
  const merged = mergePages(
    pages,
    limit,
    (entry, other) => entry.id > other.id,
    ({ at, id }) => encodeCursor({ at, id }),
  );
  return { ...merged, missing };
}

/** What signed-in people did, wherever they did it. */
@ApiTags('audit')
@ApiBearerAuth()
@Roles('admin')
@Controller('admin/main/audit')
export class AuditController {
  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get()
  @Describe(
    'Who did what, newest first, paged by next_cursor. meta.missing names services that did not answer.',
    schemas.audit,
    [400, 401, 403, 503],
  )
  async list(@Query({ schema: pageQuery }) query: PageQuery, @CallMetadata() metadata: Metadata) {
    decodeCursor(query.cursor);
    const { rows, nextCursor, missing } = await auditPage(this.clients, this.logger, query, metadata);
    return success('Audit', rows.map(auditJson), { next_cursor: nextCursor, meta: { missing } });
  }
}
