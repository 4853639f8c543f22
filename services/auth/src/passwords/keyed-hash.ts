import { createHmac, hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { KEYS, type KeySettings } from '../sessions/signing-keys.js';

/**
 * Hashes of what has too few possibilities for a plain hash: somebody who copies the table could try a million codes in a
 * second. The key is derived from the signing key, which lies in no database; with a new signing key, codes on their way
 * stop working, which costs their owners one more mail.
 */
@Injectable()
export class KeyedHash {
  private readonly key: Buffer;

  constructor(@Inject(KEYS) { current }: KeySettings) {
    const secret = current.export({ type: 'pkcs8', format: 'der' });
    this.key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'arkansas-weather keyed hashes', 32));
  }

  /** Lower-case hex HMAC-SHA-256 over the parts; `purpose` keeps hashes of different things apart. */
  of(purpose: string, ...parts: string[]): string {
    return createHmac('sha256', this.key)
      .update(JSON.stringify([purpose, ...parts]))
      .digest('hex');
  }
}
