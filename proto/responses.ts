/** Building blocks of the response schemas. Times are ISO 8601 in UTC, ids are UUIDv7. */
import { z } from 'zod';

export const text = z.string();
export const integer = z.int();
/** Null when unknown. */
export const textOrNull = text.nullable();
export const integerOrNull = integer.nullable();

/** Sent back in If-Match. */
export const version = integer.describe('Increases with every edit.');

export const createdResponse = z.strictObject({ id: text });

export const emptyResponse = z.null();

/** Freshness of content from a provider. */
export const renewed = {
  ok: z.boolean().describe('Only if true does an empty list mean that there are none.'),
  stale: z.boolean().describe('The last refresh failed.'),
  fetched_at: textOrNull.describe('When the provider last sent it; null if never.'),
};
