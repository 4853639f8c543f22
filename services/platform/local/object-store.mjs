/** The object store of local mode and of the tests: s3rver behind `store-gate.mjs`. */
import { createRequire } from 'node:module';
import { mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { storeGate } from './store-gate.mjs';

/** @typedef {import('./store-access.mjs').StoreAccess} StoreAccess */
/**
 * @typedef {object} Files s3rver's storage
 * @property {(bucket: string, key: string, resource: 'object') => string} getResourcePath
 * @property {(bucket: string, options: object) => Promise<unknown>} listObjects
 */

/** Few folders vanish during one listing. */
const maxListings = 10;

/**
 * Lists objects by name, size and time, with an ETag made from size and time. s3rver would read two files per object,
 * which blocks the server for seconds with a thousand photos.
 *
 * Listings have a single page: s3rver's continuation tokens need DES, which OpenSSL 3 dropped.
 * @param {Files} files
 */
function listByStat(files) {
  const light = Object.create(files, {
    getMetadata: {
      value: async (/** @type {string} */ bucket, /** @type {string} */ key) => {
        const { size, mtime } = await stat(files.getResourcePath(bucket, key, 'object'));
        return {
          etag: `"${size.toString(16)}-${mtime.getTime().toString(16)}"`,
          'last-modified': mtime.toUTCString(),
          'content-length': size,
        };
      },
    },
  });
  const list = files.listObjects;
  files.listObjects = async (bucket, options) => {
    for (let left = maxListings; ; left -= 1) {
      try {
        return await list.call(light, bucket, { ...options, maxKeys: Infinity });
      } catch (error) {
        // The folder and its last object were removed meanwhile.
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT' || left === 1) throw error;
      }
    }
  };
}

/**
 * Starts the S3 store of local mode and of the tests: s3rver on a local folder, behind `storeGate`.
 * @param {object} settings
 * @param {string} settings.directory
 * @param {number} settings.port
 * @param {string} [settings.host]
 * @param {string} settings.accessKey with `secretKey` the owner's key pair
 * @param {string} settings.secretKey
 * @param {{ accessKey: string, secretKey: string, access: StoreAccess }[]} [settings.keys] further key pairs, each
 *   limited to its prefixes
 * @param {string} [settings.bucket] created when missing
 * @param {{ cert: string | Buffer, key: string | Buffer }} [settings.tls]
 * @returns its address and `stop`
 */
export async function startObjectStore({
  directory,
  port,
  host = '127.0.0.1',
  accessKey,
  secretKey,
  keys = [],
  bucket,
  tls,
}) {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // Not named `require`: the packages have no types.
  const load = createRequire(import.meta.url);
  const { DUMMY_ACCOUNT } = load('@20minutes/s3rver/lib/models/account');
  const S3rver = load('@20minutes/s3rver');
  for (const pair of [{ accessKey, secretKey }, ...keys]) DUMMY_ACCOUNT.createKeyPair(pair.accessKey, pair.secretKey);
  if (accessKey !== 'S3RVER') DUMMY_ACCOUNT.revokeAccessKey('S3RVER');
  const store = new S3rver({ directory, silent: true, vhostBuckets: false });
  listByStat(store.store);
  if (bucket && !(await store.store.getBucket(bucket))) await store.store.putBucket(bucket);
  const gate = storeGate([{ accessKey }, ...keys], store.callback());
  const server = tls ? createTlsServer(tls, gate) : createServer(gate);
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(undefined));
  });
  return {
    url: `${tls ? 'https' : 'http'}://${host}:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// Standalone: `node object-store.mjs`, with settings in the environment.
if (process.argv[1] === import.meta.filename) {
  const { STORE_DIRECTORY = '', STORE_PORT, STORE_BUCKET, STORE_KEYS = '[]' } = process.env;
  const { S3_ACCESS_KEY = '', S3_SECRET_KEY = '' } = process.env;
  const store = await startObjectStore({
    directory: STORE_DIRECTORY,
    port: Number(STORE_PORT),
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
    keys: JSON.parse(STORE_KEYS),
    bucket: STORE_BUCKET,
  });
  process.stdout.write(`object store ready on ${store.url}\n`);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    void store.stop().then(() => process.exit(0));
  };
  // The IPC channel closes however the launcher ends.
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(event, stop);
}
