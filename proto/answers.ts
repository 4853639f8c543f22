import { z } from 'zod';

/** Building blocks of the response schemas. Times are ISO 8601 in UTC, ids are UUIDv7. */

export const text = z.string();
export const integer = z.int();
/** Null when unknown. */
export const textOrNull = text.nullable();
export const integerOrNull = integer.nullable();

/** The version an editor sends back in If-Match. */
export const version = integer.describe('Increases with every edit.');

/** The response to a form that created something. */
export const createdAnswer = z.strictObject({ id: text });
export type Created = z.infer<typeof createdAnswer>;

/** The response when there is nothing to show. */
export const nothingAnswer = z.null();

/** Freshness fields of content that is refreshed from a provider. */
export const renewed = {
  ok: z.boolean().describe('Only if true does an empty list mean that there are none.'),
  stale: z.boolean().describe('The last refresh failed.'),
  fetched_at: textOrNull.describe('When the provider last sent it; null if never.'),
};
