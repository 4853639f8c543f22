/** Checks the installation's stores with one process's credentials: whether it may do its work, and nothing else. */
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:https';
import { readFileSync } from 'node:fs';
import { redisUsers } from '../compose/redis-users.mjs';
import { allRoles, serviceRoles } from '../compose/roles.mjs';
import { storeAccess } from '../../services/platform/local/store-access.mjs';

/** @typedef {import('./report.mjs').Report} Report */
/** @typedef {{ schema: string, reads: boolean, changes: boolean }} Rights */

/**
 * @typedef {object} Store
 * @property {string} endpoint
 * @property {string} bucket
 * @property {string} region
 * @property {string | undefined} [caFile]
 * @property {string} accessKey
 * @property {string} secretKey
 */

const rolesTodo = 'Run the set-up of roles again (docs/operations/configure.md).';
const usersTodo = 'Load the users of scripts/compose/redis-users.mjs.';
const policyTodo = 'Attach the policy that scripts/compose/store-policies.mjs prints.';
const maxClockSkewMs = 2_000;
const fullShare = 0.8;
/** When the versions that we support get no more patches (postgresql.org/support/versioning). @type {Record<string, string>} */
const postgresEnds = { 15: '2027-11-11', 16: '2028-11-09', 17: '2029-11-08', 18: '2030-11-14' };

/**
 * Postgres: role, rights in every service's schema, connections, clock.
 * @param {Report} report
 * @param {string} url
 * @param {{ name?: string, caFile?: string | undefined }} [options]
 */
export async function checkDatabase(report, url, { name = 'postgres', caFile } = {}) {
  await report.run(name, 'Check the address, the password and the network.', async () => {
    const { default: pg } = await import('pg');
    const ssl = caFile && { ssl: { ca: readFileSync(caFile) } };
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, ...ssl });
    client.on('error', () => undefined);
    await client.connect();
    try {
      const requestedAt = Date.now();
      const {
        rows: [row],
      } = await client.query(
        `SELECT current_user AS role, rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls AS mighty,
           current_setting('server_version') AS version, extract(epoch FROM clock_timestamp()) * 1000 AS now,
           current_setting('data_checksums') AS checksums, current_setting('max_connections')::int AS most,
           (SELECT sum(numbackends)::int FROM pg_stat_database) AS used,
           pg_size_pretty(pg_database_size(current_database())) AS size
         FROM pg_roles WHERE rolname = current_user`,
      );
      const failuresBefore = report.failures;
      const { rows } = await client.query(
        `SELECT nspname AS schema, has_schema_privilege(nspname, 'USAGE') AS reads,
           has_schema_privilege(nspname, 'CREATE') AS changes
         FROM pg_namespace WHERE nspname = ANY($1)`,
        [serviceRoles],
      );
      rightsOf(report, name, row, rows);
      const aheadMs = Number(row.now) - (requestedAt + Date.now()) / 2;
      if (Math.abs(aheadMs) > maxClockSkewMs)
        report.add(name, 'warning', `its clock is ${Math.round(aheadMs / 1_000)} s ahead of ours`, 'Synchronize both.');
      if (row.used > row.most * fullShare)
        report.add(name, 'warning', `${row.used} of ${row.most} connections are used`, 'Lower DATABASE_POOL_MAX.');
      const end = postgresEnds[parseInt(row.version, 10)];
      if (end && Date.parse(end) < Date.now())
        report.add(name, 'warning', `${row.version} has had no patches since ${end}`, 'Move to a newer version.');
      if (row.checksums !== 'on')
        report.add(name, 'warning', 'has no data checksums', 'Enable them (pg_checksums): damage stays unnoticed.');
      if (report.failures === failuresBefore)
        report.add(name, 'ok', `${row.version}, role ${row.role}, ${row.size}, ${row.used} of ${row.most} connections`);
    } finally {
      await client.end();
    }
  });
}

/**
 * @param {Report} report
 * @param {string} name
 * @param {{ role: string, mighty: boolean }} user
 * @param {Rights[]} schemas
 */
function rightsOf(report, name, { role, mighty }, schemas) {
  if (mighty) report.add(name, 'FAILED', `the role ${role} is an administrator`, rolesTodo);
  if (!allRoles.some((each) => each === role)) {
    report.add(name, 'warning', `unknown role ${role}: its rights weren’t compared`, rolesTodo);
    return;
  }
  // The migrator owns all schemas; a backup reads all; the picture worker has a part of one.
  /** @type {Record<string, readonly string[]>} */
  const wider = { migrator: serviceRoles, backup: serviceRoles, pictures: ['submissions'] };
  const allowedSchemas = wider[role] ?? [role];
  for (const { schema, reads, changes } of schemas) {
    if (allowedSchemas.includes(schema) && !reads)
      report.add(name, 'FAILED', `${role} can’t use the schema ${schema}`, rolesTodo);
    if (!allowedSchemas.includes(schema) && reads)
      report.add(name, 'FAILED', `${role} can use the schema ${schema}`, rolesTodo);
    if (changes && role !== 'migrator') report.add(name, 'FAILED', `${role} can change tables of ${schema}`, rolesTodo);
  }
  if (role !== 'pictures')
    for (const schema of allowedSchemas.filter((each) => !schemas.some((found) => found.schema === each)))
      report.add(name, 'FAILED', `the schema ${schema} is missing`, 'Run the migrations.');
}

/** The keys that users may and may not read, by redis-users.mjs. @param {keyof typeof redisUsers} user */
const getAllowedKey = (user) =>
  user === 'gateway' ? 'limit:doctor' : `{jobs-doctor}:${/:(\w+):\*/.exec(redisUsers[user])?.[1]}:x`;
const foreignKey = 'doctor:foreign';

/** Redis: the user's keys and commands. @param {Report} report @param {string} url */
export async function checkRedis(report, url) {
  const name = 'redis';
  await report.run(name, 'Check the address, the password and the network.', async () => {
    const { openRedis } = await import('@site/platform/base/redis');
    const username = decodeURIComponent(new URL(url).username) || 'default';
    const client = openRedis(url, { failWhileAway: true });
    /** @type {Error | undefined} */
    let connectionError;
    client.on('error', (error) => (connectionError ??= error));
    const tooLong = new Promise((_resolve, reject) =>
      setTimeout(() => reject(connectionError ?? new Error('no connection within 5 s')), 5_000).unref(),
    );
    await Promise.race([client.connect(), tooLong]);
    try {
      const failed = report.failures;
      const may = (/** @type {() => Promise<unknown>} */ work) =>
        work().then(
          () => true,
          (error) => {
            if (/NOPERM/.test(error.message)) return false;
            throw error;
          },
        );
      const user = /** @type {(keyof typeof redisUsers)[]} */ (Object.keys(redisUsers)).find(
        (each) => each === username,
      );
      if (!user) {
        const detail = `the user ${username} isn’t one of ours: its permissions weren’t compared`;
        report.add(name, 'warning', detail, usersTodo);
        return;
      }
      if (!(await may(() => client.get(getAllowedKey(user)))))
        report.add(name, 'FAILED', `${username} can’t read its own keys`, usersTodo);
      if (await may(() => client.get(foreignKey)))
        report.add(name, 'FAILED', `${username} can read every key`, usersTodo);
      if (await may(() => client.sendCommand(['CONFIG', 'GET', 'maxmemory-policy'])))
        report.add(name, 'FAILED', `${username} can read the configuration`, usersTodo);
      if (report.failures === failed) report.add(name, 'ok', `user ${username}: its own keys only`);
    } finally {
      client.destroy();
    }
  });
}

/**
 * Begins an upload, which needs the permission to write, and aborts it.
 * @param {import('minio').Client} client
 * @param {string} bucket
 * @param {string} key
 */
async function beginUpload(client, bucket, key) {
  const upload = await client.initiateNewMultipartUpload(bucket, key, {});
  // Local mode's store can't abort; the upload stays invisible.
  await client.abortMultipartUpload(bucket, key, upload).catch(() => undefined);
}

/**
 * The object store: what a key may write, remove and list. Writes nothing, and removes an object that doesn't exist; a
 * store with versions keeps a marker of that.
 * @param {Report} report
 * @param {Store} store
 * @param {string} process
 */
export async function checkStore(report, store, process) {
  const name = 'object store';
  await report.run(name, 'Check the address, the key and the network.', async () => {
    const { Client } = await import('minio');
    const { protocol, hostname, port } = new URL(store.endpoint);
    const useSSL = protocol === 'https:';
    const ca = store.caFile && readFileSync(store.caFile);
    const client = new Client({
      endPoint: hostname,
      port: Number(port) || (useSSL ? 443 : 80),
      useSSL,
      pathStyle: true,
      region: store.region,
      accessKey: store.accessKey,
      secretKey: store.secretKey,
      ...(ca && { transportAgent: new Agent({ ca }) }),
      retryOptions: { disableRetry: true },
    });
    const may = (/** @type {() => Promise<unknown>} */ work) =>
      work().then(
        () => true,
        (error) => {
          if (error.code === 'AccessDenied') return false;
          throw error;
        },
      );
    /** @type {import('../../services/platform/local/store-access.mjs').StoreAccess | undefined} */
    const access = Object.entries(storeAccess).find(([user]) => user === process)?.[1];
    if (!access) {
      report.add(name, 'warning', `unknown process ${process}: the key’s policy wasn’t compared`, policyTodo);
      return;
    }
    const failed = report.failures;
    const prefixes = new Set([...storeAccess.backup.read, ...Object.values(access).flat()]);
    for (const prefix of prefixes) {
      const key = `${prefix}doctor-${randomUUID()}`;
      const found = {
        write: await may(() => beginUpload(client, store.bucket, key)),
        remove: await may(() => client.removeObject(store.bucket, key)),
        list: await may(() => client.listObjectsV2Query(store.bucket, key, '', '/', 1, '')),
      };
      for (const right of /** @type {(keyof typeof found)[]} */ (Object.keys(found))) {
        const has = found[right];
        const isExpected = access[right].some((each) => prefix.startsWith(each));
        // Amazon's policies allow every key to list (store-access.mjs, `canListAll`).
        if (has === isExpected || (right === 'list' && has)) continue;
        report.add(name, 'FAILED', `${process} can${has ? '' : '’t'} ${right} ${prefix}`, policyTodo);
      }
    }
    if (report.failures === failed) report.add(name, 'ok', `key of ${process}: its own prefixes only`);
  });
}
