import type { Metadata } from '@grpc/grpc-js';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { isId, newId } from '@site/platform/ids';
import type { IdempotencyClaim } from '@site/proto/gen/nest/requests/v1/idempotency';
import type { Sponsor } from '@site/proto/gen/nest/submissions/v1/sponsors';
import {
  advertiseFileField,
  isSponsorView,
  sponsorEditInput,
  sponsorInput,
  sponsorListQuery,
  sponsorRejectInput,
  topSponsorInput,
  type TopSponsorInput,
} from '@site/proto/submissions/v1/sponsors.schema';
import type { Request } from 'express';
import type { z } from 'zod';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { DescribeExpectedVersion, ExpectedVersion } from '../../edge/expected-version.js';
import { badInput, missing } from '../../edge/failures.js';
import { fallbackUrl, moderatedPictureJson } from '../../answers/pictures.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CallMetadata, Roles } from '../../edge/session.guard.js';
import { ChangesStateOnGet } from '../../edge/state-changing-get.guard.js';
import { DescribeIdempotencyKey, DescribeUpload } from '../../uploads/api-upload.js';
import { idempotencyClaim } from '../../uploads/idempotency.js';
import { logoTypes } from '../../uploads/picture-check.js';
import { Uploads, type UploadForm } from '../../uploads/uploads.js';
import { Describe, schemas } from '../../edge/api/api-docs.js';
import { sponsorFields } from './sponsors.controller.js';

/** The specification has the logo required in the form, not in the call (AMB-52, AMB-53). */
const logoFile = { field: advertiseFileField, label: 'Company logo', types: logoTypes, required: false } as const;
const createForm = { fields: sponsorInput, file: logoFile } satisfies UploadForm<typeof sponsorInput>;
const editForm = { fields: sponsorEditInput, file: logoFile } satisfies UploadForm<typeof sponsorEditInput>;

type ListQuery = z.infer<typeof sponsorListQuery>;
type RejectInput = z.infer<typeof sponsorRejectInput>;
/** A POST without a body carries no reason. */
const rejectBody = sponsorRejectInput.prefault({});

/** An id that cannot be one of ours is an unknown one. */
function checkedId(id: string): string {
  if (!isId(id)) throw missing('This sponsor does not exist.');
  return id;
}

/**
 * A call to a service may be repeated when its answer was lost. What must not be done twice then is named by a key, the
 * client's or one for this request alone: an edit back to what was a minute ago is no double click.
 */
const keyed = (claim: IdempotencyClaim): IdempotencyClaim => ({ ...claim, key: claim.key ?? newId() });

/** A sponsor as admins see it. */
const sponsorJson = (sponsor: Sponsor) => ({
  id: sponsor.id,
  name: sponsor.name,
  email: sponsor.email,
  phone_number: sponsor.phoneNumber,
  company_name: sponsor.companyName,
  url: sponsor.url ?? null,
  message: sponsor.message,
  company_logo: fallbackUrl(sponsor.logo),
  picture: moderatedPictureJson(sponsor.logo),
  status: sponsor.status,
  is_top: sponsor.isTop,
  created_at: sponsor.createdAt,
  decided_at: sponsor.decidedAt ?? null,
  reject_reason: sponsor.rejectReason ?? null,
  version: sponsor.version,
});

/** Sponsors and how they are shown. Every GET that changes something is the specification's; it has a POST (or DELETE) twin. */
@ApiTags('sponsors (dashboard)')
@ApiBearerAuth()
@Roles('admin')
@Controller('admin/main/sponsor')
export class AdminSponsorsController {
  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(Uploads) private readonly uploads: Uploads,
  ) {}

  @Get()
  @Describe(
    'Approved sponsors in display order and requests, newest first: the first page of both, or with state a page of one.',
    schemas.sponsorLists,
    [400, 401, 403, 503],
  )
  async list(
    @Query({ schema: sponsorListQuery }) { state, cursor, limit }: ListQuery,
    @CallMetadata() metadata: Metadata,
  ) {
    if (cursor && !state)
      throw badInput('A cursor needs a state', [{ field: 'state', message: 'A cursor needs a state' }]);
    const pageOf = (wanted: 'approved' | 'pending') =>
      !state || state === wanted
        ? this.clients.sponsors.listSponsors({ state: wanted, cursor, limit }, metadata)
        : undefined;
    const [approved, pending] = await Promise.all([pageOf('approved'), pageOf('pending')]);
    const data = {
      approvedSponsor: (approved?.sponsors ?? []).map(sponsorJson),
      pendingSponsor: (pending?.sponsors ?? []).map(sponsorJson),
      sponsor_view: (approved ?? pending)?.sponsorView || '1',
    };
    const [afterApproved, afterPending] = [approved?.nextCursor ?? null, pending?.nextCursor ?? null];
    return state
      ? success('Sponsors', data, { next_cursor: state === 'approved' ? afterApproved : afterPending })
      : success('Sponsors', data, { next_cursors: { approved: afterApproved, pending: afterPending } });
  }

  @Post('create')
  @RateLimit('adminUpload')
  @DescribeUpload('Adds a sponsor that is public at once.', createForm, schemas.sponsor)
  async create(@Req() request: Request, @CallMetadata() metadata: Metadata) {
    const { sponsor } = await this.uploads.receive(request, createForm, ({ fields, upload, idempotency }) =>
      this.clients.sponsors.createSponsor(
        { fields: sponsorFields(fields), ...(upload && { logo: upload }), idempotency },
        metadata,
      ),
    );
    return success('Sponsor Created Successfully', sponsor ? sponsorJson(sponsor) : null);
  }

  @Post('edit')
  @HttpCode(200)
  @RateLimit('adminUpload')
  @DescribeExpectedVersion()
  @DescribeUpload('Changes a sponsor or a request. Without a file the logo stays.', editForm, schemas.sponsor, 200)
  async edit(
    @Req() request: Request,
    @ExpectedVersion() expectedVersion: number | undefined,
    @CallMetadata() metadata: Metadata,
  ) {
    const { sponsor } = await this.uploads.receive(request, editForm, ({ fields, upload, idempotency }) =>
      this.clients.sponsors.updateSponsor(
        {
          id: checkedId(fields.sponsor_id || fields.id),
          fields: sponsorFields(fields),
          ...(upload && { logo: upload }),
          ...(expectedVersion !== undefined && { expectedVersion }),
          idempotency: keyed(idempotency),
        },
        metadata,
      ),
    );
    return success('Sponsor Updated Successfully', sponsor ? sponsorJson(sponsor) : null);
  }

  @Post('top')
  @HttpCode(200)
  @DescribeIdempotencyKey()
  @Describe(
    'Chooses the sponsor in the hero, or takes the choice back: as is_top says, else the opposite of what is.',
    schemas.sponsor,
    [400, 401, 403, 404, 409, 422],
  )
  async top(
    @Body({ schema: topSponsorInput }) input: TopSponsorInput,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
  ) {
    const { sponsor } = await this.clients.sponsors.setTopSponsor(
      {
        id: checkedId(input.sponsor_id),
        ...(input.is_top !== undefined && { isTop: input.is_top }),
        idempotency: keyed(idempotencyClaim(request, input)),
      },
      metadata,
    );
    return success('Top Sponsor Updated Successfully', sponsor ? sponsorJson(sponsor) : null);
  }

  @Get('view/:designNumber')
  @ChangesStateOnGet()
  @Describe('Chooses how sponsors are shown: 1 bar, 2 circle, 3 grid, 4 crop.', schemas.sponsorView, [400, 401, 403])
  viewByGet(@Param('designNumber') designNumber: string, @CallMetadata() metadata: Metadata) {
    return this.view(designNumber, metadata);
  }

  @Post('view/:designNumber')
  @HttpCode(200)
  @Describe('Chooses how sponsors are shown: 1 bar, 2 circle, 3 grid, 4 crop.', schemas.sponsorView, [400, 401, 403])
  async view(@Param('designNumber') designNumber: string, @CallMetadata() metadata: Metadata) {
    const message = 'The design must be 1, 2, 3 or 4.';
    if (!isSponsorView(designNumber)) throw badInput(message, [{ field: 'design_number', message }]);
    const { sponsorView } = await this.clients.sponsors.setSponsorView({ sponsorView: designNumber }, metadata);
    return success('Design Activated Successfully', { sponsor_view: sponsorView });
  }

  @Get('approve/:id')
  @ChangesStateOnGet()
  @Describe('Publishes a request.', schemas.sponsor, [401, 403, 404, 409])
  approveByGet(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    return this.approve(id, metadata);
  }

  @Post('approve/:id')
  @HttpCode(200)
  @Describe('Publishes a request.', schemas.sponsor, [401, 403, 404, 409])
  async approve(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const { sponsor } = await this.clients.sponsors.approveSponsor({ id: checkedId(id) }, metadata);
    return success('Sponsor Approved Successfully', sponsor ? sponsorJson(sponsor) : null);
  }

  @Get('reject/:id')
  @ChangesStateOnGet()
  @Describe('Refuses a request, optionally with a reason.', schemas.sponsor, [400, 401, 403, 404, 409])
  rejectByGet(
    @Param('id') id: string,
    @Query({ schema: sponsorRejectInput }) { reason }: RejectInput,
    @CallMetadata() metadata: Metadata,
  ) {
    return this.rejectFor(id, reason, metadata);
  }

  @Post('reject/:id')
  @HttpCode(200)
  @Describe('Refuses a request, optionally with a reason.', schemas.sponsor, [400, 401, 403, 404, 409])
  reject(
    @Param('id') id: string,
    @Query({ schema: sponsorRejectInput }) query: RejectInput,
    @Body({ schema: rejectBody }) body: RejectInput,
    @CallMetadata() metadata: Metadata,
  ) {
    return this.rejectFor(id, body.reason || query.reason, metadata);
  }

  private async rejectFor(id: string, reason: string, metadata: Metadata) {
    const request = { id: checkedId(id), ...(reason && { reason }) };
    const { sponsor } = await this.clients.sponsors.rejectSponsor(request, metadata);
    return success('Sponsor Rejected Successfully', sponsor ? sponsorJson(sponsor) : null);
  }

  @Get('delete/:id')
  @ChangesStateOnGet()
  @Describe('Takes a sponsor off the site. It can be restored for 30 days.', schemas.nothing, [401, 403, 404])
  deleteByGet(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    return this.delete(id, metadata);
  }

  @Post('delete/:id')
  @HttpCode(200)
  @Describe('Takes a sponsor off the site. It can be restored for 30 days.', schemas.nothing, [401, 403, 404])
  deleteByPost(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    return this.delete(id, metadata);
  }

  @Delete(':id')
  @Describe('Takes a sponsor off the site. It can be restored for 30 days.', schemas.nothing, [401, 403, 404])
  async delete(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    await this.clients.sponsors.deleteSponsor({ id: checkedId(id) }, metadata);
    return success('Sponsor Deleted Successfully', null);
  }
}
