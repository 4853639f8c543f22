import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** AES-256-GCM with a fresh nonce of 96 bits for each text (NIST SP 800-38D, 8.2.2). */
const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const version = 'v1';

/** Identifies the key of an encrypted text; reveals nothing about the key. */
const keyIdOf = (key: Buffer) => createHash('sha256').update('second factor key').update(key).digest('hex').slice(0, 8);

/**
 * Encrypts secrets that must be readable again, but not from a copy of the database. An encrypted text names its key,
 * so that keys can be rotated while the previous one still decrypts.
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
    const known = previous ? [previous, current] : [current];
    this.keys = new Map(known.map((key) => [keyIdOf(key), key]));
  }

  /** @param context binds the text to its location, so that it cannot be moved to another row */
  seal(text: string, context: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.current, nonce, { authTagLength: tagBytes });
    cipher.setAAD(Buffer.from(context));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return [version, this.currentId, sealed.toString('base64url')].join('.');
  }

  /** @throws Error when the text was encrypted with an unknown key or for another context, or was changed */
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

  /** Returns whether the text should be encrypted again with the current key. */
  isOutdated(sealed: string): boolean {
    return sealed.split('.')[1] !== this.currentId;
  }
}
