import { Inject, Req, Res } from '@nestjs/common';
import { stormReportsAnswer } from '@site/proto/weather/v1/storm-reports.answers';
import type { Request, Response } from 'express';
import { StormContext } from '../../answers/storm/storm-context.js';
import { Describe } from '../../edge/api/api-docs.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CachedGet, PublicController } from '../../edge/routes.js';

/** All are preliminary. */
@PublicController('main/weather/reports', 'weather')
@RateLimit('weather')
export class StormReportsController {
  constructor(@Inject(StormContext) private readonly storm: StormContext) {}

  @CachedGet()
  @Describe(
    'Storm reports of the last 24 hours, newest first. Only ok=true with an empty list means that there were none.',
    stormReportsAnswer,
    [429, 503],
  )
  async reports(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.storm.reports.send(request, response);
  }
}
