import { z } from 'zod';
import { lookedUpEmail, maxLength } from '../../fields.js';

/** New passwords need 8 characters. */
export const signInPasswordMinLength = 6;

export const accountEmail = lookedUpEmail('Email is required', 'Invalid email format');

/** Body of POST /admin/auth/login. The messages come from the specification. */
export const signInInput = z
  .strictObject({
    email: accountEmail,
    password: z
      .string('Password is required')
      .min(1, 'Password is required')
      .min(signInPasswordMinLength, 'Password must be at least 6 characters')
      .max(maxLength.password, `Password must be at most ${maxLength.password} characters`),
  })
  .meta({ id: 'SignInInput' });
