/** Verifies a push's sender (RFC 8292): "vapid t=<JWT>, k=<public key>". */
import { createPublicKey, verify } from 'node:crypto';

export interface VapidCheck {
  /** Public, base64url. */
  key: string;
}

/** RFC 8292, 2. */
const maxLifetimeSeconds = 24 * 3_600;
const form = /^vapid (?=.*\bt=([\w-]+)\.([\w-]+)\.([\w-]+))(?=.*\bk=([\w-]+))/;

const json = (part: string): Record<string, unknown> => {
  const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  if (typeof value !== 'object' || value === null) throw new Error('not an object');
  return value as Record<string, unknown>;
};

/** Senders reuse a token for hours, so valid headers are cached. */
export class VapidVerifier {
  private readonly known = new Map<string, { check: VapidCheck; expiresAt: number }>();

  /** @param audience this service's origin, "https://127.0.0.1:40123" */
  constructor(private readonly audience: () => string) {}

  /**
   * @param header Authorization
   * @param nowMs milliseconds since 1970 UTC
   * @throws Error with the reason
   */
  check(header: string | undefined, nowMs: number): VapidCheck {
    const cached = this.known.get(header ?? '');
    if (cached && cached.expiresAt > nowMs) return cached.check;
    const [, head = '', claims = '', signature = '', key = ''] = form.exec(header ?? '') ?? [];
    if (!key) throw new Error('no VAPID authorization');
    if (json(head)['alg'] !== 'ES256') throw new Error('not signed with ES256');
    const { aud, exp, sub } = json(claims);
    if (aud !== this.audience()) throw new Error(`meant for ${String(aud)}`);
    if (typeof exp !== 'number' || exp * 1_000 <= nowMs) throw new Error('has expired');
    if (exp * 1_000 > nowMs + (maxLifetimeSeconds + 60) * 1_000) throw new Error('expires too late');
    if (typeof sub !== 'string' || !/^(mailto:|https:)/.test(sub)) throw new Error('does not say who sends');
    const point = Buffer.from(key, 'base64url');
    if (point.length !== 65 || point[0] !== 4) throw new Error('the key is no P-256 key');
    const publicKey = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    });
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    if (!isSigned) throw new Error('the signature is wrong');
    const check = { key };
    this.known.set(header ?? '', { check, expiresAt: exp * 1_000 });
    return check;
  }
}
