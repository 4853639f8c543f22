import type { Place } from '@site/proto/gen/nest/weather/v1/places';
import { foundPlaceAnswer, type FoundPlace } from '@site/proto/weather/v1/places.answers';
import { answerFrom } from './answer-from.js';

/** Converts a place to a search result; `similar` marks a place whose name only resembles the query. */
export const foundPlace = (place: Place): FoundPlace => answerFrom(foundPlaceAnswer, place, { similar: place.similar });
