import { Duplex } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { CannotOpen } from '../lib/age-keys.mjs';

/** Files sealed for one key in the format of age, as streams: `age -d -i key.txt` opens what is sealed here, and the other way round. */

/** Seals what flows through it for `recipient` (age1…). */
export function sealing(recipient) {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient.trim());
  return Duplex.from(async function* (bytes) {
    yield* await encrypter.encrypt(ReadableStream.from(bytes));
  });
}

/** Opens what flows through it with `identity` (AGE-SECRET-KEY-1…); fails with CannotOpen where it is not what was sealed. */
export function opening(identity) {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity.trim());
  return Duplex.from(async function* (bytes) {
    try {
      yield* await decrypter.decrypt(ReadableStream.from(bytes));
    } catch (error) {
      throw new CannotOpen(`it was sealed for another key, was changed or is cut off (${error.message})`);
    }
  });
}
