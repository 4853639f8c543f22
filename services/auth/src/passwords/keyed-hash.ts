import { createHmac, hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { KEYS, type KeySettings } from '../sessions/signing-keys.js';

/**
 * Hashes for what has too few possible values for a plain hash: somebody with a copy of the table could try a million codes in
 * a second. The key is derived from the signing key, which is in no database. A new signing key invalidates the codes that
 * are under way, whose owners then ask for another.
 */
@Injectable()
export class KeyedHash {
  private readonly key: Buffer;

  constructor(@Inject(KEYS) { current }: KeySettings) {
    const secret = current.export({ type: 'pkcs8', format: 'der' });
    this.key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'arkansas-weather keyed hashes', 32));
  }

  /** Lower-case hex HMAC-SHA-256 of the parts; `purpose` keeps hashes of different things apart. */
  of(purpose: string, ...parts: string[]): string {
    return createHmac('sha256', this.key)
      .update(JSON.stringify([purpose, ...parts]))
      .digest('hex');
  }
}
