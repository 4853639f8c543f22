import { z } from 'zod';

/** The building blocks of every answer's description. Times are ISO 8601 in UTC, ids are UUIDv7. */

export const text = z.string();
export const integer = z.int();
/** Null when it is not known. */
export const textOrNull = text.nullable();
export const integerOrNull = integer.nullable();

/** What an editor sends back in If-Match. */
export const version = integer.describe('Counts the edits.');

/** The answer to a form that made something. */
export const createdAnswer = z.strictObject({ id: text });
export type Created = z.infer<typeof createdAnswer>;

/** The answer when there is nothing to show. */
export const nothingAnswer = z.null();

/** What an answer says of itself whose content a provider is asked for from time to time. */
export const renewed = {
  ok: z.boolean().describe('Only then an empty list means that there is none.'),
  stale: z.boolean().describe('It could not be renewed lately.'),
  fetched_at: textOrNull.describe('When the provider last gave it; null when never.'),
};
