import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PassThrough } from 'node:stream';
import { CannotOpen, recipientOf } from '../lib/age-keys.mjs';
import { opening } from './age.mjs';
import { Refusal } from './find-installation.mjs';
import { hashing, sumDump } from './tables.mjs';

/**
 * A backup is a folder: `manifest.json` (the contents, with checksums), `manifest.sha256` (of the manifest itself),
 * `tables/<schema>.<table>.copy.gz.age` and `objects/<key>.age`.
 *
 * Rows and pictures are encrypted for the manifest's `recipient` (age.mjs). The manifest is readable without the key,
 * so that old backups can be found and removed. Format 1 is not encrypted; it is restored only on request.
 */
export const format = 2;
const knownFormats = [1, format];
const ending = ({ recipient }) => (recipient ? '.age' : '');
export const tableFile = (folder, { schema, name }, manifest) =>
  join(folder, 'tables', `${schema}.${name}.copy.gz${ending(manifest)}`);
export const objectFile = (folder, key, manifest) => join(folder, 'objects', `${key}${ending(manifest)}`);

/**
 * Returns the streams that decrypt a backup's files.
 * @param {string} [identity] the private key
 * @returns {() => import('node:stream').Duplex[]}
 * @throws Refusal when it is encrypted for another key
 */
export function openedWith({ recipient }, identity) {
  if (!recipient) return () => [];
  if (!identity)
    throw new Refusal(`This backup is encrypted for ${recipient}. Name the file with its private key: --identity FILE`);
  if (recipientOf(identity) !== recipient)
    throw new Refusal(
      `This backup is encrypted for ${recipient}, but this private key belongs to ${recipientOf(identity)}.`,
    );
  return () => [opening(identity)];
}

/** As written by `sha256sum`. */
const sumLine = (text) => `${sha256(text)}  manifest.json\n`;
const sha256 = (text) => createHash('sha256').update(text).digest('hex');

/** Written last: a folder without it is an unfinished backup. */
export function writeManifest(folder, manifest) {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  writeFileSync(join(folder, 'manifest.json'), text, { mode: 0o600 });
  writeFileSync(join(folder, 'manifest.sha256'), sumLine(text), { mode: 0o600 });
}

/** @throws Refusal unless the folder holds a complete backup of a known format */
export function readManifest(folder) {
  const file = join(folder, 'manifest.json');
  if (!existsSync(file) || !existsSync(join(folder, 'manifest.sha256')))
    throw new Refusal(`${folder} is not a finished backup.`);
  const text = readFileSync(file, 'utf8');
  if (readFileSync(join(folder, 'manifest.sha256'), 'utf8') !== sumLine(text))
    throw new Refusal('The manifest does not match its checksum.');
  const manifest = JSON.parse(text);
  if (!knownFormats.includes(manifest.format))
    throw new Refusal(`This backup has format ${manifest.format}; this program reads ${knownFormats.join(' and ')}.`);
  return manifest;
}

/**
 * Anyone who can write to the folder could have made an unencrypted backup.
 * @throws Refusal for one, whatever its format says, unless `plain`
 */
export function refusePlain({ format: version, recipient }, plain = false) {
  if (!plain && (version === 1 || !recipient))
    throw new Refusal('This backup is not encrypted; if you made it yourself and trust it, add --plain.');
}

/**
 * Returns the folder of the newest backup below `destination`, even if it is damaged.
 * @throws Refusal when there is none
 */
export function newestBackup(destination) {
  const names = existsSync(destination) ? readdirSync(destination).filter((name) => name.startsWith('backup-')) : [];
  const newest = names.sort().at(-1);
  if (!newest) throw new Refusal(`There is no backup in ${destination}.`);
  return join(destination, newest);
}

async function sumFile(file, opened) {
  const { stream, sum } = hashing();
  await pipeline(createReadStream(file), ...opened(), stream, new PassThrough().resume());
  return sum();
}

/** @returns {Promise<string[]>} a sentence per fault */
export async function verifyBackup(folder, manifest, identity) {
  const opened = openedWith(manifest, identity);
  const faults = [];
  const check = async (what, sum, expected) => {
    try {
      const { sha256: found } = await sum();
      if (found !== expected) faults.push(`${what} does not match its checksum.`);
    } catch (error) {
      faults.push(
        error instanceof CannotOpen
          ? `${what} can't be decrypted: ${error.message}.`
          : `${what} can't be read (${error.code ?? error.message}).`,
      );
    }
  };
  for (const table of manifest.tables) {
    await check(
      `The table ${table.schema}.${table.name}`,
      () => sumDump(tableFile(folder, table, manifest), opened),
      table.sha256,
    );
  }
  for (const { key, sha256: expected } of manifest.objects) {
    await check(`The object ${key}`, () => sumFile(objectFile(folder, key, manifest), opened), expected);
  }
  return faults;
}
