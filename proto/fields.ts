import { z } from 'zod';
import { emailPattern, longestEmail } from './email-address.js';

export { emailPattern };

/** The building blocks of every input schema. The patterns are the specification's. */

/** Longest value of each kind of field, in characters. */
export const maxLength = {
  name: 100,
  title: 200,
  question: 300,
  header: 300,
  designation: 100,
  location: 200,
  comment: 2_000,
  message: 5_000,
  feedback: 5_000,
  answer: 5_000,
  description: 50_000,
  url: 2_048,
  email: longestEmail,
  phone: 32,
  password: 128,
} as const;

/** Postgres cannot store NUL; the other control characters only ever hide something. Tabs and line breaks are allowed. */
// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;

/** Forms end lines with CR LF, scripts with LF: the same text must not be stored as two, nor its line breaks counted twice. */
const withPlainLineEnds = (value: string) => value.replace(/\r\n?/g, '\n');

/** A text of at most `longest` characters, trimmed, with LF line ends; `label` starts the messages ("First name is required"). */
export function requiredText(label: string, longest: number) {
  return z
    .string(`${label} is required`)
    .trim()
    .overwrite(withPlainLineEnds)
    .min(1, `${label} is required`)
    .max(longest, `${label} must be at most ${longest.toLocaleString('en-US')} characters`)
    .refine(
      (value) => !controlCharacters.test(value) && value.isWellFormed(),
      `${label} holds characters that are not text`,
    );
}

/** Whatever a program may read as a line break, or that hides one: a name in a mail header must stay on its line. */
const lineBreaks = /[\t\n\r\u0080-\u009f\u2028\u2029]/;

/** Like `requiredText`, on a single line: names, telephone numbers. */
export function requiredLine(label: string, longest: number) {
  return requiredText(label, longest).refine((value) => !lineBreaks.test(value), `${label} must be a single line`);
}

/** Like `requiredText`, but may be empty or absent; absent reads as empty. */
export function optionalText(label: string, longest: number) {
  return z
    .string(`${label} must be text`)
    .trim()
    .overwrite(withPlainLineEnds)
    .max(longest, `${label} must be at most ${longest.toLocaleString('en-US')} characters`)
    .refine(
      (value) => !controlCharacters.test(value) && value.isWellFormed(),
      `${label} holds characters that are not text`,
    )
    .default('');
}

/** An e-mail address by the simple pattern. */
export const emailField = requiredText('Email', maxLength.email).regex(
  emailPattern,
  'Please enter a valid email address.',
);

/** A query parameter `?limit=`: 1 to 100, 100 when absent. */
export const limitField = z.coerce
  .number('limit must be a number')
  .int('limit must be a whole number')
  .min(1, 'limit must be at least 1')
  .max(100, 'limit must be at most 100')
  .default(100);

/** A query parameter `?q=`: words to look for; empty when absent. */
export const searchField = optionalText('q', 200);

/** The query of a list that is paged by key. */
export const pageQuery = z.strictObject({
  cursor: z.string().max(300, 'cursor is not one of ours').optional(),
  limit: limitField,
});
export type PageQuery = z.infer<typeof pageQuery>;
