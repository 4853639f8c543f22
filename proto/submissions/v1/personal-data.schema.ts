/** Validation of the person whose data an admin exports, erases or redacts. */
import { z } from 'zod';
import { emailKey } from '@site/domain/email-address';
import { auditedServices } from '@site/domain/kinds';
import { lookedUpEmail, maxLength, requiredLine } from '../../fields.js';
import { phoneField } from '../../phone-number.js';

const personsEmail = lookedUpEmail('Email is required', 'Please enter a valid email address.');

/** In characters; longer than any push endpoint. */
const maxLinkLength = 2_000;

/** Exactly one of these. */
const ways = {
  email: personsEmail.optional(),
  phone: phoneField('Phone number').optional(),
  /** The preferences link, from a device or message, or a browser's endpoint. */
  push: requiredLine('push', maxLinkLength)
    .refine((link) => /^https?:/i.test(link) && URL.canParse(link), 'push must be the link to a subscription')
    .optional(),
};
type PersonalContact = { [Way in keyof typeof ways]?: string | undefined };

const isOne = ({ email, phone, push }: PersonalContact) =>
  [email, phone, push].filter((way) => way !== undefined).length === 1;
const notOne = { path: ['email'], message: 'Please enter one of email, phone and push.' };

/** Body of POST /admin/main/personal-data/export. */
export const personalDataInput = z.strictObject(ways).refine(isOne, notOne).meta({ id: 'PersonalDataInput' });

/** Body of POST /admin/main/personal-data/redact: the person, and one of the mentions that the export or erasure lists. */
export const redactionInput = z
  .strictObject({
    ...ways,
    service: z.enum(auditedServices),
    place: requiredLine('place', maxLength.title),
    id: requiredLine('id', maxLength.title),
  })
  .refine(isOne, notOne)
  .meta({ id: 'RedactionInput' });
export type RedactionInput = z.infer<typeof redactionInput>;

const confirmationHint = 'Enter the same again to confirm.';

/** Guesses what was typed: a link, an email address or a phone number. Doesn't validate it. */
export function parseContact(typed: string): PersonalContact {
  if (/^\s*https?:/i.test(typed)) return { push: typed.trim() };
  return /[@\p{L}]/u.test(typed) ? { email: typed } : { phone: typed };
}

/** The same for every spelling. */
const keyOf = ({ email = '', phone, push = '' }: PersonalContact) =>
  phone === undefined ? emailKey(email) + push : phone.replace(/^\+?1?(?=\d{10}$)/, '');

/** Body of POST /admin/main/personal-data/erase: the person twice, because it is final. */
export const erasureInput = z
  .strictObject({ ...ways, confirm: z.string(confirmationHint) })
  .refine(isOne, notOne)
  .refine(
    ({ confirm, ...user }) => {
      const { data } = personalDataInput.safeParse(parseContact(confirm));
      return data !== undefined && keyOf(data) === keyOf(user);
    },
    { path: ['confirm'], message: confirmationHint },
  )
  .meta({ id: 'ErasureInput' });

const missing = 'Please enter an email address, a phone number or the link to a subscription.';

/** The dashboard's single field, read as the body of the export. */
export const personalDataForm = z
  .strictObject({ person: z.string(missing).trim().min(1, missing) })
  .transform((form, context) => {
    const { data, error } = personalDataInput.safeParse(parseContact(form.person));
    if (data) return data;
    context.addIssue({ code: 'custom', path: ['person'], message: error.issues[0]?.message ?? missing });
    return z.NEVER;
  });
