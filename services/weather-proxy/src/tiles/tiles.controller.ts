/** Map tiles and their layers over gRPC. */
import { Controller, Inject } from '@nestjs/common';
import {
  TilesServiceControllerMethods,
  type GetTileRequest,
  type GetTileResponse,
  type ListLayersResponse,
  type TilesServiceController,
} from '@site/proto/gen/nest/weather/v1/tiles';
import { invalid, notFound, unavailable } from '@site/proto/grpc';
import { isWithinTileBounds, mapLayers } from '@site/domain/weather/tile-grid';
import { tileAddress } from '@site/proto/weather/v1/tiles.schema';
import { stateName } from '@site/regions/state';
import { UpstreamError } from '../upstream/upstream-error.js';
import type { TileCache } from './tile-cache.js';

/** Null when no provider is configured. */
export const TILES = Symbol('map tiles');

/** A failure may be over in a minute. */
const retrySeconds = { notConfigured: 3_600, failed: 60 } as const;

@Controller()
@TilesServiceControllerMethods()
export class TilesController implements TilesServiceController {
  constructor(@Inject(TILES) private readonly tiles: TileCache | null) {}

  /** @throws INVALID_ARGUMENT, NOT_FOUND outside the map, UNAVAILABLE with the seconds until a retry */
  async getTile(request: GetTileRequest): Promise<GetTileResponse> {
    const input = tileAddress.safeParse(request);
    if (!input.success) {
      const faults = input.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
      throw invalid('This isn’t a map tile address.', faults);
    }
    if (!isWithinTileBounds(input.data))
      throw notFound(`The weather map covers only ${stateName} and its surroundings.`);
    if (!this.tiles) throw unavailable('Weather map layers aren’t set up on this site.', retrySeconds.notConfigured);
    try {
      const { png, fetchedAt, freshSeconds } = await this.tiles.get(input.data);
      return { png, fetchedAt: new Date(fetchedAt).toISOString(), freshSeconds };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      if (error.outcome === 'not_found') throw notFound('The provider has no such tile.');
      throw unavailable('Weather layers aren’t available right now. Try again in a minute.', retrySeconds.failed);
    }
  }

  listLayers(): ListLayersResponse {
    const none = () => mapLayers.map((layer) => ({ layer, available: false, reason: 'not configured' }));
    return { layers: this.tiles?.layers() ?? none() };
  }
}
