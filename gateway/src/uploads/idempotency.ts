/**
 * Identifies repeated submissions by the client's key and a fingerprint of the content. Keys are scoped to the
 * signed-in user or the visitor's network, so a key learned or guessed elsewhere doesn't match.
 */
import { hash } from 'node:crypto';
import { ApiHeader } from '@nestjs/swagger';
import type { IdempotencyClaim } from '@site/proto/gen/nest/requests/v1/idempotency';
import type { Request } from 'express';
import { addressKeyOf } from '@site/platform/base/ip-address';
import { badField } from '../edge/http-errors.js';
import { isPageForm } from '../edge/page-form.js';
import type { Session } from '../edge/session.guard.js';

const header = 'Idempotency-Key';
const maxKeyLength = 255;

/** Returns the client's header; undefined if absent. @throws 400 if it's too long */
export function idempotencyKey(request: Request): string | undefined {
  const value = request.headers['idempotency-key'];
  const key = (Array.isArray(value) ? value.join(', ') : (value ?? '')).trim();
  if (key.length > maxKeyLength) throw badField(header, `${header} must be at most ${maxKeyLength} characters`);
  return key || undefined;
}

/** SHA-256 of the validated fields in a fixed order, and of the file's hash. */
export function fingerprint(fields: Readonly<Record<string, unknown>>, fileSha256 = ''): string {
  const canonical = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return sha256(canonical, fileSha256);
}

const sha256 = (...parts: unknown[]) => hash('sha256', JSON.stringify(parts));

/**
 * Identifies a submission. A file from a page without scripts has no key, but sending it again may take minutes: its
 * content is its key.
 */
export function idempotencyClaim(
  request: Request,
  fields: Readonly<Record<string, unknown>>,
  fileSha256?: string,
): IdempotencyClaim {
  const claim = { fingerprint: fingerprint(fields, fileSha256) };
  const key = idempotencyKey(request) ?? (fileSha256 && isPageForm(request) ? claim.fingerprint : undefined);
  if (key === undefined) return claim;
  const { user } = request as { user?: Session };
  if (user) return { ...claim, key: sha256('person', user.caller.id, key) };
  return { ...claim, key, owner: sha256('network', addressKeyOf(request.ip), key) };
}

export const DescribeIdempotencyKey = () =>
  ApiHeader({
    name: header,
    required: false,
    description:
      'Makes repeating safe: at most 255 characters, remembered for 24 hours. Scoped to the signed-in user, otherwise to the network: from elsewhere it is a different key, unless the content is the same.',
  });
