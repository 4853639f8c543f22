import type { Metadata } from '@grpc/grpc-js';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { decodeCursor } from '@site/platform/data/keyset';
import { LOGGER, type Logger } from '@site/platform/base/tokens';
import { auditEntryAnswer } from '@site/proto/audit/v1/audit.answers';
import { pageQuery, type PageQuery } from '@site/proto/fields';
import { z } from 'zod';
import { auditPage } from '../../feature-kit/audit-page.js';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { CallMetadata, Roles } from '../../edge/session.guard.js';

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
    z.array(auditEntryAnswer),
    [400, 401, 403, 503],
  )
  async list(@Query({ schema: pageQuery }) query: PageQuery, @CallMetadata() metadata: Metadata) {
    decodeCursor(query.cursor);
    const { entries, nextCursor, missing } = await auditPage(this.clients, this.logger, query, metadata);
    return success('Audit', entries, { next_cursor: nextCursor, meta: { missing } });
  }
}
