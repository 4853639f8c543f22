import { sessionAnswer, type Session } from '@site/proto/auth/v1/sessions.answers';
import type { SignedIn } from '@site/proto/gen/nest/auth/v1/second_factors';
import type { Request } from 'express';
import { busy } from '../../edge/failures.js';

/** Enough of a User-Agent to tell devices apart. */
const longestUserAgent = 300;

export const placeOf = (request: Request) => ({
  clientAddress: request.ip ?? '',
  userAgent: (request.get('user-agent') ?? '').slice(0, longestUserAgent),
});

/**
 * Maps a session for the page.
 * @throws 503 if auth's response lacks one
 */
export function sessionFrom(signedIn: SignedIn | undefined): Session {
  if (!signedIn?.principal) throw busy();
  const { principal, token, expiresAt } = signedIn;
  const { id, name, email, role } = principal;
  return { id, name, email, type: sessionAnswer.shape.type.parse(role), token, expires_at: expiresAt };
}
