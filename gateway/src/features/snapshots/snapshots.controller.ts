import type { Metadata } from '@grpc/grpc-js';
import { Body, Controller, Delete, Get, Header, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { isId, newId } from '@site/platform/ids';
import { pageQuery, type PageQuery } from '@site/proto/fields';
import type { Snapshot } from '@site/proto/gen/nest/submissions/v1/snapshots';
import {
  rejectInput,
  snapshotFileField,
  snapshotInput,
  snapshotListQuery,
} from '@site/proto/submissions/v1/snapshots.schema';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { badInput, missing } from '../../edge/failures.js';
import { DescribeFormCheck } from '../../edge/form-check.js';
import { fallbackUrl, moderatedPictureJson } from '../../answers/pictures.js';
import { sendPrepared } from '../../answers/prepared.js';
import { contentHeaders, firstPageSize, PublicAnswers } from '../../answers/public-answers.js';
import { snapshotData } from '../../answers/shapes.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CallMetadata, Public, Roles } from '../../edge/session.guard.js';
import { ChangesStateOnGet } from '../../edge/state-changing-get.guard.js';
import { DescribeUpload } from '../../uploads/api-upload.js';
import { photoTypes } from '../../uploads/picture-check.js';
import { Uploads, type UploadForm } from '../../uploads/uploads.js';
import { Describe, schemas } from '../../edge/api/api-docs.js';

const snapshotForm = {
  fields: snapshotInput,
  file: { field: snapshotFileField, label: 'Photo', types: photoTypes, required: true },
} satisfies UploadForm<typeof snapshotInput>;

/** Public addresses ignore parameters they do not know: links get decorated by whatever carries them. */
const publicQuery = z.object(pageQuery.shape);
type ListQuery = z.infer<typeof snapshotListQuery>;
/** A POST without a body carries no reason. */
const rejectBody = rejectInput.prefault({});
type RejectInput = z.infer<typeof rejectInput>;

const noSuchPhoto = () => missing('There is no such photo.');

/** An id that cannot be one of ours is an unknown one. */
function checkedId(id: string): string {
  if (!isId(id)) throw noSuchPhoto();
  return id;
}

/** Photos that visitors send, and those that everybody sees. */
@ApiTags('snapshots')
@Public()
@Controller('main')
export class SnapshotsController {
  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(Uploads) private readonly uploads: Uploads,
    @Inject(PublicAnswers) private readonly answers: PublicAnswers,
  ) {}

  @Post('snapshot/create')
  @RateLimit('snapshot')
  @DescribeFormCheck()
  @DescribeUpload('Send a weather photo. It is public once a moderator has approved it.', snapshotForm, {
    type: 'object',
    properties: { id: { type: 'string' } },
  })
  async create(@Req() request: Request, @CallMetadata() metadata: Metadata) {
    const { id } = await this.uploads.receive(
      request,
      snapshotForm,
      ({ fields, upload, idempotency }) =>
        this.clients.snapshots.createSnapshot(
          {
            firstName: fields.first_name,
            lastName: fields.last_name,
            email: fields.email,
            location: fields.location,
            comment: fields.comment,
            photo: upload,
            idempotency,
          },
          metadata,
        ),
      () => ({ id: newId(), replayed: false }),
    );
    return success('Snapshot Created Successfully', { id });
  }

  @Get('snapshots')
  @Describe('Approved photos, newest approval first, paged by next_cursor.', schemas.snapshots, [400, 503])
  async list(
    @Query({ schema: publicQuery }) { cursor, limit }: PageQuery,
    @CallMetadata() metadata: Metadata,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!cursor && limit === firstPageSize)
      return sendPrepared(request, response, await this.answers.wait('/main/snapshots'));
    const page = await this.clients.snapshots.listPublicSnapshots({ cursor, limit }, metadata);
    response
      .set(contentHeaders)
      .json(success('Snapshots', page.snapshots.map(snapshotData), { next_cursor: page.nextCursor ?? null }));
  }

  @Get('snapshot/:id')
  @Header('Cache-Control', contentHeaders['Cache-Control'])
  @Describe('One approved photo.', schemas.snapshot, [404, 503])
  async one(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const held = this.answers.findSnapshot(id);
    if (held) return success('Snapshot', snapshotData(held));
    const { snapshot } = await this.clients.snapshots.getPublicSnapshot({ id: checkedId(id) }, metadata);
    if (!snapshot) throw noSuchPhoto();
    return success('Snapshot', snapshotData(snapshot));
  }
}

/** A photo as moderators see it, its sender included. */
const moderatedSnapshot = (snapshot: Snapshot) => ({
  id: snapshot.id,
  file: fallbackUrl(snapshot.picture),
  first_name: snapshot.firstName,
  last_name: snapshot.lastName,
  email: snapshot.email,
  location: snapshot.location,
  comment: snapshot.comment,
  status: snapshot.status,
  created_at: snapshot.createdAt,
  decided_at: snapshot.decidedAt ?? null,
  reject_reason: snapshot.rejectReason ?? null,
  picture: moderatedPictureJson(snapshot.picture),
});

const text = { type: 'string' };
const moderatedSnapshotSchema = {
  type: 'object',
  properties: {
    ...(schemas.snapshot['properties'] as object),
    email: text,
    status: { type: 'string', enum: ['pending', 'approved', 'rejected'] },
    created_at: text,
    decided_at: { ...text, nullable: true },
    reject_reason: { ...text, nullable: true },
  },
};
const listsSchema = {
  type: 'object',
  properties: {
    approvedSnapshots: { type: 'array', items: moderatedSnapshotSchema },
    pendingSnapshots: { type: 'array', items: moderatedSnapshotSchema },
  },
};

/** Moderation. Every GET that changes something is the specification's; it has a POST (or DELETE) twin. */
@ApiTags('snapshots (dashboard)')
@ApiBearerAuth()
@Roles('admin', 'moderator')
@Controller('admin/main/snapshot')
export class AdminSnapshotsController {
  constructor(@Inject(Clients) private readonly clients: Clients) {}

  @Get()
  @Describe(
    'Approved and pending photos: the first page of both, or with state a page of one; with q those that hold its words.',
    listsSchema,
    [400, 401, 403, 503],
  )
  async list(
    @Query({ schema: snapshotListQuery }) { state, cursor, limit, q }: ListQuery,
    @CallMetadata() metadata: Metadata,
  ) {
    if (cursor && !state)
      throw badInput('A cursor needs a state', [{ field: 'state', message: 'A cursor needs a state' }]);
    const pageOf = async (wanted: 'approved' | 'pending') => {
      if (state && state !== wanted) return { list: [], next: null };
      const request = { state: wanted, cursor, limit, ...(q && { q }) };
      const page = await this.clients.snapshots.listSnapshots(request, metadata);
      return { list: page.snapshots.map(moderatedSnapshot), next: page.nextCursor ?? null };
    };
    const [approved, pending] = await Promise.all([pageOf('approved'), pageOf('pending')]);
    const data = { approvedSnapshots: approved.list, pendingSnapshots: pending.list };
    return state
      ? success('Snapshots', data, { next_cursor: (state === 'approved' ? approved : pending).next })
      : success('Snapshots', data, { next_cursors: { approved: approved.next, pending: pending.next } });
  }

  @Get('approve/:id')
  @ChangesStateOnGet()
  @Describe('Publishes a photo.', moderatedSnapshotSchema, [401, 403, 404, 409])
  approveByGet(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    return this.approve(id, metadata);
  }

  @Post('approve/:id')
  @HttpCode(200)
  @Describe('Publishes a photo.', moderatedSnapshotSchema, [401, 403, 404, 409])
  async approve(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const { snapshot } = await this.clients.snapshots.approveSnapshot({ id: checkedId(id) }, metadata);
    return success('Snapshot Approved Successfully', snapshot ? moderatedSnapshot(snapshot) : null);
  }

  @Get('reject/:id')
  @ChangesStateOnGet()
  @Describe('Refuses a photo, optionally with a reason.', moderatedSnapshotSchema, [400, 401, 403, 404, 409])
  rejectByGet(
    @Param('id') id: string,
    @Query({ schema: rejectInput }) { reason }: RejectInput,
    @CallMetadata() metadata: Metadata,
  ) {
    return this.rejectFor(id, reason, metadata);
  }

  @Post('reject/:id')
  @HttpCode(200)
  @Describe('Refuses a photo, optionally with a reason.', moderatedSnapshotSchema, [400, 401, 403, 404, 409])
  reject(
    @Param('id') id: string,
    @Query({ schema: rejectInput }) query: RejectInput,
    @Body({ schema: rejectBody }) body: RejectInput,
    @CallMetadata() metadata: Metadata,
  ) {
    return this.rejectFor(id, body.reason || query.reason, metadata);
  }

  private async rejectFor(id: string, reason: string, metadata: Metadata) {
    const request = { id: checkedId(id), ...(reason && { reason }) };
    const { snapshot } = await this.clients.snapshots.rejectSnapshot(request, metadata);
    return success('Snapshot Rejected Successfully', snapshot ? moderatedSnapshot(snapshot) : null);
  }

  @Get('delete/:id')
  @Roles('admin')
  @ChangesStateOnGet()
  @Describe('Takes a photo off the site. It can be restored for 30 days.', schemas.nothing, [401, 403, 404])
  deleteByGet(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    return this.delete(id, metadata);
  }

  @Post('delete/:id')
  @Roles('admin')
  @HttpCode(200)
  @Describe('Takes a photo off the site. It can be restored for 30 days.', schemas.nothing, [401, 403, 404])
  deleteByPost(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    return this.delete(id, metadata);
  }

  @Delete(':id')
  @Roles('admin')
  @Describe('Takes a photo off the site. It can be restored for 30 days.', schemas.nothing, [401, 403, 404])
  async delete(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    await this.clients.snapshots.deleteSnapshot({ id: checkedId(id) }, metadata);
    return success('Snapshot Deleted Successfully', null);
  }
}
