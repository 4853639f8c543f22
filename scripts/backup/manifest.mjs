import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PassThrough } from 'node:stream';
import { Refusal } from './installation.mjs';
import { hashing, sumDump } from './tables.mjs';

/**
 * A backup is a folder: `manifest.json` (what there is, with checksums), `manifest.sha256` (of the manifest itself),
 * `tables/<schema>.<table>.copy.gz` and `objects/<key>`. Whatever does not match its checksum is not restored.
 */
export const format = 1;
export const tableFile = (folder, { schema, name }) => join(folder, 'tables', `${schema}.${name}.copy.gz`);
export const objectFile = (folder, key) => join(folder, 'objects', key);

const sha256 = (text) => createHash('sha256').update(text).digest('hex');

/** Written last: a folder without it is an unfinished backup. */
export function writeManifest(folder, manifest) {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  writeFileSync(join(folder, 'manifest.json'), text, { mode: 0o600 });
  writeFileSync(join(folder, 'manifest.sha256'), `${sha256(text)}  manifest.json\n`, { mode: 0o600 });
}

/** @throws Refusal unless the folder holds a complete backup of a known format */
export function readManifest(folder) {
  const file = join(folder, 'manifest.json');
  if (!existsSync(file) || !existsSync(join(folder, 'manifest.sha256')))
    throw new Refusal(`${folder} holds no finished backup.`);
  const text = readFileSync(file, 'utf8');
  if (!readFileSync(join(folder, 'manifest.sha256'), 'utf8').startsWith(sha256(text))) {
    throw new Refusal('The manifest does not match its checksum.');
  }
  const manifest = JSON.parse(text);
  if (manifest.format !== format)
    throw new Refusal(`This backup has format ${manifest.format}; this program reads ${format}.`);
  return manifest;
}

async function sumFile(file) {
  const { stream, sum } = hashing();
  await pipeline(createReadStream(file), stream, new PassThrough().resume());
  return sum();
}

/** Compares every file with the manifest. @returns {Promise<string[]>} a sentence per fault */
export async function verifyBackup(folder, manifest) {
  const faults = [];
  const check = async (what, sum, expected) => {
    try {
      const { sha256: found } = await sum();
      if (found !== expected) faults.push(`${what} does not match its checksum.`);
    } catch (error) {
      faults.push(`${what} cannot be read (${error.code ?? error.message}).`);
    }
  };
  for (const table of manifest.tables) {
    await check(`The table ${table.schema}.${table.name}`, () => sumDump(tableFile(folder, table)), table.sha256);
  }
  for (const { key, sha256: expected } of manifest.objects) {
    await check(`The object ${key}`, () => sumFile(objectFile(folder, key)), expected);
  }
  return faults;
}
