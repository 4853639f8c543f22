/**
 * The fields of api.weather.gov's text products that we use (its OpenAPI document: TextProductCollection, TextProduct).
 */
import { z } from 'zod';
import { usableItems } from '../readings/skipped-parts.js';
import { isoTime, lineOrNone } from '../readings/source-values.js';

/** Becomes part of an address. */
const productId = z.string().regex(/^[\w-]{8,80}$/);
const maxTextLength = 100_000;

/** GET /products/types/{type}/locations/{office} */
export const productListSchema = z
  .object({ '@graph': z.array(z.unknown()).max(2_000) })
  .transform(({ '@graph': graph }, context) => {
    const entries = usableItems(z.object({ id: productId, issuanceTime: isoTime }), {
      name: '@graph',
      max: 2_000,
    }).parse(graph);
    if (entries.length > 0 || graph.length === 0) return entries;
    context.addIssue({ code: 'custom', message: 'no readable product' });
    return z.NEVER;
  });

/** GET /products/{id} */
export const productSchema = z.object({
  id: productId,
  issuanceTime: isoTime,
  productCode: z.string().max(10),
  productName: lineOrNone(120),
  productText: z.string().min(1).max(maxTextLength),
});
