import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** AES-256-GCM with a fresh nonce of 96 bits for each text (NIST SP 800-38D, 8.2.2). */
const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const version = 'v1';

/** Identifies an encrypted text's key without revealing anything about it. */
const keyIdOf = (key: Buffer) => createHash('sha256').update('second factor key').update(key).digest('hex').slice(0, 8);

/**
 * Encrypts secrets that must be readable, but not from a copy of the database. A text names its key, so that keys can
 * be rotated.
 */
export class SecretSeal {
  private readonly keys: ReadonlyMap<string, Buffer>;
  private readonly currentId: string;

  /** @param current 32 bytes; encrypts. @param previous decrypts only */
  constructor(
    private readonly current: Buffer,
    previous?: Buffer,
  ) {
    this.currentId = keyIdOf(current);
    const allKeys = previous ? [previous, current] : [current];
    this.keys = new Map(allKeys.map((key) => [keyIdOf(key), key]));
  }

  /** @param context binds the text to its location, such as its row */
  seal(text: string, context: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.current, nonce, { authTagLength: tagBytes });
    cipher.setAAD(Buffer.from(context));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return [version, this.currentId, sealed.toString('base64url')].join('.');
  }

  /** @throws Error when the key is unknown, the context differs, or the text was changed */
  open(sealed: string, context: string): string {
    const [format, keyId = '', body = ''] = sealed.split('.');
    const key = this.keys.get(keyId);
    if (format !== version || !key)
      throw new Error(`a secret is encrypted with the key ${keyId}, which is not configured`);
    const bytes = Buffer.from(body, 'base64url');
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
  }

  /** Returns whether it needs to be encrypted with the current key. */
  isOutdated(sealed: string): boolean {
    return sealed.split('.')[1] !== this.currentId;
  }
}
