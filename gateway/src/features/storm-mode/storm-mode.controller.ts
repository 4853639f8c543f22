/** Dashboard routes that set and end the storm banner above every page. */
import type { Metadata } from '@grpc/grpc-js';
import { Body, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { emptyResponse } from '@site/proto/responses';
import { editedStormBannerResponse } from '@site/proto/content/v1/storm-mode.responses';
import { maxStormHours, stormBannerInput, type StormBannerInput } from '@site/proto/content/v1/storm-mode.schema';
import type { StormBanner, StormModeServiceClient } from '@site/proto/gen/nest/content/v1/storm_mode';
import { stateName } from '@site/regions/state';
import type { Request } from 'express';
import { toResponse } from '../../responses/response-from.js';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { badField } from '../../edge/http-errors.js';
import { DashboardController, PostJson } from '../../edge/routes.js';
import { CallMetadata } from '../../edge/session.guard.js';
import { localInstant } from '../../feature-kit/local-instant.js';
import { DescribeIdempotencyKey, idempotencyClaim } from '../../uploads/idempotency.js';

const maxDurationMs = maxStormHours * 3_600_000;
const plainLabel = 'Read more';

const bannerJson = (banner: StormBanner) =>
  toResponse(editedStormBannerResponse, banner, { link_url: banner.linkUrl || null });

/** @param local the state's local time @throws 400 for invalid times */
function endOf(local: string): string {
  const end = localInstant('ends_at', local);
  const inMs = end.getTime() - Date.now();
  if (inMs <= 0) throw badField('ends_at', 'The end must be in the future');
  if (inMs > maxDurationMs) throw badField('ends_at', `The end must be within ${maxStormHours} hours`);
  return end.toISOString();
}

@DashboardController('admin/main/storm-banner', 'storm mode (dashboard)', 'storm')
export class StormModeController {
  private readonly stormMode;

  constructor(@Inject(Clients) clients: Clients) {
    this.stormMode = clients.of<StormModeServiceClient>('content', 'StormModeService');
  }

  @Get()
  @Describe(
    'The active banner and who set it, or null if there is none.',
    editedStormBannerResponse.nullable(),
    [401, 403, 503],
  )
  async get(@CallMetadata() metadata: Metadata) {
    const { banner } = await this.stormMode.getStormBanner({}, metadata);
    return success('Storm banner', banner ? bannerJson(banner) : null);
  }

  @PostJson()
  @DescribeIdempotencyKey()
  @Describe(
    `Sets the banner, replacing the active one. ends_at is local time in ${stateName}, for instance 2026-11-26T07:30, at most 72 hours ahead.`,
    editedStormBannerResponse,
    [400, 401, 403, 415, 422, 503],
  )
  async set(
    @Body({ schema: stormBannerInput }) input: StormBannerInput,
    @Req() request: Request,
    @CallMetadata() metadata: Metadata,
  ) {
    const { text, link_url: linkUrl, link_label: linkLabel, ends_at: endsAt } = input;
    const banner = await this.stormMode.setStormBanner(
      {
        text,
        linkUrl,
        linkLabel: linkLabel || plainLabel,
        endsAt: endOf(endsAt),
        idempotency: idempotencyClaim(request, input),
      },
      metadata,
    );
    return success('Storm banner is up', bannerJson(banner));
  }

  @Post('end')
  @HttpCode(200)
  @Describe('Removes the banner; without one it changes nothing.', emptyResponse, [401, 403, 503])
  async end(@CallMetadata() metadata: Metadata) {
    await this.stormMode.endStormBanner({}, metadata);
    return success('Storm banner is down', null);
  }
}
