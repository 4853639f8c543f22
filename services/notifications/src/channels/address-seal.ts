/** Encryption and keyed hashes of subscribers' addresses. */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

/** AES-256-GCM with a fresh 96-bit nonce per text (NIST SP 800-38D, 8.2.2). */
const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Identifies a sealed text's key without revealing anything about it. */
const keyIdOf = (key: Buffer) => createHash('sha256').update('notifications key').update(key).digest().subarray(0, 1);

/** A browser's push subscription keys (RFC 8291), base64url. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** 32 bytes each. */
export interface SealKeys {
  current: Buffer;
  /** Opens texts sealed before `current` replaced it. */
  previous?: Buffer | undefined;
  /** Creates address hashes and tokens. Irreplaceable: existing channels would no longer be found. */
  hash: Buffer;
}

/**
 * Encrypts addresses, so that a copy of the database reaches no one. A sealed text consists of the key id (one byte),
 * nonce, text and tag. It only opens for its own channel.
 */
export class AddressSeal {
  private readonly known: readonly { id: Buffer; key: Buffer }[];
  readonly currentId: number;

  constructor(private readonly keys: SealKeys) {
    const all = keys.previous ? [keys.current, keys.previous] : [keys.current];
    this.known = all.map((key) => ({ id: keyIdOf(key), key }));
    this.currentId = keyIdOf(keys.current).readUInt8();
    // One pair of keys in 256 can't be told apart by the one-byte id.
    if (keys.previous && keyIdOf(keys.previous).readUInt8() === this.currentId && !keys.previous.equals(keys.current))
      throw new Error('the new notifications key has the same id as the previous one: generate another');
  }

  /** @param channelId the only channel that can open it */
  seal(text: string, channelId: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.keys.current, nonce, { authTagLength: tagBytes });
    cipher.setAAD(Buffer.from(channelId));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([keyIdOf(this.keys.current), nonce, body, cipher.getAuthTag()]);
  }

  /** @throws Error when the key is unknown, or the text was sealed for another channel or altered */
  open(sealed: Buffer, channelId: string): string {
    const found = this.known.find(({ id }) => id.equals(sealed.subarray(0, 1)));
    if (!found) throw new Error('an address is sealed with a notifications key that is not configured');
    const nonce = sealed.subarray(1, 1 + nonceBytes);
    const decipher = createDecipheriv(algorithm, found.key, nonce, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(channelId));
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    return decipher.update(sealed.subarray(1 + nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
  }

  sealKeys = (keys: PushKeys, channelId: string): Buffer =>
    this.seal(JSON.stringify({ p256dh: keys.p256dh, auth: keys.auth }), channelId);

  /** @throws like `open` */
  openKeys = (sealed: Buffer, channelId: string): PushKeys => JSON.parse(this.open(sealed, channelId)) as PushKeys;

  /** Returns an address's lookup hash: HMAC-SHA256, because addresses are few enough to brute-force a plain hash. */
  hash(kind: string, address: string): Buffer {
    return createHmac('sha256', this.keys.hash).update(`address\n${kind}\n${address}`).digest();
  }

  /**
   * Returns the token in every message to a channel, which manages its subscription. Derived instead of random: a
   * warning must not wait for 100,000 new rows.
   */
  manageToken(channelId: string): string {
    return createHmac('sha256', this.keys.hash).update(`manage\n${channelId}`).digest('base64url');
  }
}
