import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * The 100,000 most common leaked passwords, and zxcvbn-ts's lists, as a Bloom filter: `guessing/common-passwords.bin`,
 * made by `scripts/common-passwords.mjs`, which names the sources and describes the format. One false positive in ten
 * thousand.
 */
const filter = readFileSync(new URL('../../guessing/common-passwords.bin', import.meta.url));
const headerBytes = 8;
const hashes = filter.readUInt32LE(0);
const bits = filter.readUInt32LE(4);

/** Ignores case. */
export function isCommonPassword(password: string): boolean {
  const digest = createHash('sha256').update(password.normalize('NFKC').toLowerCase()).digest();
  const first = digest.readUInt32LE(0);
  const step = digest.readUInt32LE(4) | 1;
  return Array.from({ length: hashes }, (_, index) => (first + index * (step >>> 0)) % bits).every(
    (bit) => ((filter[headerBytes + (bit >>> 3)] ?? 0) >>> (bit & 7)) & 1,
  );
}
