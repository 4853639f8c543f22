import { Inject, Req, Res } from '@nestjs/common';
import { radarAnswer } from '@site/proto/weather/v1/radar.answers';
import type { Request, Response } from 'express';
import { StormContext } from '../../answers/storm/storm-context.js';
import { Describe } from '../../edge/api/api-docs.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CachedGet, PublicController } from '../../edge/routes.js';

/** Serves frames from the cache; the pictures are below /media. */
@PublicController('main/weather/radar', 'weather')
@RateLimit('weather')
export class RadarController {
  constructor(@Inject(StormContext) private readonly storm: StormContext) {}

  @CachedGet()
  @Describe(
    'Radar pictures of the last two hours, newest first. ok=false: there are none, and reason says why.',
    radarAnswer,
    [429, 503],
  )
  async radar(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.storm.radar.send(request, response);
  }
}
