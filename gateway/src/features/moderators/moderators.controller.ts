import type { Metadata } from '@grpc/grpc-js';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { isId } from '@site/platform/ids';
import {
  createModeratorInput,
  editModeratorInput,
  moderatorListQuery,
  type CreateModeratorInput,
  type EditModeratorInput,
  type ModeratorListQuery,
} from '@site/proto/auth/v1/moderators.schema';
import type { Moderator } from '@site/proto/gen/nest/auth/v1/moderators';
import type { Request } from 'express';
import { MultipartFields } from '../../edge/body-parsers.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { DescribeExpectedVersion, ExpectedVersion } from '../../edge/expected-version.js';
import { missing } from '../../edge/failures.js';
import { CallMetadata, Roles } from '../../edge/session.guard.js';
import { ChangesStateOnGet } from '../../edge/state-changing-get.guard.js';
import { DescribeIdempotencyKey } from '../../uploads/api-upload.js';
import { idempotencyKey } from '../../uploads/idempotency.js';
import { Describe, schemas } from '../../edge/api/api-docs.js';

const text = { type: 'string' };
const moderatorSchema = {
  type: 'object',
  properties: { id: text, name: text, email: text, created_at: text, version: { type: 'integer' } },
};

const moderatorJson = ({ id, name, email, createdAt, version }: Moderator) => ({
  id,
  name,
  email,
  created_at: createdAt,
  version,
});

/** An id that cannot be one of ours is an unknown one. */
function checkedId(id: string): string {
  if (!isId(id)) throw missing('This moderator does not exist.');
  return id;
}

/** The people who review photos. Every GET that changes something is the specification's; it has a POST and DELETE twin. */
@ApiTags('moderators (dashboard)')
@ApiBearerAuth()
@Roles('admin')
@Controller('admin/main/moderator')
export class ModeratorsController {
  constructor(@Inject(Clients) private readonly clients: Clients) {}

  @Get()
  @Describe(
    'Moderators, oldest first, paged by next_cursor.',
    { type: 'array', items: moderatorSchema },
    [400, 401, 403],
  )
  async list(
    @Query({ schema: moderatorListQuery }) { cursor, limit, q }: ModeratorListQuery,
    @CallMetadata() metadata: Metadata,
  ) {
    const page = await this.clients.moderators.listModerators({ cursor, limit, query: q }, metadata);
    return success('Moderators', page.moderators.map(moderatorJson), { next_cursor: page.nextCursor ?? null });
  }

  @Post('create')
  @MultipartFields()
  @DescribeIdempotencyKey()
  @Describe('Adds a moderator.', moderatorSchema, [400, 401, 403, 422, 503], 201)
  async create(
    @Body({ schema: createModeratorInput }) input: CreateModeratorInput,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
  ) {
    const key = idempotencyKey(request);
    const { moderator } = await this.clients.moderators.createModerator({ ...input, idempotencyKey: key }, metadata);
    return success('Moderator Created Successfully', moderator ? moderatorJson(moderator) : null);
  }

  @Post('edit')
  @HttpCode(200)
  @MultipartFields()
  @DescribeExpectedVersion()
  @Describe('Changes a moderator; a new password ends their sessions.', moderatorSchema, [400, 401, 403, 404, 409, 503])
  async edit(
    @Body({ schema: editModeratorInput }) { moderator_id, ...input }: EditModeratorInput,
    @ExpectedVersion() expectedVersion: number | undefined,
    @CallMetadata() metadata: Metadata,
  ) {
    const request = { id: checkedId(moderator_id), ...input, expectedVersion };
    const { moderator } = await this.clients.moderators.updateModerator(request, metadata);
    return success('Moderator Updated Successfully', moderator ? moderatorJson(moderator) : null);
  }

  @Get('delete/:id')
  @ChangesStateOnGet()
  @Describe('Deletes a moderator and ends their sessions. Restorable for 30 days.', schemas.nothing, [401, 403, 404])
  deleteByGet(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    return this.delete(id, metadata);
  }

  @Post('delete/:id')
  @HttpCode(200)
  @Describe('Deletes a moderator and ends their sessions. Restorable for 30 days.', schemas.nothing, [401, 403, 404])
  deleteByPost(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    return this.delete(id, metadata);
  }

  @Delete(':id')
  @Describe('Deletes a moderator and ends their sessions. Restorable for 30 days.', schemas.nothing, [401, 403, 404])
  async delete(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    await this.clients.moderators.deleteModerator({ id: checkedId(id) }, metadata);
    return success('Moderator Deleted Successfully', null);
  }
}
