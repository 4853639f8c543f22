/** Building blocks of the input schemas, with the specification's patterns. */
import { z } from 'zod';
import { canonicalLine, canonicalProse, plainDigits } from '@site/domain/canonical-text';
import { canonicalEmail, emailKey, emailPattern, maxEmailLength, readEmail } from '@site/domain/email-address';

/** In characters. */
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
  email: maxEmailLength,
  phone: 32,
  password: 128,
} as const;

/** Returns the message for a text of more than `max` characters. */
export const tooLong = (label: string, max: number) =>
  `${label} must be at most ${max.toLocaleString('en-US')} characters`;

/** Returns what is wrong with the text before anything is removed from it, if anything. */
type FindError = (input: string) => string | undefined;

/** Text whose length counts in canonical form; far longer text is rejected before conversion. */
const text = (
  label: string,
  max: number,
  missing: string,
  canonical: (input: string) => string,
  findError: FindError = () => undefined,
) =>
  z
    .string(missing)
    .superRefine((input, context) => {
      const error = findError(input);
      if (error !== undefined) context.addIssue(error);
    })
    .overwrite((input) => (input.length > 4 * max + 1_000 ? input : canonical(input)))
    .max(max, tooLong(label, max));

/** Multi-line text; `label` starts the messages ("Message is required"). */
export const requiredText = (label: string, max: number) =>
  text(label, max, `${label} is required`, canonicalProse).min(1, `${label} is required`);

/** Like `requiredText`, on a single line. Line breaks become spaces. */
export const requiredLine = (label: string, max: number) =>
  text(label, max, `${label} is required`, canonicalLine).min(1, `${label} is required`);

/** Like `requiredText`, but may be empty or absent. */
export const optionalText = (label: string, max: number) =>
  text(label, max, `${label} must be text`, canonicalProse).default('');

/** Like `requiredLine`, but may be empty or absent. */
export const optionalLine = (label: string, max: number, findError?: FindError) =>
  text(label, max, `${label} must be text`, canonicalLine, findError).default('');

/** A numeric code, grouped or not, with stray characters from the clipboard. */
export const codeField = (length: number) =>
  z
    .string('Code is required')
    .overwrite((typed) => plainDigits(typed.slice(0, maxLength.name)))
    .min(1, 'Code is required')
    .regex(new RegExp(`^[0-9]{${length}}$`), `Code must have ${length} digits`);

/** An email address in canonical form; `missing` is the message when empty. */
export const requiredEmail = (missing: string) =>
  z
    .string(missing)
    .overwrite((typed) => canonicalEmail(typed) ?? typed.trim())
    .min(1, { error: missing, abort: true })
    .max(maxLength.email, { error: `Email must be at most ${maxLength.email} characters`, abort: true })
    .superRefine((email, context) => {
      const { fault } = readEmail(email);
      if (fault !== undefined) context.addIssue(fault);
    })
    .meta({ format: 'email' });

export const emailField = requiredEmail('Email is required');

/** Like `emailField`, but may be empty or absent. */
export const optionalEmail = z
  .string('Email must be text')
  .overwrite((typed) => canonicalEmail(typed) ?? typed.trim())
  .max(maxLength.email, { error: `Email must be at most ${maxLength.email} characters`, abort: true })
  .superRefine((email, context) => {
    const { fault } = readEmail(email);
    if (email !== '' && fault !== undefined) context.addIssue(fault);
  })
  .default('');

/** An address to look up, as `emailKey`. Checks only the pattern, to find older accounts, too. */
export const lookedUpEmail = (missing: string, invalid: string) =>
  z
    .string(missing)
    .overwrite(emailKey)
    .min(1, missing)
    .max(maxLength.email, invalid)
    .regex(emailPattern, invalid)
    .refine((email) => email.isWellFormed(), invalid);

/** Query parameter `?limit=`: 1 to 100, default 100. */
export const limitField = z.coerce
  .number('limit must be a number')
  .int('limit must be a whole number')
  .min(1, 'limit must be at least 1')
  .max(100, 'limit must be at most 100')
  .default(100);

/** Query parameter `?q=`: search words; empty when absent. */
export const searchField = optionalLine('q', 200);

/** Query of a list with keyset pagination. */
export const pageQuery = z.strictObject({
  cursor: z.string().max(300, 'cursor is not valid').optional(),
  limit: limitField,
});
export type PageQuery = z.infer<typeof pageQuery>;

/** Query of such a list with a search. */
export const searchQuery = pageQuery.extend({ q: searchField });
