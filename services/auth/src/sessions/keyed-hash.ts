import { createHmac, hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { KEYS, type KeySettings } from './signing-keys.js';

/**
 * Hashes values with too few possibilities for a plain hash, such as a million codes. The key is derived from the
 * signing key, which is in no database; a new one invalidates pending codes.
 */
@Injectable()
export class KeyedHash {
  private readonly key: Buffer;

  constructor(@Inject(KEYS) { current }: KeySettings) {
    const secret = current.export({ type: 'pkcs8', format: 'der' });
    this.key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'arkansas-weather keyed hashes', 32));
  }

  /** Returns the lower-case hex HMAC-SHA-256; `purpose` separates hashes of different things. */
  of(purpose: string, ...parts: string[]): string {
    return createHmac('sha256', this.key)
      .update(JSON.stringify([purpose, ...parts]))
      .digest('hex');
  }
}
