/** Conversions of sessions and second factors between auth's messages and the API. */
import { firstCharacters } from '@site/domain/truncate';
import { sessionResponse, type Session } from '@site/proto/auth/v1/sessions.responses';
import type { SignedIn } from '@site/proto/gen/nest/auth/v1/second_factors';
import type { Request } from 'express';
import { newFactorResponse, secondFactorResponse, type NewFactor } from '@site/proto/auth/v1/second-factors.responses';
import type {
  NewFactor as NewFactorMessage,
  SecondFactor as SecondFactorMessage,
} from '@site/proto/gen/nest/auth/v1/second_factors';
import { z } from 'zod';
import { toResponse } from '../../responses/response-from.js';
import { busy } from '../../edge/http-errors.js';

/** Enough of a User-Agent to tell devices apart. */
const maxUserAgentLength = 300;

/** Returns a request's network address and browser, which auth records with the session. */
export const placeOf = (request: Request) => ({
  clientAddress: request.ip ?? '',
  userAgent: firstCharacters(request.get('user-agent') ?? '', maxUserAgentLength),
});

/** @throws 503 if auth's response lacks a session */
export function sessionFrom(signedIn: SignedIn | undefined): Session {
  if (!signedIn?.principal) throw busy();
  const { principal, token, expiresAt } = signedIn;
  const { id, name, email, role } = principal;
  return { id, name, email, type: sessionResponse.shape.type.parse(role), token, expires_at: expiresAt };
}

const webauthnOptions = z.looseObject({});

/** Parses the WebAuthn options that auth sends as JSON. @throws if they don't match the schema */
export const optionsFrom = (json: string) => webauthnOptions.parse(JSON.parse(json));

/** @throws 503 if auth's response lacks the factor */
export function newFactorFrom(message: NewFactorMessage | undefined): NewFactor {
  if (!message) throw busy();
  const { secret, uri, optionsJson } = message;
  return toResponse(newFactorResponse, message, {
    secret: secret || null,
    uri: uri || null,
    options: optionsJson ? optionsFrom(optionsJson) : null,
  });
}

export const factorFrom = (message: SecondFactorMessage) => toResponse(secondFactorResponse, message);

/** Converts a second factor's input to the gRPC request; passkeys travel as JSON. */
export const toFactorProof = ({
  recovery_code: recoveryCode,
  passkey,
  ...others
}: {
  code?: string | undefined;
  password?: string | undefined;
  recovery_code?: string | undefined;
  passkey?: object | undefined;
}) => ({ ...others, recoveryCode, passkeyJson: passkey && JSON.stringify(passkey) });
