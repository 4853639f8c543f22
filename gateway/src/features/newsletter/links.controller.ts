import { status, type Metadata } from '@grpc/grpc-js';
import { Get, Inject, Param, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { Clients } from '../../edge/clients/clients.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { PublicController } from '../../edge/routes.js';
import { CallMetadata } from '../../edge/session.guard.js';

/** Gets the site's 404 page. */
const nowhere = '/no-such-link';
/** If a link can't be resolved: the mail was about one of these posts. */
const posts = '/blogs';

/** Counts and redirects newsletter links, the same for every reader; sets no cookie and stores no address. */
@PublicController('go', 'newsletter')
@RateLimit('read')
export class LinksController {
  constructor(@Inject(Clients) private readonly clients: Clients) {}

  @Get(':campaign/:number')
  @ApiOperation({ summary: 'Redirects to the target of a newsletter link and counts the click.' })
  @ApiResponse({ status: 302, description: 'The target page; a page saying so for an unknown link.' })
  async follow(
    @Param('campaign') campaignId: string,
    @Param('number') number: string,
    @CallMetadata() metadata: Metadata,
    @Res() response: Response,
  ): Promise<void> {
    response.setHeader('X-Robots-Tag', 'noindex');
    response.redirect(302, await this.targetOf(campaignId, number, metadata));
  }

  private async targetOf(campaignId: string, number: string, metadata: Metadata): Promise<string> {
    if (!/^[1-9]\d{0,4}$/.test(number)) return nowhere;
    try {
      return (await this.clients.newsletter.followLink({ campaignId, number: Number(number) }, metadata)).url;
    } catch (error) {
      return (error as { code?: unknown }).code === status.NOT_FOUND ? nowhere : posts;
    }
  }
}
