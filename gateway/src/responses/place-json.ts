import type { Place } from '@site/proto/gen/nest/weather/v1/places';
import { foundPlaceResponse, type FoundPlace } from '@site/proto/weather/v1/places.responses';
import { toResponse } from './response-from.js';

/** Converts a place to a search result; `similar` marks a place whose name only resembles the query. */
export const foundPlace = (place: Place): FoundPlace =>
  toResponse(foundPlaceResponse, place, { similar: place.similar });
