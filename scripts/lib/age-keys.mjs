/** age keys (age-encryption.org/v1, X25519) as text. Separate, because generating secrets needs nothing else of age. */
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { bech32 } from '@scure/base';

/** A file is for another key, was changed or is truncated, or text is not a key. */
export class CannotOpen extends Error {}

// The fixed headers of RFC 8410.
const privateHead = Buffer.from('302e020100300506032b656e04220420', 'hex');
const publicHeadBytes = 12;

/** Returns 32 bytes; undefined when the text is not a key of this kind. @param {string} prefix @param {string} text */
function bytesOf(prefix, text) {
  const decoded = bech32.decodeUnsafe(text.trim());
  const bytes = decoded && decoded.prefix === prefix ? bech32.fromWordsUnsafe(decoded.words) : undefined;
  return bytes?.length === 32 ? Buffer.from(bytes) : undefined;
}
/** @param {string} prefix @param {Uint8Array} bytes */
const textOf = (prefix, bytes) => bech32.encode(prefix, bech32.toWords(bytes));

/** Returns AGE-SECRET-KEY-1… */
export function makeIdentity() {
  const { privateKey } = generateKeyPairSync('x25519');
  const bytes = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(privateHead.length);
  return textOf('age-secret-key-', bytes).toUpperCase();
}

/** Returns age1… @param {string} identity @throws CannotOpen when it is not a private key */
export function recipientOf(identity) {
  const bytes = bytesOf('age-secret-key-', identity);
  if (!bytes) throw new CannotOpen('this is not a private age key (AGE-SECRET-KEY-1…)');
  const privateKey = createPrivateKey({ key: Buffer.concat([privateHead, bytes]), format: 'der', type: 'pkcs8' });
  return textOf('age', createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(publicHeadBytes));
}

export const isRecipient = (/** @type {string} */ text) => bytesOf('age', text) !== undefined;

/** Skips comments, which begin with #. @param {string} text @throws CannotOpen when there is no private key */
export function identityIn(text) {
  const line = text.split('\n').find((each) => /^AGE-SECRET-KEY-1/i.test(each.trim()));
  if (!line) throw new CannotOpen('it contains no private key (AGE-SECRET-KEY-1…)');
  recipientOf(line);
  return line.trim();
}
