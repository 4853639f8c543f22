import { createWriteStream, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sealing } from './age.mjs';
import { connect, isKept, openStore } from './find-installation.mjs';
import { format, objectFile, readManifest, tableFile, writeManifest } from './manifest.mjs';
import { endsOfLogs } from './audit-logs.mjs';
import { dumpTable, hashing, listMigrations, listTables, migrationsTable } from './tables.mjs';

const atOnce = 4;

async function forEach(items, work) {
  const queue = items[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}

/**
 * Returns the keys of the objects that the snapshot's rows need: the upload of a picture in processing, the sizes of a
 * ready one.
 */
async function objectsOfRows(client) {
  const needed = new Set();
  for (const schema of ['content', 'submissions']) {
    const { rows } = await client.query(`SELECT state, published, staging_key, sizes FROM ${schema}.images`);
    for (const { state, published, staging_key: stagingKey, sizes } of rows) {
      if (state === 'processing') needed.add(stagingKey);
      if (state === 'ready') for (const { key } of sizes) needed.add(`${published ? 'public' : 'pending'}/${key}`);
    }
  }
  return needed;
}

/**
 * Takes a backup into a new folder below `destination` while the product runs. Copies objects before and after reading
 * the rows in one snapshot, so that every object they need exists at one of the two times.
 * @param {string} recipient the public key to encrypt for
 * @returns the folder and the manifest
 */
export async function takeBackup(
  { databaseUrl, store: storeSettings },
  destination,
  recipient,
  { now = new Date(), say = () => {} } = {},
) {
  const sealed = () => [sealing(recipient)];
  const name = `backup-${now
    .toISOString()
    .replaceAll(':', '-')
    .replace(/\.\d+Z$/, 'Z')}`;
  const folder = join(destination, `.${name}.unfinished`);
  mkdirSync(join(folder, 'tables'), { recursive: true, mode: 0o700 });
  const store = openStore(storeSettings);
  const client = await connect(databaseUrl);
  const objects = new Map();
  const copy = async (key) => {
    if (objects.has(key)) return;
    const object = await store.read(key);
    if (!object) return;
    const file = objectFile(folder, key, { recipient });
    mkdirSync(dirname(file), { recursive: true });
    const { stream, sum } = hashing();
    await pipeline(object.stream, stream, ...sealed(), createWriteStream(file, { mode: 0o600 }));
    objects.set(key, { key, mediaType: object.mediaType, ...sum() });
  };
  try {
    say('copying objects');
    await forEach(await store.keys(), copy);
    say('reading rows');
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const {
      rows: [server],
    } = await client.query('SELECT now() AS taken_at, version() AS version');
    const tables = [];
    for (const table of await listTables(client)) {
      if (table.name === migrationsTable) continue;
      tables.push({ ...table, ...(await dumpTable(client, table, tableFile(folder, table, { recipient }), sealed)) });
    }
    const migrations = await listMigrations(client);
    const logEnds = await endsOfLogs(client);
    const needed = await objectsOfRows(client);
    await client.query('COMMIT');
    say('copying new objects');
    await forEach(await store.keys(), copy);
    const missing = [...needed].filter((key) => isKept(key) && !objects.has(key));
    const manifest = {
      format,
      recipient,
      takenAt: server.taken_at.toISOString(),
      postgres: server.version,
      migrations,
      logEnds,
      tables,
      objects: [...objects.values()].sort((a, b) => (a.key < b.key ? -1 : 1)),
      missing,
    };
    writeManifest(folder, manifest);
    renameSync(folder, join(destination, name));
    return { folder: join(destination, name), manifest };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
}

/** Removes all but the latest `keep` finished backups. @returns the removed names */
export function removeOld(destination, keep) {
  const removed = [];
  const finished = [];
  for (const name of readdirSync(destination).sort()) {
    if (/^\.backup-.*\.unfinished$/.test(name)) removed.push(name);
    else if (name.startsWith('backup-') && isWhole(join(destination, name))) finished.push(name);
  }
  removed.push(...finished.slice(0, Math.max(0, finished.length - keep)));
  for (const name of removed) rmSync(join(destination, name), { recursive: true, force: true });
  return removed;
}

function isWhole(folder) {
  try {
    readManifest(folder);
    return true;
  } catch {
    return false;
  }
}
