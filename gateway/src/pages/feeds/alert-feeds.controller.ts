import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { counties } from '@site/proto/weather/v1/counties';
import type { Request, Response } from 'express';
import { AlertFeeds, atomMediaType } from './alert-feeds.js';
import { busy, missing } from '../../edge/failures.js';
import { sendPrepared } from '../../answers/prepared.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { Public } from '../../edge/session.guard.js';

const feed = { schema: { type: 'string' }, description: 'The feed' } as const;
const unknown = { status: 503, description: 'Nothing is known of alerts: keep what you have.' } as const;

/** Atom 1.0 feeds of what is warned. */
@ApiTags('weather')
@Public()
@RateLimit('read')
@Controller()
export class AlertFeedsController {
  constructor(@Inject(AlertFeeds) private readonly feeds: AlertFeeds) {}

  @Get('alerts.atom')
  @ApiOperation({ summary: 'Every weather event that is warned of in Arkansas, the most dangerous first.' })
  @ApiProduces(atomMediaType)
  @ApiOkResponse(feed)
  @ApiResponse(unknown)
  async state(@Req() request: Request, @Res() response: Response): Promise<void> {
    const prepared = await this.feeds.state();
    if (!prepared) throw busy();
    sendPrepared(request, response, prepared);
  }

  @Get('now/:county/alerts.atom')
  @ApiOperation({ summary: 'The weather events of a county, with those of the whole state.' })
  @ApiParam({ name: 'county', example: 'hot-spring' })
  @ApiProduces(atomMediaType)
  @ApiOkResponse(feed)
  @ApiResponse({ status: 404, description: 'There is no such county.' })
  @ApiResponse(unknown)
  async county(@Param('county') slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const county = counties.find((each) => each.slug === slug.toLowerCase());
    if (!county) throw missing('There is no county of this name in Arkansas.');
    const prepared = await this.feeds.county(county);
    if (!prepared) throw busy();
    sendPrepared(request, response, prepared);
  }
}
