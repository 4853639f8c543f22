/** Place search over gRPC. */
import { Controller, Inject } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import {
  PlacesServiceControllerMethods,
  type PlacesServiceController,
  type SearchPlacesRequest,
  type SearchPlacesResponse,
} from '@site/proto/gen/nest/weather/v1/places';
import { invalid } from '@site/proto/grpc';
import { placesQuery } from '@site/proto/weather/v1/places.schema';
import { searchGazetteer } from './gazetteer.js';
import type { MapboxGeocoder } from './mapbox.js';
import { isNamedLike } from './place-names.js';
import { placeOfZipCode } from './zip-codes.js';

/** Null when none is configured. */
export const GEOCODER = Symbol('geocoder');

@Controller()
@PlacesServiceControllerMethods()
export class PlacesController implements PlacesServiceController {
  constructor(
    @Inject(GEOCODER) private readonly geocoder: MapboxGeocoder | null,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Prefers a ZIP code, then the geocoder, then built-in places. @throws INVALID_ARGUMENT naming `q` */
  async searchPlaces({ query }: SearchPlacesRequest): Promise<SearchPlacesResponse> {
    const input = placesQuery.safeParse({ q: query });
    if (!input.success) {
      const [message = ''] = input.error.issues.map((issue) => issue.message);
      throw invalid('The search query is invalid.', [{ field: 'q', message }]);
    }
    const { q } = input.data;
    const ofZipCode = placeOfZipCode(q);
    if (ofZipCode) return { places: [ofZipCode], source: 'gazetteer' };
    const builtIn = searchGazetteer(q);
    const isNamed = builtIn.some(({ similar }) => !similar);
    const geocoded = (await this.geocode(q, isNamed)) ?? [];
    // Mapbox also returns other towns with resembling names.
    const named = geocoded.filter((place) => isNamedLike(place, q));
    if (named.length > 0) return { places: named, source: 'mapbox' };
    // Mapbox doesn't find counties and the smallest places.
    if (builtIn.length > 0 || geocoded.length === 0) return { places: builtIn, source: 'gazetteer' };
    return { places: geocoded.map((place) => ({ ...place, similar: true })), source: 'mapbox' };
  }

  private async geocode(q: string, hasStandIn: boolean) {
    try {
      return await this.geocoder?.search(q, hasStandIn);
    } catch (error) {
      this.logger.debug({ err: error }, 'the geocoder failed: using the built-in places');
      return undefined;
    }
  }
}
