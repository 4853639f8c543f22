/** Public routes of river gauges: the list, and one gauge's readings and forecast. */
import { Inject, Param, Req, Res } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { GetGaugeResponse, RiversServiceClient } from '@site/proto/gen/nest/weather/v1/rivers';
import { gaugeCourseResponse, riversResponse } from '@site/proto/weather/v1/rivers.responses';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { ReadThroughCache } from '../../responses/read-through-cache.js';
import { sendPrepared } from '../../responses/prepared-response.js';
import { stormHeaders } from '../../responses/public-responses.js';
import { SourceClock } from '../../responses/upstream-clock.js';
import { gaugeCourseData } from '../../responses/storm/rivers-data.js';
import { StormContext } from '../../responses/storm/storm-context.js';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CachedGet, PublicController } from '../../edge/routes.js';

const gaugeAddress = z.object({
  id: z.string().regex(/^[A-Z0-9]{5}$/, 'id must be five capital letters and digits, like LRKA4'),
});

/** The list from the cache, one gauge's course on demand. */
@PublicController('main/weather/rivers', 'weather')
@RateLimit('weather')
export class RiversController {
  private readonly client;
  private readonly courses: ReadThroughCache<GetGaugeResponse>;

  constructor(
    @Inject(StormContext) private readonly storm: StormContext,
    @Inject(Clients) clients: Clients,
    @Inject(SourceClock) clock: SourceClock,
  ) {
    this.client = clients.of<RiversServiceClient>('weather', 'RiversService');
    this.courses = new ReadThroughCache({
      action: 'River gauge',
      headers: stormHeaders,
      toData: (message, isUnreachable) => gaugeCourseData(message, { isUnreachable, now: clock.now() }),
    });
  }

  @CachedGet()
  @Describe(
    'River gauges in and around the state, by name. Only ok=true with an empty list means that there are none.',
    riversResponse,
    [429, 503],
  )
  async rivers(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.storm.rivers.send(request, response);
  }

  @CachedGet(':id')
  @ApiParam({ name: 'id', example: 'LRKA4' })
  @Describe(
    'One gauge: its stages of the last three days, its forecast, and its flood stages.',
    gaugeCourseResponse,
    [400, 404, 429, 503],
  )
  async gauge(
    @Param({ schema: gaugeAddress }) { id }: z.infer<typeof gaugeAddress>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    sendPrepared(request, response, await this.courses.find(id, () => this.client.getGauge({ id })));
  }
}
