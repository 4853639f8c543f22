import { Duplex } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { CannotOpen } from '../lib/age-keys.mjs';

/** Encrypts and decrypts streams for one key in the age format, compatible with `age -d -i key.txt`. */

/** Encrypts a stream for `recipient` (age1…). */
export function sealing(recipient) {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient.trim());
  return Duplex.from(async function* (bytes) {
    yield* await encrypter.encrypt(ReadableStream.from(bytes));
  });
}

/**
 * Decrypts a stream with `identity` (AGE-SECRET-KEY-1…); fails with CannotOpen if it was altered or is for another key.
 */
export function opening(identity) {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity.trim());
  return Duplex.from(async function* (bytes) {
    try {
      yield* await decrypter.decrypt(ReadableStream.from(bytes));
    } catch (error) {
      throw new CannotOpen(`it was encrypted for another key, was altered or is truncated (${error.message})`);
    }
  });
}
