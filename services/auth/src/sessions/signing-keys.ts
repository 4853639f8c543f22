import { createPublicKey, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { SigningKey } from '@site/proto/gen/nest/auth/v1/sessions';
import { calculateJwkThumbprint, exportJWK, SignJWT } from 'jose';

export const KEYS = Symbol('keys');
export interface KeySettings {
  /** EC P-256; signs. */
  current: KeyObject;
  /** Public; its tokens are still accepted. */
  previous: KeyObject | undefined;
}

export interface TokenClaims {
  personId: string;
  sid: string;
  issuedAt: Date;
  expiresAt: Date;
}

/** Signs tokens and lists the public keys. A key's id is its RFC 7638 thumbprint. */
@Injectable()
export class SigningKeys {
  private readonly listed: Promise<SigningKey[]>;

  constructor(@Inject(KEYS) private readonly keys: KeySettings) {
    const publicKeys = [createPublicKey(keys.current), ...(keys.previous ? [keys.previous] : [])];
    this.listed = Promise.all(
      publicKeys.map(async (key) => ({
        keyId: await calculateJwkThumbprint(await exportJWK(key)),
        publicKeyPem: key.export({ type: 'spki', format: 'pem' }).toString(),
      })),
    );
  }

  /** Lists the current one first. */
  list(): Promise<SigningKey[]> {
    return this.listed;
  }

  /** Access token with the claims of RFC 9068. The gateway requires issuer and audience. */
  async sign({ personId, sid, issuedAt, expiresAt }: TokenClaims): Promise<string> {
    const [current] = await this.listed;
    return new SignJWT({ sid })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: current?.keyId ?? '' })
      .setIssuer('arkansas-weather')
      .setAudience('admin-api')
      .setSubject(personId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(this.keys.current);
  }
}
