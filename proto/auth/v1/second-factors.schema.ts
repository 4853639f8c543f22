/** Validation of second factors: enrollment, the second step of a sign-in, and proof of identity. */
import { z } from 'zod';
import { plainDigits } from '@site/domain/canonical-text';
import { codeField, maxLength, requiredLine } from '../../fields.js';

export const factorCodeLength = 6;
export const factorLabelMaxLength = 60;

const factorCode = codeField(factorCodeLength);

/** 24 letters and digits, also with dashes, spaces and in lower case. */
const recoveryCodeField = z
  .string('Recovery code is required')
  .max(100, 'This recovery code is not one of yours')
  .transform((value) => plainDigits(value).toLowerCase())
  .pipe(
    z
      .string()
      .min(1, 'Recovery code is required')
      .regex(/^[a-z0-9]{24}$/, 'A recovery code has 24 letters and digits'),
  );

const halfTokenField = z
  .string('Please sign in first')
  .min(1, 'Please sign in first')
  .max(100, 'Please sign in again')
  .regex(/^[\w-]*$/, 'Please sign in again');

const labelField = requiredLine('Name', factorLabelMaxLength);

const base64Url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]*$/)
    .max(max);
/** Browsers may add members, which we ignore. */
const credential = {
  id: base64Url(1_400),
  rawId: base64Url(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: z.looseObject({}).optional(),
};
const passkeyMessage = 'The passkey’s response could not be read';

/** AuthenticationResponseJSON of WebAuthn Level 3, verified by auth. */
const passkeyAssertionField = z.looseObject(
  {
    ...credential,
    response: z.looseObject({
      clientDataJSON: base64Url(4_000),
      authenticatorData: base64Url(4_000),
      signature: base64Url(4_000),
      userHandle: base64Url(200).nullish(),
    }),
  },
  passkeyMessage,
);

/** RegistrationResponseJSON of WebAuthn Level 3. */
const passkeyRegistrationField = z.looseObject(
  {
    ...credential,
    response: z.looseObject({
      clientDataJSON: base64Url(4_000),
      attestationObject: base64Url(16_000),
      transports: z.array(z.string().max(40)).max(10).optional(),
    }),
  },
  passkeyMessage,
);

/** Checks that exactly one of the fields is present. */
const oneOf =
  (...fields: string[]) =>
  (input: object) =>
    fields.filter((field) => (input as Record<string, unknown>)[field] !== undefined).length === 1;

/** Body of POST /admin/auth/second-factor/passkey-options. */
export const halfSessionInput = z.strictObject({ half_token: halfTokenField }).meta({ id: 'HalfSessionInput' });

/** Body of POST /admin/auth/second-factor/verify: exactly one of code, recovery_code and passkey. */
export const secondStepInput = z
  .strictObject({
    half_token: halfTokenField,
    code: factorCode.optional(),
    recovery_code: recoveryCodeField.optional(),
    passkey: passkeyAssertionField.optional(),
  })
  .refine(oneOf('code', 'recovery_code', 'passkey'), { message: 'Code is required', path: ['code'] })
  .meta({ id: 'SecondStepInput' });

export const factorKinds = ['totp', 'passkey'] as const;
export type FactorKind = (typeof factorKinds)[number];

const kindField = z.enum(factorKinds, 'Choose an authenticator app or a passkey');

/** Body of POST /admin/auth/second-factor/enrol. */
export const startEnrolmentInput = z
  .strictObject({ half_token: halfTokenField, kind: kindField })
  .meta({ id: 'StartEnrolmentInput' });

const newFactorFields = {
  label: labelField,
  code: factorCode.optional(),
  passkey: passkeyRegistrationField.optional(),
};

/** Body of POST /admin/auth/second-factor/enrol/confirm: exactly one of code and passkey. */
export const completeEnrolmentInput = z
  .strictObject({ half_token: halfTokenField, ...newFactorFields })
  .refine(oneOf('code', 'passkey'), { message: 'Code is required', path: ['code'] })
  .meta({ id: 'CompleteEnrolmentInput' });

/** Body of POST /admin/auth/second-factors. */
export const startFactorInput = z.strictObject({ kind: kindField }).meta({ id: 'StartFactorInput' });

/** Body of POST /admin/auth/second-factors/confirm: exactly one of code and passkey. */
export const completeFactorInput = z
  .strictObject(newFactorFields)
  .refine(oneOf('code', 'passkey'), { message: 'Code is required', path: ['code'] })
  .meta({ id: 'CompleteFactorInput' });

/** Body of POST /admin/auth/confirm: exactly one of password, code and passkey. */
export const confirmIdentityInput = z
  .strictObject({
    password: z
      .string('Password is required')
      .min(1, 'Password is required')
      .max(maxLength.password, `Password must be at most ${maxLength.password} characters`)
      .optional(),
    code: factorCode.optional(),
    passkey: passkeyAssertionField.optional(),
  })
  .refine(oneOf('password', 'code', 'passkey'), { message: 'Password is required', path: ['password'] })
  .meta({ id: 'ConfirmIdentityInput' });
