/**
 * Browsers with few key pairs: generating a pair costs more than a push, and senders can't tell. Everything derives
 * from a browser's number, so that a benchmark can fill its database without calls.
 */
import { createECDH, createHash } from 'node:crypto';
import type { BrowserKeys } from './sealed-body.js';

/** Of PushSubscription.toJSON(). */
export interface PushSubscriptionJson {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

const hashOf = (...parts: (string | number)[]) => createHash('sha256').update(parts.join('|')).digest();

/** Derives keys and subscriptions from a browser's number. */
export class SyntheticBrowsers {
  private readonly keys: BrowserKeys[];

  /** @param pairs different key pairs */
  constructor(pairs = 500) {
    this.keys = Array.from({ length: pairs }, (_unused, index) => {
      const ecdh = createECDH('prime256v1');
      ecdh.setPrivateKey(hashOf('synthetic browser', index));
      return {
        privateKey: ecdh.getPrivateKey(),
        publicKey: ecdh.getPublicKey(),
        auth: hashOf('authentication', index).subarray(0, 16),
      };
    });
  }

  keysOf(number: number): BrowserKeys {
    const keys = this.keys[number % this.keys.length];
    if (!keys) throw new Error('there are no browsers');
    return keys;
  }

  subscription(number: number, origin: string): PushSubscriptionJson {
    const { publicKey, auth } = this.keysOf(number);
    return {
      endpoint: `${origin}${endpointPath(number)}`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    };
  }
}

/** As long as real ones. */
export const endpointPath = (number: number): string =>
  `/push/${number}/${hashOf('endpoint', number).toString('base64url')}`;

const endpointForm = /^\/push\/(\d{1,9})\/([\w-]{43})$/;

/**
 * Returns the number of an endpoint's browser; undefined for other paths. @param isStrict verifies the endpoint's hash
 */
export function browserAt(path: string, isStrict: boolean): number | undefined {
  const [, digits, check] = endpointForm.exec(path) ?? [];
  if (digits === undefined) return undefined;
  const number = Number(digits);
  if (isStrict && hashOf('endpoint', number).toString('base64url') !== check) return undefined;
  return number;
}
