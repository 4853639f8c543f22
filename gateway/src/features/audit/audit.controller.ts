/** Routes that list and export the merged audit log. */
import type { Metadata } from '@grpc/grpc-js';
import { Get, Inject, Query, Res } from '@nestjs/common';
import { decodeCursor } from '@site/platform/data/keyset';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { emptyResponse } from '@site/proto/responses';
import { auditEntryResponse } from '@site/proto/audit/v1/audit.responses';
import { auditFilter, auditQuery, type AuditFilter, type AuditQuery } from '@site/proto/audit/v1/audit.schema';
import { stateLocalTime } from '@site/regions/state-time';
import type { Response } from 'express';
import { z } from 'zod';
import { auditPage } from '../../feature-kit/audit-page.js';
import { sendPages } from '../../feature-kit/stream-pages.js';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { busy } from '../../edge/http-errors.js';
import { SecurityLog } from '../../edge/security-log.js';
import { DashboardController } from '../../edge/routes.js';
import { CallMetadata, NeedsRecentSignIn } from '../../edge/session.guard.js';

const exportBatch = 100;

/** Actions of signed-in users in all services, and refused requests. */
@DashboardController('admin/main/audit', 'audit', 'records')
export class AuditController {
  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(SecurityLog) private readonly securityLog: SecurityLog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get()
  @Describe(
    'The audit log, newest first unless order says otherwise, paged by next_cursor; filtered by kind, type of thing or single thing, person, and time. meta.missing lists services that didn’t respond.',
    z.array(auditEntryResponse),
    [400, 401, 403, 503],
  )
  async list(@Query({ schema: auditQuery }) query: AuditQuery, @CallMetadata() metadata: Metadata) {
    decodeCursor(query.cursor);
    const { entries, nextCursor, missing } = await auditPage(this.clients, this.logger, query, metadata);
    return success('Audit', entries, { next_cursor: nextCursor, meta: { missing } });
  }

  @NeedsRecentSignIn()
  @Get('export')
  @Describe(
    'The same as a file with one JSON object per line (application/x-ndjson): complete, or a failure while a service is down. The export itself is logged.',
    emptyResponse,
    [400, 401, 403, 503],
  )
  async file(
    @Query({ schema: auditFilter }) filter: AuditFilter,
    @CallMetadata() metadata: Metadata,
    @Res() response: Response,
  ): Promise<void> {
    await this.securityLog.exported('audit.export', new URLSearchParams(Object.entries(filter)).toString(), metadata);
    const { clients, logger } = this;
    const pages = async function* () {
      for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
        const page = await auditPage(clients, logger, { ...filter, cursor, limit: exportBatch }, metadata);
        if (page.missing.length > 0) throw busy();
        yield page.entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
        cursor = page.nextCursor ?? undefined;
      }
    };
    const name = `audit-${stateLocalTime(new Date()).slice(0, 10)}.jsonl`;
    await sendPages(response, { name, mediaType: 'application/x-ndjson; charset=utf-8' }, pages());
  }
}
