import { z } from 'zod';
import { emailPattern, maxLength } from '../../fields.js';

/** The shortest password that sign-in accepts. New ones must have at least 8 characters. */
export const signInPasswordMinLength = 6;

/** Body of POST /admin/auth/login. The messages are the specification's. */
export const signInInput = z
  .strictObject({
    email: z
      .string('Email is required')
      .trim()
      .min(1, 'Email is required')
      .max(maxLength.email, 'Invalid email format')
      .regex(emailPattern, 'Invalid email format')
      .refine((value) => !/\p{Cc}/u.test(value) && value.isWellFormed(), 'Invalid email format'),
    password: z
      .string('Password is required')
      .min(1, 'Password is required')
      .min(signInPasswordMinLength, 'Password must be at least 6 characters')
      .max(maxLength.password, `Password must be at most ${maxLength.password} characters`),
  })
  .meta({ id: 'SignInInput' });
export type SignInInput = z.infer<typeof signInInput>;
