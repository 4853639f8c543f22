import { readFileSync } from 'node:fs';
import pg from 'pg';
import { ObjectStore } from '../../../services/platform/dist/data/object-store.js';
import { storeAccess } from '../../compose/store-access.mjs';
import { roomsOf } from '../lib/rooms.mjs';

export const name = 'S-24';
export const title = 'separate credentials per process';
export const rule =
  'A credential stolen from one process opens nothing of another: no objects, rows, tables or server settings, and no queue without own jobs; and no process has a second credential.';

/** Statements that every service's role must be denied. */
const forbidden = (role) => [
  `CREATE TABLE ${role}.mine (id integer)`,
  'CREATE SCHEMA mine',
  'CREATE ROLE mine SUPERUSER',
  `ALTER ROLE ${role} SUPERUSER`,
  'SET ROLE postgres',
  'SET ROLE migrator',
  "COPY (SELECT 1) TO PROGRAM 'true'",
  "SELECT pg_read_file('PG_VERSION')",
  'SELECT * FROM pg_authid',
  'ALTER SYSTEM SET log_statement = none',
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'migrator' OR usename = 'postgres'",
];
const tableOf = {
  auth: 'people',
  content: 'posts',
  submissions: 'contact_messages',
  weather: 'migrations',
  notifications: 'channels',
};

/**
 * Returns whether the store did it. Only the store's own refusal counts as one, not a missing object or an unreachable
 * store.
 */
const succeeds = (attempt) =>
  attempt.then(
    () => true,
    (error) => {
      if (!['AccessDenied', 'SignatureDoesNotMatch'].includes(error.code)) throw error;
      return false;
    },
  );

async function said(address, statement) {
  const client = new pg.Client({ connectionString: address });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN');
    const { rowCount } = await client.query(statement);
    return `was done (${rowCount ?? 0} rows)`;
  } catch (error) {
    return error.message;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function run({ product: start, checks }) {
  const product = await start();
  const { roles, keys, objectStore } = product.state();
  let tried = 0;
  const refused = /permission denied|must be|only roles|read-only|cannot/i;

  for (const [role, table] of Object.entries(tableOf)) {
    const address = roles[role];
    const others = Object.entries(tableOf).filter(([other]) => other !== role);
    const statements = [
      ...forbidden(role),
      ...others.flatMap(([other, theirs]) => [`SELECT * FROM ${other}.${theirs}`, `DELETE FROM ${other}.${theirs}`]),
      `TRUNCATE ${role}.${table}`,
      `DROP TABLE ${role}.${table}`,
      ...(role === 'weather' ? ['SELECT * FROM bullmq.job'] : []),
    ];
    for (const statement of statements) {
      tried += 1;
      const answer = await said(address, statement);
      checks.that(
        refused.test(answer) || (answer === 'was done (0 rows)' && statement.includes('pg_terminate_backend')),
        `${role}: "${statement}" ${answer}`,
      );
    }
  }
  const asBackup = async (statement) => {
    tried += 1;
    const answer = await said(roles.backup, statement);
    return [answer, `backup: "${statement}" ${answer}`];
  };
  const [read, howItRead] = await asBackup('SELECT * FROM auth.people');
  checks.that(read.startsWith('was done'), howItRead);
  const [usual, howUsual] = await asBackup('DELETE FROM content.posts');
  checks.that(/read-only/.test(usual), howUsual);
  // Read-only transactions are only a default, which anyone with the password can change: the role's rights must
  // enforce it too.
  for (const statement of [
    'DELETE FROM content.posts',
    'UPDATE auth.people SET role = role',
    'TRUNCATE auth.audit',
    'CREATE TABLE content.mine (id integer)',
    "SELECT pg_read_file('PG_VERSION')",
  ]) {
    const [answer, how] = await asBackup(`SET TRANSACTION READ WRITE; ${statement}`);
    checks.that(/permission denied/.test(answer), how);
  }

  // The process that decodes files from strangers.
  for (const statement of [
    'SELECT email FROM submissions.snapshots',
    'SELECT name, email FROM submissions.sponsors',
    'SELECT * FROM submissions.contact_messages',
    'SELECT * FROM submissions.newsletter_subscribers',
    'SELECT * FROM submissions.campaigns',
    'SELECT * FROM submissions.audit',
    "UPDATE submissions.outbox SET payload = '{}'",
    'SELECT * FROM auth.people',
    'SELECT * FROM content.posts',
    'CREATE TABLE submissions.mine (id integer)',
    'SET ROLE submissions',
  ]) {
    tried += 1;
    const answer = await said(roles.pictures, statement);
    checks.that(refused.test(answer), `pictures: "${statement}" ${answer}`);
  }

  const open = (pair) =>
    new ObjectStore({ endpoint: objectStore.endpoint, bucket: 'arkansas-weather', region: 'us-east-1', ...pair });
  const owner = open(objectStore);
  const places = ['staging/', 'pending/', 'public/', 'public/social/'];
  for (const place of places) await owner.put(`${place}s-24`, Buffer.from('x'), 'image/jpeg');
  for (const [holder, access] of Object.entries(storeAccess)) {
    const store = open(keys[holder]);
    for (const place of places) {
      const key = `${place}s-24`;
      const allowed = (right, name) => access[right].some((prefix) => name.startsWith(prefix));
      const trials = {
        read: () => store.get(key),
        list: () => store.list(place),
        write: () => store.put(`${key}-of-${holder}`, Buffer.from('x'), 'image/jpeg'),
        remove: () => store.remove([`${key}-of-${holder}`]),
      };
      for (const [right, attempt] of Object.entries(trials)) {
        tried += 1;
        const could = await succeeds(attempt());
        checks.that(
          could === allowed(right, key),
          `the key of ${holder} ${could ? 'could' : 'could not'} ${right} ${place}`,
        );
      }
      // A copy reads its source: write access to one place must not grant read access to others.
      for (const target of places) {
        tried += 1;
        const could = await succeeds(store.copy(key, `${target}s-24-copy-of-${holder}`));
        const may = allowed('read', key) && allowed('write', `${target}s-24-copy`);
        checks.that(
          could === may,
          `the key of ${holder} ${could ? 'could' : 'could not'} copy from ${place} to ${target}`,
        );
      }
    }
    store.close();
    const guessed = open({ ...keys[holder], secretKey: objectStore.accessKey });
    tried += 1;
    checks.that(!(await succeeds(guessed.get(`${places[0]}s-24`))), `the name of the key of ${holder} was enough`);
    guessed.close();
  }
  for (const place of places)
    await owner.remove((await owner.list(place)).filter((key) => key.startsWith(`${place}s-24`)));
  owner.close();
  for (const [method, path] of [
    ['GET', '/'],
    ['GET', '/arkansas-weather?list-type=2'],
    ['PUT', '/arkansas-weather/public/s-24'],
    ['DELETE', '/arkansas-weather/public/s-24'],
    ['OPTIONS', '/arkansas-weather/public/s-24'],
  ]) {
    tried += 1;
    const { status } = await fetch(objectStore.endpoint + path, { method });
    checks.that(status === 403, `an unsigned ${method} ${path} returned ${status}`);
  }

  // Secrets that each process has in its environment; Linux only.
  const known = {
    ...Object.fromEntries(Object.entries(roles).map(([role, address]) => [`role ${role}`, new URL(address).password])),
    ...Object.fromEntries(Object.entries(keys).map(([holder, { secretKey }]) => [`key ${holder}`, secretKey])),
    'the owner of the store': objectStore.secretKey,
    'the owner of the database': new URL(product.state().databaseUrl).password,
  };
  for (const [process, may] of Object.entries(roomsOf)) {
    const pid = product.pids()[process];
    if (!checks.that(pid > 0, `${process} is not running`)) continue;
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
    const knows = Object.keys(known).filter((each) => environment.includes(known[each]));
    tried += 1;
    checks.that(
      knows.every((each) => may.includes(each)),
      `${process} knows ${knows.filter((each) => !may.includes(each)).join(', ')}`,
    );
  }
  return { tried };
}
