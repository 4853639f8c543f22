import type { Metadata } from '@grpc/grpc-js';
import { Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { isId } from '@site/platform/ids';
import { decodeCursor, encodeCursor } from '@site/platform/keyset';
import { LOGGER, type Logger } from '@site/platform/tokens';
import { pageQuery, type PageQuery } from '@site/proto/fields';
import type { TrashItem } from '@site/proto/gen/nest/trash/v1/trash';
import { Clients, type KeeperName } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { missing } from '../../edge/failures.js';
import { askKeepers, mergePages } from '../../edge/clients/keepers.js';
import { CallMetadata, Roles } from '../../edge/session.guard.js';
import { Describe, schemas } from '../../edge/api/api-docs.js';

/** As the services keep it (platform/trash.ts). */
const keptDays = 30;
const dayMs = 24 * 3_600_000;

/** Who keeps what. A kind that is not here cannot be restored. */
const keeperOf: ReadonlyMap<string, KeeperName> = new Map([
  ['post', 'content'],
  ['faq', 'content'],
  ['team', 'content'],
  ['header', 'content'],
  ['logo', 'content'],
  ['snapshot', 'submissions'],
  ['sponsor', 'submissions'],
  ['contact', 'submissions'],
  ['moderator', 'auth'],
]);

const trashJson = ({ type, id, title, detail, deletedAt }: TrashItem) => ({
  type,
  id,
  title,
  detail,
  deleted_at: deletedAt,
  purge_at: new Date(Date.parse(deletedAt) + keptDays * dayMs).toISOString(),
});

/** What was deleted or rejected within the last 30 days, whoever keeps it. */
@ApiTags('trash')
@ApiBearerAuth()
@Roles('admin')
@Controller('admin/main/trash')
export class TrashController {
  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get()
  @Describe(
    'What can be restored, the last deleted first, paged by next_cursor. meta.missing names services that did not answer.',
    schemas.trash,
    [400, 401, 403, 503],
  )
  async list(@Query({ schema: pageQuery }) { cursor, limit }: PageQuery, @CallMetadata() metadata: Metadata) {
    decodeCursor(cursor);
    const { answers, missing: down } = await askKeepers(
      (keeper) => this.clients.trashes[keeper].listTrash({ cursor, limit }, metadata),
      this.logger,
    );
    const { rows, nextCursor } = mergePages(
      answers.map(({ answer: { items, nextCursor: next } }) => ({ rows: items, nextCursor: next })),
      limit,
      // Both are written so that their order as text is that of the services.
      (item, other) => (item.deletedAt === other.deletedAt ? item.id > other.id : item.deletedAt > other.deletedAt),
      ({ deletedAt, id }) => encodeCursor({ at: deletedAt, id }),
    );
    return success('Trash', rows.map(trashJson), { next_cursor: nextCursor, meta: { missing: down } });
  }

  @Post(':type/:id/restore')
  @HttpCode(200)
  @Describe('Brings a thing back. Repeating it changes nothing.', schemas.nothing, [401, 403, 404, 409, 503])
  async restore(@Param('type') type: string, @Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const keeper = keeperOf.get(type);
    if (!keeper || !isId(id)) throw missing('There is no such thing in the trash.');
    await this.clients.trashes[keeper].restoreFromTrash({ type, id }, metadata);
    return success('Restored Successfully', null);
  }
}
