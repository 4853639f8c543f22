import { z } from 'zod';
import { text } from '../../answers.js';

/** A place in the state whose name starts with the query. */
export const foundPlaceAnswer = z.strictObject({
  id: text,
  name: text,
  place: text,
  lat: z.number(),
  lon: z.number(),
  type: z.enum(['place', 'locality', 'neighborhood', 'county']),
});
export type FoundPlace = z.infer<typeof foundPlaceAnswer>;
