/** Routes of the Atom feeds of weather alerts, for the state and for each county. */
import { applyDecorators, Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { counties, type County } from '@site/regions/counties';
import { stateName } from '@site/regions/state';
import type { Request, Response } from 'express';
import { sendPrepared } from '../../responses/prepared-response.js';
import { busy, missing } from '../../edge/http-errors.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CachedByNginx } from '../../edge/route-traits.js';
import { Public } from '../../edge/session.guard.js';
import { AlertFeeds, atomMediaType } from './alert-feeds.js';

const Feed = (path: string, summary: string) =>
  applyDecorators(
    Get(path),
    CachedByNginx(),
    ApiOperation({ summary }),
    ApiProduces(atomMediaType),
    ApiOkResponse({ schema: { type: 'string' }, description: 'The feed' }),
    ApiResponse({ status: 503, description: 'Alert status unknown: keep your copy.' }),
  );

@ApiTags('weather')
@Public()
@RateLimit('read')
@Controller()
export class AlertFeedsController {
  constructor(@Inject(AlertFeeds) private readonly feeds: AlertFeeds) {}

  @Feed('alerts.atom', `Weather events with alerts in ${stateName}, most dangerous first.`)
  async state(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(request, response);
  }

  @Feed('now/:county/alerts.atom', 'Weather events with alerts in a county or the whole state.')
  @ApiParam({ name: 'county', example: 'hot-spring' })
  @ApiResponse({ status: 404, description: 'There is no such county.' })
  async county(@Param('county') slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const county = counties.find((each) => each.slug === slug.toLowerCase());
    if (!county) throw missing(`There is no county of this name in ${stateName}.`);
    await this.send(request, response, county);
  }

  private async send(request: Request, response: Response, county?: County): Promise<void> {
    const prepared = await this.feeds.feed(county);
    if (!prepared) throw busy();
    sendPrepared(request, response, prepared);
  }
}
