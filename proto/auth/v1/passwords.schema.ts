import { z } from 'zod';
import { codeField, maxLength } from '../../fields.js';
import { accountEmail } from './sessions.schema.js';

/** Sign-in accepts older ones of six characters. */
export const newPasswordMinLength = 8;

/** Returns a field for a new password; `label` starts the messages ("New password is required"). */
export function newPasswordField(label: string) {
  return z
    .string(`${label} is required`)
    .min(1, `${label} is required`)
    .min(newPasswordMinLength, `Password must be at least ${newPasswordMinLength} characters`)
    .max(maxLength.password, `Password must be at most ${maxLength.password} characters`)
    .refine((value) => value.isWellFormed(), `${label} has an incomplete character. Please type it again.`);
}

/** Body of POST /admin/auth/change/password. The first two messages come from the specification. */
export const changePasswordInput = z
  .strictObject({
    old_password: z
      .string('Old password is required')
      .min(1, 'Old password is required')
      .max(maxLength.password, `Password must be at most ${maxLength.password} characters`),
    new_password: newPasswordField('New password'),
  })
  .meta({ id: 'ChangePasswordInput' });

/** Body of POST /admin/auth/forgot/password. */
export const forgotPasswordInput = z.strictObject({ email: accountEmail }).meta({ id: 'ForgotPasswordInput' });

export const resetCodeLength = 6;

/** Body of POST /admin/auth/verify/otp. */
export const verifyCodeInput = z
  .strictObject({
    email: accountEmail,
    code: codeField(resetCodeLength),
  })
  .meta({ id: 'VerifyCodeInput' });

/** Body of POST /admin/auth/reset/password. */
export const resetPasswordInput = z
  .strictObject({
    reset_token: z.string('Code is required').min(1, 'Code is required').max(200, 'This code is not valid'),
    new_password: newPasswordField('New password'),
  })
  .meta({ id: 'ResetPasswordInput' });
