import { z } from 'zod';
import { requiredText } from '../../fields.js';

/** How many places a search answers at most. */
export const mostPlaces = 5;

/** Query of GET /main/weather/search. */
export const placesQuery = z.object({ q: requiredText('q', 100) });
export type PlacesQuery = z.infer<typeof placesQuery>;
