/** Locates the data by DATABASE_URL and S3_* (also with `_FILE`), or the database of a running local mode by DATA_DIR. */
import { existsSync, readFileSync } from 'node:fs';
import { Agent as HttpsAgent } from 'node:https';
import { join, resolve } from 'node:path';
import { Client as StoreClient } from 'minio';
import pg from 'pg';
import { Refusal } from './command.mjs';

/** @typedef {{ accessKey: string, secretKey: string, sessionToken?: string | undefined }} StoreKey */
/**
 * @typedef {{ endpoint: string, bucket: string, region: string } &
 *   (StoreKey | { role: NodeJS.ProcessEnv })} StoreSettings with a key, or a role for which the platform issues keys
 */
/** @typedef {{ databaseUrl: string, store: StoreSettings }} Installation */

/** Without BullMQ's: the outbox queues unfinished jobs again. */
export const schemas = ['auth', 'content', 'submissions', 'weather', 'notifications'];

/** Prefixes of object keys to back up. The weather proxy fetches its own objects again. */
const prefixes = ['public/', 'pending/', 'staging/'];
const isBackedUp = (/** @type {string} */ key) => !/^public\/(social|radar)\//.test(key);

/** Also reads the file named by the variable with `_FILE`. @param {string} name */
export function readSetting(name) {
  const file = process.env[`${name}_FILE`];
  return process.env[name] || (file && existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined);
}

const readDatabaseUrl = () => readSetting('MIGRATION_DATABASE_URL') ?? readSetting('DATABASE_URL');

/**
 * Returns the address of the database.
 * @param {string} [role] of local mode; `backup` is read-only
 */
export function findDatabase(role = 'backup') {
  const url = readDatabaseUrl();
  if (url) return url;
  const dataDir = resolve(process.env.DATA_DIR || '.data');
  const stateFile = join(dataDir, 'running.json');
  if (!existsSync(stateFile))
    throw new Refusal(`No product is running from ${dataDir}: start it, or set DATABASE_URL.`);
  /** @type {{ databaseUrl: string, roles?: Record<string, string> }} */
  const { databaseUrl, roles } = JSON.parse(readFileSync(stateFile, 'utf8'));
  return roles?.[role] ?? databaseUrl;
}

/** @returns {Installation} */
export function findInstallation() {
  const databaseUrl = readDatabaseUrl();
  const endpoint = readSetting('S3_ENDPOINT');
  if (!databaseUrl || !endpoint)
    throw new Refusal(
      'DATABASE_URL or S3_ENDPOINT is missing: set both. To back up `npm start`, stop it and copy its data folder.',
    );
  const place = {
    endpoint,
    bucket: readSetting('S3_BUCKET') ?? 'arkansas-weather',
    region: readSetting('S3_REGION') ?? 'us-east-1',
  };
  if (readSetting('S3_CREDENTIALS') === 'role') return { databaseUrl, store: { ...place, role: process.env } };
  const accessKey = readSetting('S3_ACCESS_KEY');
  const secretKey = readSetting('S3_SECRET_KEY');
  if (!accessKey || !secretKey)
    throw new Refusal('S3_ACCESS_KEY or S3_SECRET_KEY is missing: set both, or S3_CREDENTIALS=role.');
  return { databaseUrl, store: { ...place, accessKey, secretKey } };
}

/** @param {string} variable with the path of a certificate authority */
function readAuthority(variable) {
  const file = process.env[variable];
  if (!file) return undefined;
  if (!existsSync(file)) throw new Refusal(`${variable}: ${file} can't be read: name an existing PEM file.`);
  return readFileSync(file);
}

/** @param {string} databaseUrl */
export async function connect(databaseUrl) {
  const ca = readAuthority('DATABASE_CA_FILE');
  const client = new pg.Client({
    connectionString: databaseUrl,
    ...(ca && { ssl: { ca } }),
    application_name: 'backup',
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  await client.query(
    "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = '10s'",
  );
  return client;
}

/** @param {StoreSettings} settings @returns {Promise<() => StoreKey | Promise<StoreKey>>} */
async function readKeys(settings) {
  if ('accessKey' in settings) return () => settings;
  // The services' own code, which needs a built checkout.
  const path = '../../services/platform/dist/data/store-role.js';
  /** @type {typeof import('../../services/platform/src/data/store-role.js')} */
  const { RoleKeys, roleOf } = await import(path);
  try {
    const keys = new RoleKeys(roleOf(settings.role, settings.region));
    return () => keys.current();
  } catch (error) {
    throw new Refusal(`S3_CREDENTIALS=role can't be used: ${/** @type {Error} */ (error).message}.`);
  }
}

/** @param {StoreSettings} settings */
export function openStore(settings) {
  const { endpoint, bucket, region } = settings;
  const { protocol, hostname, port } = new URL(endpoint);
  const useSSL = protocol === 'https:';
  // Never falls back to an unencrypted connection.
  if (!useSSL && process.env.S3_CA_FILE)
    throw new Refusal(`${endpoint} must be an address with TLS, because S3_CA_FILE is set.`);
  const ca = readAuthority('S3_CA_FILE');
  const transportAgent = useSSL ? new HttpsAgent({ keepAlive: true, ...(ca && { ca }) }) : undefined;
  /** @type {ReturnType<typeof readKeys> | undefined} */
  let keys;
  const connectStore = async () => {
    keys ??= readKeys(settings);
    const { accessKey, secretKey, sessionToken } = await (await keys)();
    return new StoreClient({
      endPoint: hostname,
      port: port ? Number(port) : useSSL ? 443 : 80,
      useSSL,
      accessKey,
      secretKey,
      ...(sessionToken && { sessionToken }),
      region,
      pathStyle: true,
      ...(transportAgent && { transportAgent }),
    });
  };
  return {
    async listKeys() {
      /** @type {string[]} */
      const found = [];
      for (const prefix of prefixes) {
        const client = await connectStore();
        for await (const { name } of client.listObjectsV2(bucket, prefix, true))
          if (name && isBackedUp(name)) found.push(name);
      }
      return found.sort();
    },
    /** Returns undefined when the object doesn't exist. @param {string} key */
    async read(key) {
      const client = await connectStore();
      try {
        const { metaData } = await client.statObject(bucket, key);
        return { stream: await client.getObject(bucket, key), mediaType: String(metaData['content-type']) };
      } catch (error) {
        const { code } = /** @type {NodeJS.ErrnoException} */ (error);
        if (code === 'NoSuchKey' || code === 'NotFound') return undefined;
        throw error;
      }
    },
    /**
     * @param {string} key
     * @param {import('node:stream').Readable} stream
     * @param {number} sizeBytes
     * @param {string} mediaType
     */
    async write(key, stream, sizeBytes, mediaType) {
      await (await connectStore()).putObject(bucket, key, stream, sizeBytes, { 'Content-Type': mediaType });
    },
    async ensureBucket() {
      const client = await connectStore();
      if (!(await client.bucketExists(bucket))) await client.makeBucket(bucket, region);
    },
  };
}
