/** Routes of weather photos: upload, public gallery and moderation. */
import { Metadata } from '@grpc/grpc-js';
import { Body, Get, Header, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { newId } from '@site/platform/base/ids';
import { createdResponse } from '@site/proto/responses';
import { pageQuery, searchField, searchQuery, type PageQuery } from '@site/proto/fields';
import type { Snapshot, SnapshotFailure } from '@site/proto/gen/nest/submissions/v1/snapshots';
import {
  moderatedSnapshotResponse,
  senderHistoryResponse,
  snapshotResponse,
  snapshotListsResponse,
  snapshotOutcomeResponse,
} from '@site/proto/submissions/v1/snapshots.responses';
import {
  decideInput,
  snapshotFileField,
  snapshotInput,
  type DecideInput,
} from '@site/proto/submissions/v1/snapshots.schema';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { toResponse } from '../../responses/response-from.js';
import { Deletes, PostOrGet } from '../../feature-kit/method-aliases.js';
import {
  bothLists,
  reasonOf,
  rejectBody,
  rejectInput,
  submissionsQuery,
  type RejectInput,
} from '../../feature-kit/submission-lists.js';
import { Describe } from '../../edge/api/api-docs.js';
import { render } from '../../edge/error.filter.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { requireId } from '../../edge/http-errors.js';
import { DescribeFormCheck } from '../../edge/form-check.js';
import { fallbackUrl, toModeratedImageJson } from '../../responses/image-json.js';
import { sendPrepared } from '../../responses/prepared-response.js';
import { contentHeaders, firstPageSize, PublicResponses } from '../../responses/public-responses.js';
import { toSnapshotJson } from '../../responses/content-json.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CachedGet, DashboardController, PostJson, PublicController } from '../../edge/routes.js';
import { Allowed, CallMetadata } from '../../edge/session.guard.js';
import { DescribeUpload } from '../../uploads/api-upload.js';
import { photoTypes } from '../../uploads/image-check.js';
import { Uploads, type UploadForm } from '../../uploads/uploads.js';

const snapshotForm = {
  fields: snapshotInput,
  file: { field: snapshotFileField, label: 'Photo', types: photoTypes, required: true },
} satisfies UploadForm<typeof snapshotInput>;

/** Allows unknown parameters, because trackers and share buttons add some to links. */
const publicQuery = z.object(pageQuery.shape);
const snapshotListQuery = submissionsQuery.extend({ q: searchField });
type ListQuery = z.infer<typeof snapshotListQuery>;

const noSuchPhoto = 'There is no such photo.';
const checkedId = (id: string) => requireId(id, noSuchPhoto);

@PublicController('main', 'snapshots')
export class SnapshotsController {
  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(Uploads) private readonly uploads: Uploads,
    @Inject(PublicResponses) private readonly publicResponses: PublicResponses,
  ) {}

  @Post('snapshot/create')
  @RateLimit('snapshot')
  @DescribeFormCheck()
  @DescribeUpload(
    'Sends a weather photo. It becomes public once a moderator approves it.',
    snapshotForm,
    createdResponse,
  )
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

  @CachedGet('snapshots')
  @Describe('Approved photos, newest approval first, paged by next_cursor.', z.array(snapshotResponse), [400, 503])
  async list(
    @Query({ schema: publicQuery }) { cursor, limit }: PageQuery,
    @CallMetadata() metadata: Metadata,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!cursor && limit === firstPageSize)
      return sendPrepared(request, response, await this.publicResponses.wait('/main/snapshots'));
    const page = await this.clients.snapshots.listPublicSnapshots({ cursor, limit }, metadata);
    response
      .set(contentHeaders)
      .json(success('Snapshots', page.snapshots.map(toSnapshotJson), { next_cursor: page.nextCursor ?? null }));
  }

  @CachedGet('snapshot/:id')
  @Header('Cache-Control', contentHeaders['Cache-Control'])
  @Describe('One approved photo.', snapshotResponse, [404, 503])
  async one(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const cached = this.publicResponses.findSnapshot(id);
    if (cached) return success('Snapshot', toSnapshotJson(cached));
    const snapshot = await this.clients.snapshots.getPublicSnapshot({ id: checkedId(id) }, metadata);
    return success('Snapshot', toSnapshotJson(snapshot));
  }
}

const moderatedSnapshot = (snapshot: Snapshot) =>
  toResponse(moderatedSnapshotResponse, snapshot, {
    file: fallbackUrl(snapshot.picture),
    picture: toModeratedImageJson(snapshot.picture),
  });
/** Renders the failure as the call for this photo alone would. */
function failureJson({ code, message: details }: SnapshotFailure) {
  const { status, message } = render({ code, details, metadata: new Metadata() });
  return { status, message };
}
const moderatedOrNull = (snapshot: Snapshot | undefined) => (snapshot ? moderatedSnapshot(snapshot) : null);

@DashboardController('admin/main/snapshot', 'snapshots (dashboard)', 'review')
export class AdminSnapshotsController {
  constructor(@Inject(Clients) private readonly clients: Clients) {}

  @Get()
  @Describe(
    'Approved and pending photos: the first page of both, or with state a page of one; q matches words.',
    snapshotListsResponse,
    [400, 401, 403, 503],
  )
  async list(@Query({ schema: snapshotListQuery }) query: ListQuery, @CallMetadata() metadata: Metadata) {
    const { cursor, limit, q } = query;
    const { approved, pending, next } = await bothLists(query, (state) =>
      this.clients.snapshots.listSnapshots({ state, cursor, limit, q: q || undefined }, metadata),
    );
    const data = {
      approvedSnapshots: (approved?.snapshots ?? []).map(moderatedSnapshot),
      pendingSnapshots: (pending?.snapshots ?? []).map(moderatedSnapshot),
    };
    return success('Snapshots', data, next);
  }

  @PostOrGet('approve/:id')
  @Describe('Publishes a photo.', moderatedSnapshotResponse, [401, 403, 404, 409])
  async approve(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const snapshot = await this.clients.snapshots.approveSnapshot({ id: checkedId(id) }, metadata);
    return success('Snapshot Approved Successfully', moderatedOrNull(snapshot));
  }

  @PostOrGet('reject/:id')
  @Describe('Rejects a photo, optionally with a reason.', moderatedSnapshotResponse, [400, 401, 403, 404, 409])
  async reject(
    @Param('id') id: string,
    @CallMetadata() metadata: Metadata,
    @Query({ schema: rejectInput }) query: RejectInput,
    @Body({ schema: rejectBody }) body?: RejectInput,
  ) {
    const request = { id: checkedId(id), reason: reasonOf(query, body) };
    const snapshot = await this.clients.snapshots.rejectSnapshot(request, metadata);
    return success('Snapshot Rejected Successfully', moderatedOrNull(snapshot));
  }

  @Get('look-alikes/:id')
  @Describe(
    'Photos that looked the same when this one arrived, newest first, regardless of the decisions on them.',
    z.array(moderatedSnapshotResponse),
    [401, 403, 404, 503],
  )
  async listSimilar(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const { snapshots } = await this.clients.snapshots.listSimilarSnapshots({ id: checkedId(id) }, metadata);
    return success('Look-alikes', snapshots.map(moderatedSnapshot));
  }

  @Get('history/:id')
  @Describe(
    'The latest other photos from the sender’s address, and the number of all of them.',
    senderHistoryResponse,
    [401, 403, 404, 503],
  )
  async history(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const found = await this.clients.snapshots.getSenderHistory({ id: checkedId(id) }, metadata);
    const snapshots = found.snapshots.map(moderatedSnapshot);
    return success('Sender history', toResponse(senderHistoryResponse, found, { snapshots }));
  }

  @Get('decisions')
  @Describe(
    'Approved and rejected photos, latest decision first, paged by next_cursor, until they are permanently deleted; q matches words.',
    z.array(moderatedSnapshotResponse),
    [400, 401, 403, 503],
  )
  async decisions(
    @Query({ schema: searchQuery }) { cursor, limit, q }: z.infer<typeof searchQuery>,
    @CallMetadata() metadata: Metadata,
  ) {
    const request = { state: 'decided', cursor, limit, q: q || undefined };
    const { snapshots, nextCursor } = await this.clients.snapshots.listSnapshots(request, metadata);
    return success('Decisions', snapshots.map(moderatedSnapshot), { next_cursor: nextCursor ?? null });
  }

  @PostJson('decide')
  @Describe(
    'Approves, rejects or (admins only) deletes several photos, each individually; or, within 30 seconds, reverts the caller’s own approvals and rejections. Starts no further one after two seconds: repeat the call for ids without an outcome.',
    z.array(snapshotOutcomeResponse),
    [400, 401, 403, 415, 503],
  )
  async decide(@Body({ schema: decideInput }) input: DecideInput, @CallMetadata() metadata: Metadata) {
    const { decision, ids, reason } = input;
    const request = { decision, ids, reason: reason || undefined };
    const { outcomes } = await this.clients.snapshots.decideSnapshots(request, metadata);
    const data = outcomes.map(({ id, snapshot, failure }) => ({
      id,
      snapshot: moderatedOrNull(snapshot),
      failure: failure ? failureJson(failure) : null,
    }));
    return success('Snapshots Decided', data);
  }

  @Deletes('Removes a photo from the site. It can be restored for 30 days.')
  @Allowed('remove')
  async delete(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    await this.clients.snapshots.deleteSnapshot({ id: checkedId(id) }, metadata);
    return success('Snapshot Deleted Successfully', null);
  }
}
