import { z } from 'zod';
import { requiredLine } from '../../fields.js';

/** The most places that a search returns. */
export const mostPlaces = 5;

/** Query of GET /main/weather/search. */
export const placesQuery = z.object({ q: requiredLine('q', 100) });
export type PlacesQuery = z.infer<typeof placesQuery>;
