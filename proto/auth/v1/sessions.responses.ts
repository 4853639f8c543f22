import { z } from 'zod';
import { integer, text } from '../../responses.js';
import { roles } from '@site/domain/roles';

export const sessionResponse = z.strictObject({
  id: text,
  name: text,
  email: text,
  type: z.enum(roles),
  token: text,
  expires_at: text,
});
export type Session = z.infer<typeof sessionResponse>;

export const stepMethod = z.enum(['totp', 'passkey', 'recovery_code']);

/** After a correct password that needs a second factor. */
export const secondStepResponse = z.strictObject({
  second_factor_required: z.literal(true),
  half_token: text.describe('Valid for five minutes, for /admin/auth/second-factor only.'),
  expires_at: text,
  enrol: z.boolean().describe('Whether there is no factor yet and one must be added now.'),
  methods: z.array(stepMethod).describe('Ways to complete the step, or to enroll.'),
});
export type SecondStep = z.infer<typeof secondStepResponse>;

export const signInResponse = z.union([sessionResponse, secondStepResponse]);
export type SignIn = z.infer<typeof signInResponse>;

export const openSessionResponse = z.strictObject({
  id: text,
  device: text.describe('Device description.'),
  network: text.describe('Network it was opened from: the /24 of an IPv4 address, the /64 of an IPv6 one.'),
  created_at: text,
  last_seen_at: text,
  expires_at: text,
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof openSessionResponse>;

export const openSessionsResponse = z.strictObject({
  sessions: z.array(openSessionResponse),
  idle_minutes: integer.describe('Idle timeout in minutes.'),
});
export type OpenSessions = z.infer<typeof openSessionsResponse>;

export const sessionsEndedResponse = z.strictObject({ ended: integer });
export type SessionsEnded = z.infer<typeof sessionsEndedResponse>;
