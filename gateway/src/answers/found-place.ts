import type { Place } from '@site/proto/gen/nest/weather/v1/places';
import { foundPlaceAnswer, type FoundPlace } from '@site/proto/weather/v1/places.answers';
import { answerFrom } from './answer-from.js';

export const foundPlace = (place: Place): FoundPlace => answerFrom(foundPlaceAnswer, place, { similar: place.similar });
