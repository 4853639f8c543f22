import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

/** AES-256-GCM with a fresh nonce of 96 bits for each text (NIST SP 800-38D, 8.2.2). */
const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Tells keys apart in sealed texts; says nothing about the key. */
const keyIdOf = (key: Buffer) => createHash('sha256').update('notifications key').update(key).digest().subarray(0, 1);

/** What a browser's messages are sealed with (RFC 8291), base64url. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** The keys of `AddressSeal`, 32 bytes each. */
export interface SealKeys {
  /** Seals. */
  current: Buffer;
  /** Opens what it sealed before `current` took over. */
  previous?: Buffer | undefined;
  /** Makes hashes of addresses, and tokens. It cannot be replaced: nobody would be found again. */
  hash: Buffer;
}

/**
 * Seals where messages go, so that somebody with a copy of the database can reach nobody. A sealed text is the id of its key
 * (one byte), nonce, text and tag; it opens for its own channel only, so that it cannot be moved to another row.
 */
export class AddressSeal {
  private readonly known: readonly { id: Buffer; key: Buffer }[];
  /** The first byte of everything that is sealed now. */
  readonly currentId: number;

  constructor(private readonly keys: SealKeys) {
    const all = keys.previous ? [keys.current, keys.previous] : [keys.current];
    this.known = all.map((key) => ({ id: keyIdOf(key), key }));
    this.currentId = keyIdOf(keys.current).readUInt8();
    // One byte: of 256 pairs of keys, one would be told apart by trying only.
    if (keys.previous && keyIdOf(keys.previous).readUInt8() === this.currentId && !keys.previous.equals(keys.current))
      throw new Error('the new notifications key has the id of the previous one: make another');
  }

  /** @param channelId the channel for which it may be opened again */
  seal(text: string, channelId: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.keys.current, nonce, { authTagLength: tagBytes });
    cipher.setAAD(Buffer.from(channelId));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([keyIdOf(this.keys.current), nonce, body, cipher.getAuthTag()]);
  }

  /** @throws Error when it was sealed with a key that is not here, for another channel, or was changed */
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

  /** @throws as `open` */
  openKeys = (sealed: Buffer, channelId: string): PushKeys => JSON.parse(this.open(sealed, channelId)) as PushKeys;

  /** By which the same address is found again: HMAC-SHA256, because addresses are few enough to try. */
  hash(kind: string, address: string): Buffer {
    return createHmac('sha256', this.keys.hash).update(`address\n${kind}\n${address}`).digest();
  }

  /**
   * The token of every message to a channel: changes its wishes and ends it. Made, not drawn: a warning to 100,000 people must
   * not wait for 100,000 rows, and whoever asks twice gets the same.
   */
  manageToken(channelId: string): string {
    return createHmac('sha256', this.keys.hash).update(`manage\n${channelId}`).digest('base64url');
  }
}
