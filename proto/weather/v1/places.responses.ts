import { z } from 'zod';
import { text } from '../../responses.js';

/** A place in the state whose name starts with the query, or resembles it. */
export const foundPlaceResponse = z.strictObject({
  id: text,
  name: text,
  place: text,
  lat: z.number(),
  lon: z.number(),
  type: z.enum(['place', 'locality', 'neighborhood', 'county']),
  similar: z
    .boolean()
    .optional()
    .describe('True if no place has the name that was searched for and this one only resembles it.'),
});
export type FoundPlace = z.infer<typeof foundPlaceResponse>;
