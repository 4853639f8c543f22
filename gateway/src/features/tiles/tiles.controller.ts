/** Public routes of map layer tiles, which the weather proxy fetches from OpenWeather. */
import { status as grpc, type Metadata, type ServiceError } from '@grpc/grpc-js';
import { Header, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiProduces, ApiResponse } from '@nestjs/swagger';
import type { TilesServiceClient } from '@site/proto/gen/nest/weather/v1/tiles';
import { metadataKeys } from '@site/proto/grpc';
import { mapLayers, tileZoom } from '@site/domain/weather/tile-grid';
import { mapLayerResponse } from '@site/proto/weather/v1/tiles.responses';
import { tileAddress, type TileAddress } from '@site/proto/weather/v1/tiles.schema';
import { stateName } from '@site/regions/state';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { toResponse } from '../../responses/response-from.js';
import { Describe, failureSchema } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { sendFailure } from '../../edge/error.filter.js';
import { notAllowed } from '../../edge/http-errors.js';
import { weatherHeaders } from '../../responses/public-responses.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CachedGet, PublicController } from '../../edge/routes.js';
import { CallMetadata } from '../../edge/session.guard.js';

/** The provider redraws every ten minutes at most; browsers keep a tile until it's that old. */
const maxAgeSeconds = 600;
/** Short, because shared caches serve a tile as if it were new. */
const sharedSeconds = 10;

/** Refuses requests from other sites' pages. */
@PublicController('main/weather', 'weather')
export class TilesController {
  private readonly client;

  constructor(@Inject(Clients) clients: Clients) {
    this.client = clients.of<TilesServiceClient>('weather', 'TilesService');
  }

  @CachedGet('tiles/:layer/:z/:x/:y.png')
  @RateLimit('tiles')
  @ApiOperation({
    summary: `A tile of a map layer, zoom ${tileZoom.least} to ${tileZoom.max}, ${stateName} and its surroundings.`,
  })
  @ApiParam({ name: 'layer', enum: mapLayers })
  @ApiParam({ name: 'z', schema: { type: 'integer', minimum: tileZoom.least, maximum: tileZoom.max } })
  @ApiParam({ name: 'x', schema: { type: 'integer' } })
  @ApiParam({ name: 'y', schema: { type: 'integer' } })
  @ApiProduces('image/png')
  @ApiOkResponse({ description: 'The picture', schema: { type: 'string', format: 'binary' } })
  @ApiResponse({ status: 400, description: 'Not the address of a tile.', schema: failureSchema })
  @ApiResponse({ status: 403, description: 'Requested by another site.', schema: failureSchema })
  @ApiResponse({ status: 404, description: 'Outside the map.', schema: failureSchema })
  @ApiResponse({ status: 429, description: 'Too many requests; see Retry-After.', schema: failureSchema })
  @ApiResponse({ status: 503, description: 'Not configured, or the provider doesn’t respond.', schema: failureSchema })
  async tile(
    @Param({ schema: tileAddress }) address: TileAddress,
    @Req() request: Request,
    @Res() response: Response,
    @CallMetadata() metadata: Metadata,
  ): Promise<void> {
    // Set by browsers, not forgeable by pages (Fetch Metadata). Absent: not another site's page.
    const site = request.get('sec-fetch-site');
    if (site && site !== 'same-origin') throw notAllowed('Only this site’s pages can use these map tiles.');
    try {
      const { png, freshSeconds } = await this.client.getTile(address, metadata);
      const seconds = Math.max(1, Math.min(freshSeconds, maxAgeSeconds));
      response.setHeader('Content-Type', 'image/png');
      response.setHeader('Cache-Control', `public, max-age=${seconds}, s-maxage=${Math.min(seconds, sharedSeconds)}`);
      response.setHeader('Content-Length', png.length);
      response.end(request.method === 'HEAD' ? undefined : png);
    } catch (error) {
      const { code, details, metadata: errorMetadata } = error as ServiceError;
      const retryAfter = code === grpc.UNAVAILABLE && Number(errorMetadata.get(metadataKeys.retryAfterSeconds)[0]);
      // An installation without a key is valid; a thrown error would be logged for every tile.
      if (!retryAfter) throw error;
      sendFailure(response, { status: 503, message: details, retryAfterSeconds: retryAfter });
    }
  }

  @CachedGet('layers')
  @RateLimit('weather')
  @Header('Cache-Control', weatherHeaders['Cache-Control'])
  @Describe(
    'The five layers of the map: which are available, why others aren’t, and the age of recently shown tiles.',
    z.array(mapLayerResponse),
    [429, 503],
  )
  async layers(@CallMetadata() metadata: Metadata) {
    const { layers } = await this.client.listLayers({}, metadata);
    return success(
      'Map layers',
      layers.map((layer) => toResponse(mapLayerResponse, layer)),
    );
  }
}
