/** Dashboard routes of sponsors: requests, approval, order and the top sponsor. */
import type { Metadata } from '@grpc/grpc-js';
import { Body, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { newId } from '@site/platform/base/ids';
import type { IdempotencyClaim } from '@site/proto/gen/nest/requests/v1/idempotency';
import type { Sponsor, SponsorsServiceClient } from '@site/proto/gen/nest/submissions/v1/sponsors';
import {
  editedSponsorResponse,
  sponsorListsResponse,
  sponsorViewResponse,
} from '@site/proto/submissions/v1/sponsors.responses';
import { orderInput, type OrderInput } from '@site/proto/order.schema';
import {
  advertiseFileField,
  isSponsorView,
  sponsorEditInput,
  sponsorInput,
  topSponsorInput,
} from '@site/proto/submissions/v1/sponsors.schema';
import type { Request } from 'express';
import type { z } from 'zod';
import { toResponse } from '../../responses/response-from.js';
import { fallbackUrl, toModeratedImageJson } from '../../responses/image-json.js';
import { sponsorViewOf } from '../../responses/content-json.js';
import { editing, OrderRoute } from '../../feature-kit/content-crud.js';
import { PostOrGet } from '../../feature-kit/method-aliases.js';
import {
  bothLists,
  reasonOf,
  rejectBody,
  rejectInput,
  submissionsQuery,
  type RejectInput,
  type SubmissionsQuery,
} from '../../feature-kit/submission-lists.js';
import { Describe } from '../../edge/api/api-docs.js';
import { success } from '../../edge/envelope.js';
import { badInput, requireId } from '../../edge/http-errors.js';
import { CallMetadata } from '../../edge/session.guard.js';
import { DescribeIdempotencyKey, idempotencyClaim } from '../../uploads/idempotency.js';
import { logoTypes } from '../../uploads/image-check.js';
import { sponsorFields } from './sponsors.controller.js';

/** Required in the specification's form but not in its API call. */
const file = { field: advertiseFileField, label: 'Company logo', types: logoTypes, required: false } as const;

const checkedId = (id: string) => requireId(id, 'This sponsor does not exist.');

/**
 * Calls to services are retried when a response is lost. A key prevents duplicates: the client's, or a new one per
 * request, so that editing a value back isn't taken for a double click.
 */
const keyed = (claim: IdempotencyClaim): IdempotencyClaim => ({ ...claim, key: claim.key ?? newId() });

const sponsorJson = (sponsor: Sponsor) =>
  toResponse(editedSponsorResponse, sponsor, {
    company_logo: fallbackUrl(sponsor.logo),
    picture: toModeratedImageJson(sponsor.logo),
  });

export class AdminSponsorsController extends editing({
  path: 'sponsor',
  tag: 'sponsors (dashboard)',
  permission: 'sponsors',
  name: 'Sponsor',
  client: (clients) => clients.of<SponsorsServiceClient>('submissions', 'SponsorsService'),
  answer: editedSponsorResponse,
  toJson: sponsorJson,
  create: {
    summary: 'Adds a sponsor, who is public immediately.',
    form: { fields: sponsorInput, file },
    call: (client, { fields, upload, write }, metadata) =>
      client
        .createSponsor({ fields: sponsorFields(fields), logo: upload, ...write }, metadata)
        .then(({ sponsor }) => sponsor),
  },
  edit: {
    summary: 'Changes a sponsor or a request. Without a file the logo stays.',
    form: { fields: sponsorEditInput, file },
    call: (client, { fields, upload, write }, metadata) => {
      const id = checkedId(fields.sponsor_id || fields.id);
      const idempotency = keyed(write.idempotency);
      const request = { id, fields: sponsorFields(fields), logo: upload, ...write, idempotency };
      return client.updateSponsor(request, metadata).then(({ sponsor }) => sponsor);
    },
  },
  delete: {
    summary: 'Removes a sponsor from the site. It can be restored for 30 days.',
    call: (client, id, metadata) => client.deleteSponsor({ id: checkedId(id) }, metadata),
  },
}) {
  @Get()
  @Describe(
    'Approved sponsors in display order and requests, newest first: the first page of both, or with state a page of one.',
    sponsorListsResponse,
    [400, 401, 403, 503],
  )
  async list(@Query({ schema: submissionsQuery }) query: SubmissionsQuery, @CallMetadata() metadata: Metadata) {
    const { cursor, limit } = query;
    const { approved, pending, next } = await bothLists(query, (state) =>
      this.client.listSponsors({ state, cursor, limit }, metadata),
    );
    const data = {
      approvedSponsor: (approved?.sponsors ?? []).map(sponsorJson),
      pendingSponsor: (pending?.sponsors ?? []).map(sponsorJson),
      sponsor_view: sponsorViewOf((approved ?? pending)?.sponsorView),
    };
    return success('Sponsors', data, next);
  }

  @Post('top')
  @HttpCode(200)
  @DescribeIdempotencyKey()
  @Describe(
    'Selects or deselects the sponsor for the hero: as in is_top, otherwise the opposite of the current state.',
    editedSponsorResponse,
    [400, 401, 403, 404, 409, 422],
  )
  async top(
    @Body({ schema: topSponsorInput }) input: z.infer<typeof topSponsorInput>,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
  ) {
    const { sponsor_id, is_top: isTop } = input;
    const idempotency = keyed(idempotencyClaim(request, input));
    const sponsor = await this.client.setTopSponsor({ id: checkedId(sponsor_id), isTop, idempotency }, metadata);
    return success('Top Sponsor Updated Successfully', this.toJson(sponsor));
  }

  @PostOrGet('view/:designNumber')
  @Describe('Sets the layout of sponsors: 1 bar, 2 circle, 3 grid, 4 crop.', sponsorViewResponse, [400, 401, 403])
  async view(@Param('designNumber') designNumber: string, @CallMetadata() metadata: Metadata) {
    const message = 'The design must be 1, 2, 3 or 4.';
    if (!isSponsorView(designNumber)) throw badInput(message, [{ field: 'design_number', message }]);
    const { sponsorView } = await this.client.setSponsorView({ sponsorView: designNumber }, metadata);
    return success('Design Activated Successfully', { sponsor_view: sponsorView });
  }

  @PostOrGet('approve/:id')
  @Describe('Publishes a request.', editedSponsorResponse, [401, 403, 404, 409])
  async approve(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
    const sponsor = await this.client.approveSponsor({ id: checkedId(id) }, metadata);
    return success('Sponsor Approved Successfully', this.toJson(sponsor));
  }

  @PostOrGet('reject/:id')
  @Describe('Rejects a request, optionally with a reason.', editedSponsorResponse, [400, 401, 403, 404, 409])
  async reject(
    @Param('id') id: string,
    @CallMetadata() metadata: Metadata,
    @Query({ schema: rejectInput }) query: RejectInput,
    @Body({ schema: rejectBody }) body?: RejectInput,
  ) {
    const sponsor = await this.client.rejectSponsor({ id: checkedId(id), reason: reasonOf(query, body) }, metadata);
    return success('Sponsor Rejected Successfully', this.toJson(sponsor));
  }

  @OrderRoute('Sets the order of all approved sponsors, also on the public pages. 409 if the list has changed since.')
  async order(@Body({ schema: orderInput }) input: OrderInput, @CallMetadata() metadata: Metadata) {
    await this.client.orderSponsors(input, metadata);
    return success('Order Saved Successfully', null);
  }
}
