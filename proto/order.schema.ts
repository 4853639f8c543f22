/** Validation of requests that set the order of a public list. */
import { z } from 'zod';

/** More than any ordered list has, few enough for one request. */
export const maxOrderedItems = 300;

/** Body of POST /admin/main/faqs/order, …/team/order and …/sponsor/order: all ids in their new order. */
export const orderInput = z
  .strictObject({
    ids: z
      .array(z.string('ids must be a list of ids').max(100, 'ids contains an invalid id'), 'ids must be a list')
      .min(1, 'ids must name at least one item')
      .max(maxOrderedItems, `ids must name at most ${maxOrderedItems} items`),
  })
  .meta({ id: 'OrderInput' });
export type OrderInput = z.infer<typeof orderInput>;
