/** Public search for towns and ZIP codes. */
import type { Metadata } from '@grpc/grpc-js';
import { Header, Inject, Query } from '@nestjs/common';
import type { PlacesServiceClient } from '@site/proto/gen/nest/weather/v1/places';
import { foundPlaceResponse } from '@site/proto/weather/v1/places.responses';
import { placesQuery } from '@site/proto/weather/v1/places.schema';
import { z } from 'zod';
import { foundPlace } from '../../responses/place-json.js';
import { Describe } from '../../edge/api/api-docs.js';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { weatherHeaders } from '../../responses/public-responses.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CachedGet, PublicController } from '../../edge/routes.js';
import { CallMetadata } from '../../edge/session.guard.js';

@PublicController('main/weather/search', 'weather')
@RateLimit('weather')
export class PlacesController {
  private readonly client;

  constructor(@Inject(Clients) clients: Clients) {
    this.client = clients.of<PlacesServiceClient>('weather', 'PlacesService');
  }

  @CachedGet()
  @Header('Cache-Control', weatherHeaders['Cache-Control'])
  @Describe(
    'Up to five places whose names begin with q, best match first; if there are none, places with similar names, marked as such.',
    z.array(foundPlaceResponse).max(5),
    [400, 429, 503],
  )
  async search(@Query({ schema: placesQuery }) { q }: z.infer<typeof placesQuery>, @CallMetadata() metadata: Metadata) {
    const found = await this.client.searchPlaces({ query: q }, metadata);
    return success('Places', found.places.map(foundPlace));
  }
}
