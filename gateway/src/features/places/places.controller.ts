import type { Metadata } from '@grpc/grpc-js';
import { Controller, Get, Header, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { placesQuery, type PlacesQuery } from '@site/proto/weather/v1/places.schema';
import { Clients } from '../../edge/clients/clients.js';
import { success } from '../../edge/envelope.js';
import { weatherHeaders } from '../../answers/public-answers.js';
import { RateLimit } from '../../edge/rate-limit.guard.js';
import { CallMetadata, Public } from '../../edge/session.guard.js';
import { Describe } from '../../edge/api/api-docs.js';

const text = { type: 'string' };
const degrees = { type: 'number' };
const places = {
  type: 'array',
  maxItems: 5,
  items: {
    type: 'object',
    properties: {
      id: text,
      name: text,
      place: text,
      lat: degrees,
      lon: degrees,
      type: { type: 'string', enum: ['place', 'locality', 'neighborhood', 'county'] },
    },
  },
};

@ApiTags('weather')
@Public()
@RateLimit('weather')
@Controller('main/weather/search')
export class PlacesController {
  constructor(@Inject(Clients) private readonly clients: Clients) {}

  @Get()
  @Header('Cache-Control', weatherHeaders['Cache-Control'])
  @Describe(
    'Places whose name begins like q, best first, five at most; none when nothing is called so.',
    places,
    [400, 429, 503],
  )
  async search(@Query({ schema: placesQuery }) { q }: PlacesQuery, @CallMetadata() metadata: Metadata) {
    const found = await this.clients.places.searchPlaces({ query: q }, metadata);
    return success(
      'Places',
      found.places.map(({ id, name, place, lat, lon, type }) => ({ id, name, place, lat, lon, type })),
    );
  }
}
