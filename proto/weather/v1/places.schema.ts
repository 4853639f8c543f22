import { z } from 'zod';
import { requiredLine } from '../../fields.js';

/** Maximum number of places in a search result. */
export const maxPlaces = 5;

/** Query of GET /main/weather/search. */
export const placesQuery = z.object({ q: requiredLine('q', 100) });
