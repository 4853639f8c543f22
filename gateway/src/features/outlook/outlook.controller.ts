import { Inject, Req, Res } from '@nestjs/common';
import { outlookAnswer } from '@site/proto/weather/v1/outlook.answers';
import type { Request, Response } from 'express';
import { StormContext } from '../../answers/storm/storm-context.js';
import { Describe } from '../../edge/api/api-docs.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CachedGet, PublicController } from '../../edge/routes.js';

@PublicController('main/weather/outlook', 'weather')
@RateLimit('weather')
export class OutlookController {
  constructor(@Inject(StormContext) private readonly storm: StormContext) {}

  @CachedGet()
  @Describe(
    'Where severe storms may occur today and on the next two days. Only a day with ok=true and no areas is without risk.',
    outlookAnswer,
    [429, 503],
  )
  async outlook(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.storm.outlook.send(request, response);
  }
}
