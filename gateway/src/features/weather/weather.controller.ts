/** Public routes of forecasts, alerts, the alert stream and single weather events. */
import { Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiProduces, ApiResponse } from '@nestjs/swagger';
import { weatherEventResponse } from '@site/proto/weather/v1/alert-events.responses';
import { alertsResponse } from '@site/proto/weather/v1/alerts.responses';
import { alertsQuery } from '@site/proto/weather/v1/alerts.schema';
import { forecastResponse } from '@site/proto/weather/v1/forecasts.responses';
import { cellAt } from '@site/domain/weather/forecast-cells';
import { forecastQuery } from '@site/proto/weather/v1/forecasts.schema';
import { stateName } from '@site/regions/state';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { addressKeyOf } from '@site/platform/base/ip-address';
import type { z } from 'zod';
import { busy, missing } from '../../edge/http-errors.js';
import { AlertEvents } from '../../responses/alert-events.js';
import { CurrentAlerts } from '../../responses/current-alerts.js';
import { Forecasts } from '../../responses/forecasts.js';
import { sendPrepared } from '../../responses/prepared-response.js';
import { PublicResponses } from '../../responses/public-responses.js';
import { RateLimit, RateLimits } from '../../edge/rate-limit.guard.js';
import { CachedGet, PublicController } from '../../edge/routes.js';
import { Describe, failureSchema } from '../../edge/api/api-docs.js';

const placesRememberedMs = 10 * 60_000;

/** Only uncached requests get here. */
@PublicController('main/weather', 'weather')
@RateLimit('weather')
export class WeatherController {
  /** Recently requested places, which add no provider calls. */
  private readonly recentPlaces = new LRUCache<string, true>({ max: 50_000, ttl: placesRememberedMs });

  constructor(
    @Inject(Forecasts) private readonly forecasts: Forecasts,
    @Inject(PublicResponses) private readonly publicResponses: PublicResponses,
    @Inject(AlertEvents) private readonly events: AlertEvents,
    @Inject(CurrentAlerts) private readonly current: CurrentAlerts,
    @Inject(RateLimits) private readonly rateLimits: RateLimits,
  ) {}

  @CachedGet('forecast')
  @RateLimit('forecast')
  @Describe(
    'The weather at a place (within a cell of 0.02° by 0.02°), in the field names of WeatherAPI, with 48 hours for the hourly strip.',
    forecastResponse,
    [400, 429, 503],
  )
  async forecast(
    @Query({ schema: forecastQuery }) query: z.infer<typeof forecastQuery>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { lat, lon } = cellAt(query);
    const place = `${lat},${lon}`;
    if (!this.recentPlaces.has(place)) await this.takeNewPlace(addressKeyOf(request.ip));
    this.recentPlaces.set(place, true);
    sendPrepared(request, response, await this.forecasts.wait(query));
  }

  /**
   * Counts a place that needs a provider call. All clients share the providers' capacity: once it is low, one client
   * may use only as much as a household needs.
   */
  private async takeNewPlace(client: string): Promise<void> {
    await this.rateLimits.take('weatherPlaceRoomy', client);
    const isWithinLimit = await this.rateLimits.take('newPlaces', 'all').then(
      () => true,
      () => false,
    );
    if (!isWithinLimit) await this.rateLimits.take('weatherPlace', client);
  }

  @CachedGet('alerts')
  @Describe(
    `Every active alert for ${stateName}, most dangerous first. Only ok=true with an empty list means that there are none.`,
    alertsResponse,
    [503],
  )
  async alerts(
    @Query({ schema: alertsQuery }) { version }: z.infer<typeof alertsQuery>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    // Another gateway already has this version.
    if (version > this.current.announcedVersion) await this.current.refresh();
    if (version > this.current.announcedVersion) throw busy();
    sendPrepared(request, response, await this.publicResponses.wait('/main/weather/alerts'));
  }

  @Get('alerts/stream')
  @ApiOperation({
    summary:
      'Server-sent events: the version of the alert list (`version` of GET /main/weather/alerts), now and whenever it changes; a comment every 20 s.',
  })
  @ApiProduces('text/event-stream')
  @ApiOkResponse({ description: 'The stream', schema: { type: 'string' } })
  @ApiResponse({
    status: 503,
    description: 'Too many streams, from this network or overall: poll instead.',
    schema: failureSchema,
  })
  alertStream(): never {
    // `serveAlertStreams` handles it before Express.
    throw busy();
  }

  @CachedGet('event/:name')
  @RateLimit('read')
  @ApiParam({ name: 'name', description: 'An event’s key, or the identifier of any of its messages.' })
  @Describe(
    'One weather event from its first message to its end, newest revision first. ok=false: this is the last known state, because the current one is unavailable.',
    weatherEventResponse,
    [404, 429, 503],
  )
  async event(@Param('name') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const prepared = await this.events.prepared(name);
    if (prepared === 'missing') throw missing('We have no record of this weather event.');
    if (prepared === 'unknown') throw busy();
    sendPrepared(request, response, prepared);
  }
}
