import { z } from 'zod';
import { requiredText } from '../../fields.js';

/** The most places that a search returns. */
export const mostPlaces = 5;

/** Query of GET /main/weather/search. */
export const placesQuery = z.object({ q: requiredText('q', 100) });
export type PlacesQuery = z.infer<typeof placesQuery>;
