/** Copies rows and objects out of an installation and into an empty one. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { logRestore, readAuditEnds } from './audit-logs.mjs';
import { Refusal } from './command.mjs';
import { connect, openStore, schemas } from './find-installation.mjs';
import { connectionVariables, findPostgresProgram, run } from './programs.mjs';

/** @typedef {import('./find-installation.mjs').Installation} Installation */
/** @typedef {import('./repository.mjs').Manifest} Manifest */

const concurrency = 4;
const dumpFile = (/** @type {string} */ folder) => join(folder, 'rows.dump');

/** @param {string} folder @param {string} key */
function objectFile(folder, key) {
  const root = join(folder, 'objects');
  const file = join(root, key);
  if (!file.startsWith(root + sep)) throw new Refusal(`The object store has an object with an unsafe name: ${key}`);
  return file;
}

/** @template T @param {T[]} items @param {(item: T) => Promise<void>} work */
async function forEach(items, work) {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

/** Lists a partitioned table instead of its partitions. @param {import('pg').Client} client */
async function listTables(client) {
  const { rows } = await client.query(
    `SELECT n.nspname || '.' || c.relname AS name, format('%I.%I', n.nspname, c.relname) AS quoted
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname = ANY($1) ORDER BY 1`,
    [schemas],
  );
  return /** @type {{ name: string, quoted: string }[]} */ (rows);
}

/** @param {import('pg').Client} client */
async function countRows(client) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const { name, quoted } of await listTables(client)) {
    const { rows } = await client.query(`SELECT count(*)::int AS count FROM ${quoted}`);
    counts[name] = rows[0].count;
  }
  return counts;
}

/**
 * Returns the objects that the rows need, each as its possible keys: the upload of a picture in processing, or a size of
 * a ready one, which the picture worker may not have moved yet.
 * @param {import('pg').Client} client
 */
async function listNeededObjects(client) {
  /** @type {string[][]} */
  const needed = [];
  for (const schema of ['content', 'submissions']) {
    const { rows } = await client.query(`SELECT state, published, staging_key, sizes FROM ${schema}.images`);
    for (const { state, published, staging_key: stagingKey, sizes } of rows) {
      if (state === 'processing') needed.push([stagingKey]);
      if (state === 'ready')
        for (const { key } of sizes)
          needed.push(published ? [`public/${key}`, `pending/${key}`] : [`pending/${key}`, `public/${key}`]);
    }
  }
  return needed;
}

/**
 * Dumps the rows, and describes them as of the same moment.
 * @param {string} databaseUrl
 * @param {string} folder
 */
async function dumpRows(databaseUrl, folder) {
  const client = await connect(databaseUrl);
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows: started } = await client.query('SELECT pg_export_snapshot() AS snapshot, now() AS taken_at');
    // restic compresses, and finds unchanged parts only in uncompressed files.
    const format = ['--format=custom', '--compress=0', `--snapshot=${started[0].snapshot}`];
    const args = [...format, ...schemas.map((name) => `--schema=${name}`), `--file=${dumpFile(folder)}`];
    await run(findPostgresProgram('pg_dump'), args, { env: connectionVariables(databaseUrl) });
    const takenAt = /** @type {Date} */ (started[0].taken_at).toISOString();
    const needed = await listNeededObjects(client);
    return { takenAt, rows: await countRows(client), auditEnds: await readAuditEnds(client), needed };
  } finally {
    await client.end();
  }
}

/** A second dump finds what the picture worker received and removed during a long first one. */
const maxDumps = 3;

/**
 * Copies an installation into `folder` while it runs. Objects are copied before and after the rows, because the
 * picture worker removes some at once: every object that the rows need exists at one of the two times.
 * @param {Installation} installation
 * @param {string} folder
 * @returns the manifest's contents, and the keys of needed objects that the store doesn't have
 */
export async function copyInstallation({ databaseUrl, store: storeSettings }, folder) {
  const store = openStore(storeSettings);
  /** @type {Manifest['objects']} */
  const objects = {};
  const copyObject = async (/** @type {string} */ key) => {
    const object = objects[key] ? undefined : await store.read(key);
    if (!object) return;
    const file = objectFile(folder, key);
    mkdirSync(dirname(file), { recursive: true });
    const hash = createHash('sha256');
    let sizeBytes = 0;
    const count = new Transform({
      transform(/** @type {Buffer} */ chunk, _encoding, done) {
        hash.update(chunk);
        sizeBytes += chunk.length;
        done(null, chunk);
      },
    });
    await pipeline(object.stream, count, createWriteStream(file, { mode: 0o600 }));
    objects[key] = { sha256: hash.digest('hex'), sizeBytes, mediaType: object.mediaType };
  };
  const copyObjects = async () => {
    const keys = await store.listKeys();
    await forEach(keys, copyObject);
    return keys;
  };

  for (let dumps = 1; ; dumps += 1) {
    await copyObjects();
    const { needed, ...rows } = await dumpRows(databaseUrl, folder);
    const expected = new Set([...(await copyObjects()), ...needed.flat()]);
    const missing = needed.filter((keys) => !keys.some((key) => objects[key])).map(([key]) => key);
    if (missing.length > 0 && dumps < maxDumps) continue;
    // A picture that was taken down before the dump must not be public again after a restore.
    for (const key of Object.keys(objects).filter((each) => !expected.has(each))) {
      rmSync(objectFile(folder, key));
      delete objects[key];
    }
    return { ...rows, objects, missing };
  }
}

/**
 * Restores an empty installation from a snapshot's files, rows in one transaction, and compares it with the manifest.
 * @param {Installation} installation
 * @param {string} folder
 * @param {Manifest} manifest
 * @param {{ withPrivileges: boolean }} options grants the roles their rights, which must exist
 * @throws Refusal when the installation isn't empty, before any change, and when it differs afterwards
 */
export async function restoreInstallation({ databaseUrl, store: storeSettings }, folder, manifest, { withPrivileges }) {
  await assertEmpty({ databaseUrl, store: storeSettings });
  const store = openStore(storeSettings);
  const client = await connect(databaseUrl);
  try {
    await forEach(Object.entries(manifest.objects), async ([key, { sizeBytes, mediaType }]) =>
      store.write(key, createReadStream(objectFile(folder, key)), sizeBytes, mediaType),
    );
    // The roles' setup created the schemas, which are empty.
    const replace = ['--clean', '--if-exists', '--single-transaction', '--no-owner'];
    const { PGDATABASE, ...env } = connectionVariables(databaseUrl);
    const args = [...replace, ...(withPrivileges ? [] : ['--no-privileges']), '--dbname', PGDATABASE, dumpFile(folder)];
    await run(findPostgresProgram('pg_restore'), args, { env });

    const differences = [
      ...compare('rows of', manifest.rows, await countRows(client)),
      ...compare('the end of the audit log of', manifest.auditEnds, await readAuditEnds(client)),
      ...compare(
        'the checksum of',
        mapValues(manifest.objects, ({ sha256 }) => sha256),
        await sumObjects(store),
      ),
    ];
    if (differences.length > 0)
      throw new Refusal(
        `${differences.length} things differ from the backup after the restore, first ${differences[0]}: don't use the ` +
          'restored stores; restore an earlier backup (--snapshot).',
      );
    await logRestore(client, manifest.takenAt);
  } finally {
    await client.end();
  }
}

/**
 * Checks that an installation has neither tables nor objects, and creates its bucket.
 * @param {Installation} installation
 * @throws Refusal otherwise
 */
export async function assertEmpty({ databaseUrl, store: storeSettings }) {
  const client = await connect(databaseUrl);
  const [table] = await listTables(client).finally(() => client.end());
  if (table) throw isNotEmpty(`table ${table.name}`);
  const store = openStore(storeSettings);
  await store.ensureBucket();
  const [object] = await store.listKeys();
  if (object) throw isNotEmpty(`object ${object}`);
}

/** @param {string} content */
const isNotEmpty = (content) =>
  new Refusal(
    `The installation isn't empty (${content}): restore into new stores (docs/operations/back-up-and-restore.md).`,
  );

/** @param {ReturnType<typeof openStore>} store */
async function sumObjects(store) {
  /** @type {Record<string, string>} */
  const sums = {};
  await forEach(await store.listKeys(), async (key) => {
    const hash = createHash('sha256');
    for await (const chunk of (await store.read(key))?.stream ?? []) hash.update(chunk);
    sums[key] = hash.digest('hex');
  });
  return sums;
}

/**
 * @template T, U
 * @param {Record<string, T>} values
 * @param {(value: T) => U} map
 * @returns {Record<string, U>}
 */
const mapValues = (values, map) => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));

/**
 * @template T
 * @param {string} what
 * @param {Record<string, T>} expected
 * @param {Record<string, T>} found
 */
const compare = (what, expected, found) =>
  [...new Set([...Object.keys(expected), ...Object.keys(found)])]
    .filter((name) => expected[name] !== found[name])
    .map((name) => `${what} ${name} (${expected[name] ?? 'none'} in the backup, ${found[name] ?? 'none'} restored)`);

/** @param {Manifest} manifest */
export function summarize({ rows, objects }) {
  const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
  return { rows: count, objects: Object.keys(objects).length };
}
