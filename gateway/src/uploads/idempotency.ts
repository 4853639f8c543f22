import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { IdempotencyClaim } from '@site/proto/gen/nest/requests/v1/idempotency';
import { badField } from '../edge/failures.js';

/** What a repeated submission is recognised by: the client's key and a fingerprint of the content. */

const header = 'Idempotency-Key';
const longest = 255;

/** The client's key; undefined when it sent none. */
export function idempotencyKey(request: IncomingMessage): string | undefined {
  const value = request.headers['idempotency-key'];
  const key = (Array.isArray(value) ? value.join(', ') : (value ?? '')).trim();
  if (key.length > longest) throw badField(header, `${header} must be at most ${longest} characters`);
  return key || undefined;
}

/** SHA-256 of the checked fields, in a fixed order, and of the file's hash. */
export function fingerprint(fields: Readonly<Record<string, unknown>>, fileSha256 = ''): string {
  const canonical = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([canonical, fileSha256]))
    .digest('hex');
}

/** The claim that goes to the service with a submission. */
export function idempotencyClaim(
  request: IncomingMessage,
  fields: Readonly<Record<string, unknown>>,
  fileSha256?: string,
): IdempotencyClaim {
  const key = idempotencyKey(request);
  return { fingerprint: fingerprint(fields, fileSha256), ...(key !== undefined && { key }) };
}
