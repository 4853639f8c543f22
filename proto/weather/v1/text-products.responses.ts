import { z } from 'zod';
import { text } from '../../responses.js';

export const textProductResponse = z.strictObject({
  office: text,
  kind: z.enum(['hazards', 'discussion']),
  id: text,
  issued_at: text,
  title: text,
  sections: z.array(z.strictObject({ heading: text, paragraphs: z.array(text) })),
  fetched_at: text,
  stale: z.boolean(),
});
export type TextProduct = z.infer<typeof textProductResponse>;
