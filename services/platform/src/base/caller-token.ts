/**
 * Caller tokens (JWT, RFC 7519): the gateway signs one per request and service with its certificate's key. The
 * certificate travels in the header (x5c, RFC 7515, 4.1.6), so renewals need no configuration; other processes'
 * certificates are refused.
 */
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import type { Caller } from '@site/proto/grpc';
import type { Peer } from '@site/proto/rpc-access';
import { roles } from '@site/domain/roles';
import { jwtVerify, SignJWT, type JWSHeaderParameters } from 'jose';
import { z } from 'zod';
import { peerNamed, type PeerIdentity } from './peer-identity.js';

const type = 'caller+jwt';
const issuer = 'arkansas-weather:gateway';
/** Longer than any call takes (5 s), including retries. */
const lifetimeSeconds = 60;
const clockToleranceSeconds = 30;
const maxCachedCertificates = 32;

const claims = z.object({
  sub: z.string().min(1),
  name: z.string(),
  role: z.enum(roles),
  sid: z.string().optional(),
  rid: z.string(),
  address: z.string(),
});

/** The gateway's side: signs tokens. */
export class CallerTokens {
  private cachedToken: { pem: Buffer; key: KeyObject; x5c: string[] } | undefined;

  constructor(private readonly identity: PeerIdentity) {}

  /** Signs a token that identifies the caller to `audience` for a minute. */
  sign(caller: Caller, requestId: string, audience: Peer): Promise<string> {
    const { key, x5c } = this.signer();
    const { id, name, role, session, clientAddress } = caller;
    return new SignJWT({ name, role, ...(session && { sid: session }), rid: requestId, address: clientAddress })
      .setProtectedHeader({ alg: 'ES256', typ: type, x5c })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(id)
      .setIssuedAt()
      .setExpirationTime(`${lifetimeSeconds}s`)
      .sign(key);
  }

  /** Cached: parsing a key and a certificate costs more than a signature. */
  private signer() {
    const { key: pem, leaf } = this.identity.signer();
    if (this.cachedToken?.pem !== pem)
      this.cachedToken = { pem, key: createPrivateKey(pem), x5c: [leaf.raw.toString('base64')] };
    return this.cachedToken;
  }
}

/** A service's side: verifies tokens. */
export class CallerTokenCheck {
  /** Verified gateway certificates by their text; only a few are in use at a time. */
  private readonly known = new Map<string, { certificate: X509Certificate; key: KeyObject }>();

  constructor(private readonly identity: PeerIdentity) {}

  /** @throws Error when the token is not from the gateway, is for another service or request, or has expired */
  async verify(token: string, requestId: string): Promise<Caller> {
    const { payload } = await jwtVerify(token, (header) => this.keyOf(header), {
      algorithms: ['ES256'],
      typ: type,
      issuer,
      audience: this.identity.peer,
      clockTolerance: clockToleranceSeconds,
      maxTokenAge: lifetimeSeconds,
      requiredClaims: ['sub', 'exp', 'iat'],
    });
    const { sub, name, role, sid, rid, address } = claims.parse(payload);
    if (rid !== requestId) throw new Error('the token is for another request');
    return { id: sub, name, role, clientAddress: address, ...(sid && { session: sid }) };
  }

  private keyOf({ x5c }: JWSHeaderParameters): KeyObject {
    const text = x5c?.length === 1 ? x5c[0] : undefined;
    if (!text) throw new Error('the token has no certificate');
    const entry = this.known.get(text) ?? parsed(text);
    // Checked each time, because CAs are replaced and certificates expire.
    if (!this.identity.trusts(entry.certificate)) throw new Error('the token is not signed by a trusted process');
    this.known.set(text, entry);
    const [oldest] = this.known.keys();
    if (this.known.size > maxCachedCertificates && oldest) this.known.delete(oldest);
    return entry.key;
  }
}

function parsed(text: string) {
  const certificate = new X509Certificate(Buffer.from(text, 'base64'));
  if (peerNamed(certificate.subjectAltName) !== 'gateway') throw new Error('the token is not signed by the gateway');
  return { certificate, key: certificate.publicKey };
}
