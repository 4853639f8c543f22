import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CannotOpen, identityIn, isRecipient, makeIdentity, recipientOf } from '../lib/age-keys.mjs';
import { opening, sealing } from './age.mjs';

async function through(parts: Buffer[], work: ReturnType<typeof sealing>): Promise<Buffer> {
  const out: Buffer[] = [];
  await pipeline(Readable.from(parts), work, async (bytes) => {
    for await (const part of bytes as AsyncIterable<Buffer>) out.push(part);
  });
  return Buffer.concat(out);
}

const identity = makeIdentity();
const seal = (bytes: Buffer) =>
  through(
    [bytes.subarray(0, 70_001), bytes.subarray(70_001)].filter((part) => part.length),
    sealing(recipientOf(identity)),
  );
const open = (bytes: Buffer, key = identity) => through([bytes.subarray(0, 13), bytes.subarray(13)], opening(key));

describe('an encrypted file', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])('decrypts %d bytes unchanged', async (size) => {
    const bytes = randomBytes(size);
    const sealed = await seal(bytes);
    expect((await open(sealed)).equals(bytes)).toBe(true);
    // As the age program writes it: version, one stanza, and the checksum of both.
    expect(sealed.toString('latin1')).toMatch(
      /^age-encryption\.org\/v1\n-> X25519 [\w+/]{43}\n[\w+/]{43}\n--- [\w+/]{43}\n/,
    );
  });

  it('differs each time, and reveals nothing of its content', async () => {
    const bytes = Buffer.alloc(1_000, 'Ada');
    const one = await seal(bytes);
    const other = await seal(bytes);
    expect(one.equals(other)).toBe(false);
    expect(one.includes('Ada')).toBe(false);
  });

  it("can't be decrypted with another key", async () => {
    await expect(open(await seal(Buffer.from('x')), makeIdentity())).rejects.toThrow(CannotOpen);
  });

  it('is rejected when any byte was altered, or when truncated anywhere', async () => {
    const sealed = await seal(randomBytes(140_000));
    for (const at of [3, 40, 90, 150, 190, 205, 65_800, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      await expect(open(changed)).rejects.toThrow(CannotOpen);
    }
    for (const length of [0, 20, 150, 200, 216, 200 + 65_552, sealed.length - 1])
      await expect(open(sealed.subarray(0, length))).rejects.toThrow(CannotOpen);
    const swapped = Buffer.concat([
      sealed.subarray(0, 200),
      sealed.subarray(200 + 65_552, 200 + 2 * 65_552),
      sealed.subarray(200, 200 + 65_552),
      sealed.subarray(200 + 2 * 65_552),
    ]);
    await expect(open(swapped)).rejects.toThrow(CannotOpen);
  });
});

describe('a key', () => {
  it('accepts comments, and rejects a key with a wrong letter', () => {
    const recipient = recipientOf(identity);
    expect(identityIn(`# made today\n# public key: ${recipient}\n${identity}\n`)).toBe(identity);
    expect(isRecipient(recipient)).toBe(true);
    const other = recipient.at(-1) === 'q' ? 'p' : 'q';
    expect(isRecipient(recipient.slice(0, -1) + other)).toBe(false);
    expect(isRecipient(identity)).toBe(false);
    expect(() => identityIn('nothing')).toThrow(CannotOpen);
    const wrong = identity.at(-1) === 'X' ? 'Y' : 'X';
    expect(() => identityIn(identity.slice(0, -1) + wrong)).toThrow(CannotOpen);
  });
});
