/** Decrypts a push body as the browser does (RFC 8291, with aes128gcm of RFC 8188). */
import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';

export interface BrowserKeys {
  /** P-256, 32 bytes. */
  privateKey: Buffer;
  /** P-256, 65 bytes, uncompressed. */
  publicKey: Buffer;
  /** 16 bytes. */
  auth: Buffer;
}

const saltBytes = 16;
const tagBytes = 16;
/** Salt, record size and key id length. */
const headerBytes = saltBytes + 4 + 1;
const publicKeyBytes = 65;
/** Between a record's content and its padding. */
const delimiters = { last: 2, other: 1 } as const;

const derived = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** With the record number in its last bytes. */
function nonceOf(base: Buffer, record: number): Buffer {
  const nonce = Buffer.from(base);
  nonce.writeUInt32BE((nonce.readUInt32BE(8) ^ record) >>> 0, 8);
  return nonce;
}

/** @throws Error when the body was encrypted for other keys, changed, or malformed */
export function openBody(body: Buffer, keys: BrowserKeys): Buffer {
  if (body.length < headerBytes + publicKeyBytes + tagBytes + 1) throw new Error('too short');
  const salt = body.subarray(0, saltBytes);
  const recordSize = body.readUInt32BE(saltBytes);
  const idLength = body.readUInt8(saltBytes + 4);
  if (idLength !== publicKeyBytes) throw new Error('the key id is no public key');
  if (recordSize < tagBytes + 2) throw new Error('the record size is too small');
  const senderKey = body.subarray(headerBytes, headerBytes + idLength);

  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(keys.privateKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.publicKey, senderKey]);
  const secret = derived(ecdh.computeSecret(senderKey), keys.auth, info, 32);
  const key = derived(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);

  const records = body.subarray(headerBytes + idLength);
  const plaintexts: Buffer[] = [];
  for (let at = 0, number = 0; at < records.length; at += recordSize, number += 1) {
    const record = records.subarray(at, at + recordSize);
    const isLast = at + recordSize >= records.length;
    const decipher = createDecipheriv('aes-128-gcm', key, nonceOf(nonce, number), { authTagLength: tagBytes });
    decipher.setAuthTag(record.subarray(-tagBytes));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -tagBytes)), decipher.final()]);
    const end = padded.findLastIndex((byte) => byte !== 0);
    if (padded[end] !== (isLast ? delimiters.last : delimiters.other))
      throw new Error('a record is not ended properly');
    plaintexts.push(padded.subarray(0, end));
  }
  return Buffer.concat(plaintexts);
}
