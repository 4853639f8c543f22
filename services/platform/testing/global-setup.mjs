/** Starts what the tests of all services share: Postgres, object store, certificates. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeAccess } from '../local/store-access.mjs';
import { makeAuthority, peers, writeLeaves } from '../local/certificates.mjs';
import { startObjectStore } from '../local/object-store.mjs';
import { freePort } from '../local/ports.mjs';
import { startPostgres } from '../local/postgres.mjs';

/** `global-teardown.mjs` stops them, too. */
const testParts = /** @type {{ stopTestParts?: () => Promise<void> }} */ (globalThis);

/** Returns a process's key pair, limited to its prefixes as in production. @param {string} name */
const keyOf = (name) => ({ accessKey: `test-${name}-key`, secretKey: `test-${name}-secret` });

const cacheFolder = join(import.meta.dirname, '../../../node_modules/.cache');

/** @param {string} folder */
async function startDatabase(folder) {
  // Test data is disposable: no durability.
  const postgres = await startPostgres({
    dataDir: join(folder, 'postgres'),
    port: await freePort(),
    password: 'test',
    kept: cacheFolder,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 300 },
  });
  process.env.TEST_POSTGRES_URL = postgres.adminUrl;
  return postgres;
}

/** @param {string} folder */
async function startStore(folder) {
  const store = await startObjectStore({
    directory: join(folder, 'objects'),
    port: 0,
    accessKey: 'test-access-key',
    secretKey: 'test-secret-key',
    keys: Object.entries(storeAccess).map(([name, access]) => ({ ...keyOf(name), access })),
  });
  process.env.TEST_S3_KEYS = JSON.stringify(
    Object.fromEntries(Object.keys(storeAccess).map((name) => [name, keyOf(name)])),
  );
  process.env.TEST_S3_ENDPOINT = store.url;
  process.env.TEST_S3_ACCESS_KEY = 'test-access-key';
  process.env.TEST_S3_SECRET_KEY = 'test-secret-key';
  return store;
}

/** @param {string} folder */
async function makeCertificates(folder) {
  process.env.TEST_TLS_DIR = join(folder, 'tls');
  await writeLeaves(process.env.TEST_TLS_DIR, await makeAuthority(), peers);
  return undefined;
}

/**
 * Starts one Postgres and one S3 store for all tests of a run and creates certificates; each test file creates its own
 * database and bucket.
 */
export default async function setup() {
  if (testParts.stopTestParts) return;
  const folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-tests-'));
  // The server's unprivileged user must enter it.
  chmodSync(folder, 0o755);
  // Tests' leftover files are removed with the rest.
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  chmodSync(temporary, 0o1777);
  process.env.TMPDIR = temporary;
  /** @type {{ stop: () => Promise<void>, server?: import('node:child_process').ChildProcess }[]} */
  const parts = [];
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  testParts.stopTestParts = async () => {
    for (const part of parts.reverse()) await part.stop();
    remove();
  };
  // Quitting watch mode ends the process immediately.
  process.once('exit', () => {
    for (const { server } of parts) server?.kill?.('SIGQUIT');
    remove();
  });
  // By default, these signals end the process without an exit event.
  for (const signal of ['SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  /** @type {Promise<(typeof parts)[number] | undefined>[]} */
  const started = [makeCertificates(folder)];
  if (!process.env.TEST_POSTGRES_URL) started.push(startDatabase(folder));
  if (!process.env.TEST_S3_ENDPOINT) started.push(startStore(folder));
  parts.push(...(await Promise.all(started)).filter((part) => part !== undefined));
}
