import { Inject, Query, Req, Res } from '@nestjs/common';
import { nextHourResponse } from '@site/proto/weather/v1/next-hour.responses';
import { nextHourQuery } from '@site/proto/weather/v1/next-hour.schema';
import { outlookResponse } from '@site/proto/weather/v1/outlook.responses';
import { radarResponse } from '@site/proto/weather/v1/radar.responses';
import { stormReportsResponse } from '@site/proto/weather/v1/storm-reports.responses';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { sendPrepared } from '../../responses/prepared-response.js';
import { StormContext } from '../../responses/storm/storm-context.js';
import { Describe } from '../../edge/api/api-docs.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CachedGet, PublicController } from '../../edge/routes.js';

/** Serves from the cache; the radar's pictures are below /media. */
@PublicController('main/weather', 'weather')
@RateLimit('weather')
export class StormContextController {
  constructor(@Inject(StormContext) private readonly storm: StormContext) {}

  @CachedGet('outlook')
  @Describe(
    'Where severe storms may occur today and on the next two days. Only a day with ok=true and no areas is without risk.',
    outlookResponse,
    [429, 503],
  )
  async outlook(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.storm.outlook.send(request, response);
  }

  @CachedGet('radar')
  @Describe(
    'Radar pictures of the last two hours, newest first. ok=false: there are none, and reason says why.',
    radarResponse,
    [429, 503],
  )
  async radar(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.storm.radar.send(request, response);
  }

  @CachedGet('next-hour')
  @Describe(
    'Rain at a place in the next hour, in steps of five minutes from the radar frame on: our estimate from NOAA radar, not a warning. ok=false: nothing is known, and reason says why.',
    nextHourResponse,
    [400, 429],
  )
  async nextHour(
    @Query({ schema: nextHourQuery }) place: z.infer<typeof nextHourQuery>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    sendPrepared(request, response, await this.storm.nextHourResponse(place));
  }

  /** All are preliminary. */
  @CachedGet('reports')
  @Describe(
    'Storm reports of the last 24 hours, newest first. Only ok=true with an empty list means that there were none.',
    stormReportsResponse,
    [429, 503],
  )
  async reports(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.storm.reports.send(request, response);
  }
}
