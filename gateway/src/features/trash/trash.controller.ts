/** Dashboard routes that list deleted items of all services and restore them. */
import type { Metadata } from '@grpc/grpc-js';
import { Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { isId } from '@site/platform/base/ids';
import { decodeCursor, encodeCursor } from '@site/platform/data/keyset';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { emptyResponse } from '@site/proto/responses';
import { pageQuery, type PageQuery } from '@site/proto/fields';
import type { TrashItem, TrashServiceClient } from '@site/proto/gen/nest/trash/v1/trash';
import { dataServices, kindNamed, type DataService } from '@site/domain/kinds';
import { trashItemResponse } from '@site/proto/trash/v1/trash.responses';
import { z } from 'zod';
import { toResponse } from '../../responses/response-from.js';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { missing } from '../../edge/http-errors.js';
import { callServices, mergePages } from '../../edge/clients/service-lists.js';
import { DashboardController } from '../../edge/routes.js';
import { Allowed, CallMetadata } from '../../edge/session.guard.js';

const retentionDays = 30;
const dayMs = 24 * 3_600_000;

const trashJson = (item: TrashItem) =>
  toResponse(trashItemResponse, item, {
    purge_at: new Date(Date.parse(item.deletedAt) + retentionDays * dayMs).toISOString(),
  });

@DashboardController('admin/main/trash', 'trash', 'remove')
export class TrashController {
  private readonly trashes;

  constructor(
    @Inject(Clients) clients: Clients,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.trashes = clients.ofServices<TrashServiceClient, DataService>(dataServices, 'trash', 'TrashService');
  }

  @Get()
  @Describe(
    'Items that can be restored, last deleted first, paged by next_cursor. meta.missing lists services that didn’t respond.',
    z.array(trashItemResponse),
    [400, 401, 403, 503],
  )
  async list(@Query({ schema: pageQuery }) { cursor, limit }: PageQuery, @CallMetadata() metadata: Metadata) {
    decodeCursor(cursor);
    const { responses, missing: down } = await callServices(
      dataServices,
      (service) => this.trashes[service].listTrash({ cursor, limit }, metadata),
      this.logger,
    );
    const { rows, nextCursor } = mergePages(
      responses.map(({ answer: { items, nextCursor: next } }) => ({ rows: items, nextCursor: next })),
      limit,
      // Sorted as text, like the services.
      (item, other) => (item.deletedAt === other.deletedAt ? item.id > other.id : item.deletedAt > other.deletedAt),
      ({ deletedAt, id }) => encodeCursor({ at: deletedAt, id }),
    );
    return success('Trash', rows.map(trashJson), { next_cursor: nextCursor, meta: { missing: down } });
  }

  @Post(':type/:id/restore')
  @HttpCode(200)
  @Allowed('content')
  @Describe(
    'Restores an item; editors can restore only content. Repeating it changes nothing.',
    emptyResponse,
    [401, 403, 404, 409, 503],
  )
  async restore(@Param('type') type: string, @Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const kind = kindNamed(type);
    if (!kind || !isId(id)) throw missing('There is no such item in the trash.');
    await this.trashes[kind.service].restoreFromTrash({ type, id }, metadata);
    return success('Restored Successfully', null);
  }
}
