import { createECDH, createHash } from 'node:crypto';
import type { BrowserKeys } from './sealed-body.js';

/**
 * Any number of browsers with few key pairs: making a pair costs more than a push, and senders cannot tell. Everything
 * follows from a browser's number, so that a benchmark fills its database without asking.
 */

/** As a browser gives it to a page (PushSubscription.toJSON()). */
export interface PushSubscriptionJson {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

const hashOf = (...parts: (string | number)[]) => createHash('sha256').update(parts.join('|')).digest();

export class SyntheticBrowsers {
  private readonly keys: BrowserKeys[];

  /** @param pairs how many different key pairs there are */
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

  /** The keys of browser `number`. */
  keysOf(number: number): BrowserKeys {
    const keys = this.keys[number % this.keys.length];
    if (!keys) throw new Error('there are no browsers');
    return keys;
  }

  /** What browser `number` subscribes with at the push service of this origin. */
  subscription(number: number, origin: string): PushSubscriptionJson {
    const { publicKey, auth } = this.keysOf(number);
    return {
      endpoint: `${origin}${endpointPath(number)}`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    };
  }
}

/** The path of a browser's endpoint; real ones are as long. */
export const endpointPath = (number: number): string =>
  `/push/${number}/${hashOf('endpoint', number).toString('base64url')}`;

const endpointForm = /^\/push\/(\d{1,9})\/([\w-]{43})$/;

/** Which browser an endpoint belongs to; undefined for an endpoint that nobody was given. */
export function browserAt(path: string, isStrict: boolean): number | undefined {
  const [, digits, check] = endpointForm.exec(path) ?? [];
  if (digits === undefined) return undefined;
  const number = Number(digits);
  if (isStrict && hashOf('endpoint', number).toString('base64url') !== check) return undefined;
  return number;
}
