/** Responses about second factors: enrolled ones, new ones, recovery codes. */
import { z } from 'zod';
import { integer, text, textOrNull } from '../../responses.js';
import { sessionResponse } from './sessions.responses.js';

export const secondFactorResponse = z.strictObject({
  id: text,
  kind: z.enum(['totp', 'passkey']),
  label: text,
  created_at: text,
  last_used_at: textOrNull,
});
export type SecondFactor = z.infer<typeof secondFactorResponse>;

export const secondFactorsResponse = z.strictObject({
  factors: z.array(secondFactorResponse),
  recovery_codes_left: integer,
  required: z.boolean().describe("Whether your role requires one; the last one then can't be removed."),
  fresh_until: text.describe('Until when changes need no new confirmation; in the past when they need one.'),
  passkeys_possible: z.boolean().describe("False if browsers don't allow passkeys at the site's address."),
});
export type SecondFactors = z.infer<typeof secondFactorsResponse>;

const options = z.looseObject({}).nullable();

/** Secret and uri for an app, options for a passkey; the others are null. */
export const newFactorResponse = z.strictObject({
  secret: textOrNull.describe('Base32, for typing in.'),
  uri: textOrNull.describe('otpauth:// URI, shown as a QR code.'),
  options: options.describe('PublicKeyCredentialCreationOptionsJSON of WebAuthn Level 3.'),
});
export type NewFactor = z.infer<typeof newFactorResponse>;

export const passkeyOptionsResponse = z.strictObject({
  options: z.looseObject({}).describe('PublicKeyCredentialRequestOptionsJSON of WebAuthn Level 3.'),
});
export type PasskeyOptions = z.infer<typeof passkeyOptionsResponse>;

const recoveryCodes = z.array(text).describe('Returned only once; empty when codes already exist.');

export const factorAddedResponse = z.strictObject({ factor: secondFactorResponse, recovery_codes: recoveryCodes });
export type FactorAdded = z.infer<typeof factorAddedResponse>;

export const enrolledResponse = z.strictObject({ session: sessionResponse, recovery_codes: recoveryCodes });
export type Enrolled = z.infer<typeof enrolledResponse>;

export const recoveryCodesResponse = z.strictObject({ recovery_codes: recoveryCodes });
export type RecoveryCodes = z.infer<typeof recoveryCodesResponse>;

export const confirmedResponse = z.strictObject({ fresh_until: text });
export type Confirmed = z.infer<typeof confirmedResponse>;
