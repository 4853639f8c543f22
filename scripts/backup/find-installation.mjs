import { existsSync, readFileSync } from 'node:fs';
import { Agent as HttpsAgent } from 'node:https';
import { join, resolve } from 'node:path';
import { Client as StoreClient } from 'minio';
import pg from 'pg';

/** Locates the data by DATABASE_URL and S3_* (also with `_FILE`), or by the DATA_DIR of a running local mode. */

/** Without BullMQ's: the outbox queues unfinished jobs again. */
export const schemas = ['auth', 'content', 'submissions', 'weather', 'notifications'];

/** Prefixes of object keys to back up. The weather proxy fetches its own objects again. */
export const prefixes = ['public/', 'pending/', 'staging/'];
export const isKept = (key) => !/^public\/(social|radar)\//.test(key);

/** Reported as one sentence, without a stack trace. */
export class Refusal extends Error {}

function setting(name) {
  const file = process.env[`${name}_FILE`];
  return process.env[name] || (file && existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined);
}

function readRunning() {
  const dataDir = resolve(process.env.DATA_DIR || '.data');
  const stateFile = join(dataDir, 'running.json');
  if (!existsSync(stateFile)) {
    throw new Refusal(`No product is running from ${dataDir}. Start it, or set DATABASE_URL and S3_*.`);
  }
  return JSON.parse(readFileSync(stateFile, 'utf8'));
}

/**
 * @param {string} role of local mode; `backup` is read-only
 * @returns {string} the address of the database
 */
export function findDatabase(role = 'backup') {
  const given = setting('MIGRATION_DATABASE_URL') ?? setting('DATABASE_URL');
  if (given) return given;
  const { databaseUrl, roles } = readRunning();
  return roles?.[role] ?? databaseUrl;
}

/**
 * @returns {{databaseUrl: string, store: {endpoint: string, bucket: string, region: string, accessKey?: string,
 *   secretKey?: string, role?: object}}} with a key for the store, or a role for which the platform issues keys
 */
export function findInstallation() {
  const bucket = setting('S3_BUCKET') ?? 'arkansas-weather';
  const region = setting('S3_REGION') ?? 'us-east-1';
  const endpoint = setting('S3_ENDPOINT');
  if (endpoint && (setting('MIGRATION_DATABASE_URL') ?? setting('DATABASE_URL'))) {
    if (setting('S3_CREDENTIALS') === 'role')
      return { databaseUrl: findDatabase(), store: { endpoint, role: process.env, bucket, region } };
    const accessKey = setting('S3_ACCESS_KEY');
    const secretKey = setting('S3_SECRET_KEY');
    if (!accessKey || !secretKey) throw new Refusal('S3_ACCESS_KEY and S3_SECRET_KEY are missing.');
    return { databaseUrl: findDatabase(), store: { endpoint, accessKey, secretKey, bucket, region } };
  }
  const { databaseUrl, objectStore, roles, keys } = readRunning();
  const { accessKey, secretKey } = keys?.backup ?? objectStore;
  return {
    databaseUrl: roles?.backup ?? databaseUrl,
    store: { endpoint: objectStore.endpoint, accessKey, secretKey, bucket, region },
  };
}

/** Also reads the variant with _FILE. */
export const settingOf = setting;

function authority(variable) {
  const file = process.env[variable];
  if (!file) return undefined;
  if (!existsSync(file)) throw new Refusal(`${variable}: cannot be read`);
  return readFileSync(file);
}

/** Makes the text output independent of the server's settings. */
export async function connect(databaseUrl) {
  const ca = authority('DATABASE_CA_FILE');
  const client = new pg.Client({
    connectionString: databaseUrl,
    ...(ca && { ssl: { ca } }),
    application_name: 'backup',
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  await client.query(
    "SET datestyle = 'ISO, YMD'; SET timezone = 'UTC'; SET extra_float_digits = 1; SET bytea_output = 'hex'",
  );
  await client.query(
    "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = '10s'",
  );
  return client;
}

async function keysOf({ accessKey, secretKey, role, region }) {
  if (!role) return () => ({ accessKey, secretKey });
  // The services' own code, which needs a built checkout.
  const { RoleKeys, roleOf } = await import('../../services/platform/dist/data/store-role.js');
  try {
    const keys = new RoleKeys(roleOf(role, region));
    return () => keys.current();
  } catch (error) {
    throw new Refusal(`S3_CREDENTIALS=role: ${error.message}.`);
  }
}

/** @param [settings.authorityFile] the variable with the path of the store's certificate authority */
export function openStore({ endpoint, bucket, region, authorityFile = 'S3_CA_FILE', ...credentials }) {
  const { protocol, hostname, port } = new URL(endpoint);
  const useSSL = protocol === 'https:';
  // Never falls back to an unencrypted connection.
  if (!useSSL && process.env[authorityFile])
    throw new Refusal(`${endpoint} must be an address with TLS, because ${authorityFile} is set`);
  const agent = useSSL && { transportAgent: new HttpsAgent({ keepAlive: true, ca: authority(authorityFile) }) };
  let held;
  const today = async () => {
    held ??= keysOf({ ...credentials, region });
    const { accessKey, secretKey, sessionToken } = await (await held)();
    return new StoreClient({
      endPoint: hostname,
      port: port ? Number(port) : useSSL ? 443 : 80,
      useSSL,
      accessKey,
      secretKey,
      ...(sessionToken && { sessionToken }),
      region,
      pathStyle: true,
      ...agent,
    });
  };
  return {
    async keys() {
      const found = [];
      for (const prefix of prefixes) {
        const client = await today();
        for await (const { name } of client.listObjectsV2(bucket, prefix, true))
          if (name && isKept(name)) found.push(name);
      }
      return found.sort();
    },
    /** Returns the bytes as a stream and their type; undefined when the object doesn't exist. */
    async read(key) {
      const client = await today();
      try {
        const { metaData, size } = await client.statObject(bucket, key);
        return { stream: await client.getObject(bucket, key), mediaType: metaData['content-type'], sizeBytes: size };
      } catch (error) {
        if (error.code === 'NoSuchKey' || error.code === 'NotFound') return undefined;
        throw error;
      }
    },
    async write(key, stream, sizeBytes, mediaType) {
      await (await today()).putObject(bucket, key, stream, sizeBytes, { 'Content-Type': mediaType });
    },
    async ensureBucket() {
      const client = await today();
      if (!(await client.bucketExists(bucket))) await client.makeBucket(bucket, region);
    },
  };
}
