import { generateKeyPairSync } from 'node:crypto';
import jwt from 'jsonwebtoken';

/** Signs tokens like auth, which publishes the public key under `keyId`. */
export function signer(keyId: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return {
    keyId,
    publicKeyPem,
    sign: (claims: object, options: jwt.SignOptions = {}) =>
      jwt.sign(claims, privateKey, {
        algorithm: 'ES256',
        keyid: keyId,
        issuer: 'arkansas-weather',
        audience: 'admin-api',
        expiresIn: '12h',
        ...options,
        header: { typ: 'at+jwt', alg: 'ES256', ...options.header },
      }),
  };
}
