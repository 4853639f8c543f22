import { Duplex } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { CannotOpen } from '../lib/age-keys.mjs';

/** The age format for one key, compatible with `age -d -i key.txt`. */

/** @param recipient age1… */
export function sealing(recipient) {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient.trim());
  return Duplex.from(async function* (bytes) {
    yield* await encrypter.encrypt(ReadableStream.from(bytes));
  });
}

/** @param identity AGE-SECRET-KEY-1… The stream fails with CannotOpen if it was altered or is for another key. */
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
