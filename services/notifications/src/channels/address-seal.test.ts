import { randomBytes, randomUUID } from 'node:crypto';
import { AddressSeal } from './address-seal.js';

const hash = randomBytes(32);
/** Two keys with different id bytes, as 255 of 256 pairs have. */
function twoKeys(): [Buffer, Buffer] {
  const one = randomBytes(32);
  for (;;) {
    const other = randomBytes(32);
    if (new AddressSeal({ current: one, hash }).currentId !== new AddressSeal({ current: other, hash }).currentId)
      return [one, other];
  }
}
const [one, other] = twoKeys();
const seal = new AddressSeal({ current: one, hash });
const channelId = randomUUID();

describe('a sealed address', () => {
  it('opens for its own channel, and differs each time', () => {
    const sealed = seal.seal('nora@example.com', channelId);
    expect(seal.open(sealed, channelId)).toBe('nora@example.com');
    expect(sealed.equals(seal.seal('nora@example.com', channelId))).toBe(false);
    expect(sealed.readUInt8()).toBe(seal.currentId);
    expect(() => seal.open(sealed, randomUUID())).toThrow();
  });

  it.each([0, 1, 20, -1])('does not open when byte %i was changed', (at) => {
    const sealed = seal.seal('nora@example.com', channelId);
    const place = at < 0 ? sealed.length + at : at;
    sealed.writeUInt8(sealed.readUInt8(place) ^ 1, place);
    expect(() => seal.open(sealed, channelId)).toThrow();
  });

  it('opens after a key rotation, as long as the previous key is configured', () => {
    const sealed = seal.seal('nora@example.com', channelId);
    const rotated = new AddressSeal({ current: other, previous: one, hash });
    expect(rotated.open(sealed, channelId)).toBe('nora@example.com');
    expect(rotated.seal('x', channelId).readUInt8()).toBe(rotated.currentId);
    expect(() => new AddressSeal({ current: other, hash }).open(sealed, channelId)).toThrow('is not configured');
  });
});

it('finds an address by a hash that needs the key and differs between kinds', () => {
  const repeated = new AddressSeal({ current: other, hash });
  const elsewhere = new AddressSeal({ current: one, hash: randomBytes(32) });
  expect(repeated.hash('mail', 'a@b.c')).toEqual(seal.hash('mail', 'a@b.c'));
  expect(elsewhere.hash('mail', 'a@b.c')).not.toEqual(seal.hash('mail', 'a@b.c'));
  expect(seal.hash('sms', 'a@b.c')).not.toEqual(seal.hash('mail', 'a@b.c'));
});

it('derives the same token for a channel each time, and another for each channel', () => {
  expect(seal.manageToken(channelId)).toMatch(/^[\w-]{43}$/);
  expect(seal.manageToken(channelId)).toBe(new AddressSeal({ current: other, hash }).manageToken(channelId));
  expect(seal.manageToken(randomUUID())).not.toBe(seal.manageToken(channelId));
});
