import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { ObjectStore } from '../../services/platform/src/data/object-store.js';
import { testObjectStore } from '../../services/platform/testing/object-store.js';
import { makeIdentity, recipientOf } from '../lib/age-keys.mjs';
import { fillFrom } from './fill.mjs';
import { schemas, type Installation } from './installation.mjs';
import { takeBackup } from './take.mjs';

const servicesFolder = join(import.meta.dirname, '../../services');
const migrating = readdirSync(servicesFolder).filter((name) =>
  existsSync(join(servicesFolder, name, 'src/migrate.ts')),
);
const adminUrl = process.env['TEST_POSTGRES_URL']!;
const databases: string[] = [];
const identity = makeIdentity();
const folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-restore-'));
let fresh: string;

const run = async (url: string, statement: string) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
};

/** Copies a database; a copy keeps the transactions that its rows came from. */
async function database(copyOf?: string): Promise<string> {
  const name = `restore_${randomBytes(6).toString('hex')}`;
  const template = copyOf ? new URL(copyOf).pathname.slice(1) : 'template1';
  await run(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  databases.push(name);
  return Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
}

async function migratedInstallation(): Promise<Installation> {
  const { settings } = await testObjectStore();
  return { databaseUrl: await database(fresh), store: settings };
}

const restore = async ({ folder: from, manifest }: Awaited<ReturnType<typeof takeBackup>>, into: Installation) =>
  fillFrom(into, from, manifest, { identity });
/** Uses separate folders: backup names have a resolution of one second. */
const backUp = (installation: Installation) =>
  takeBackup(installation, mkdtempSync(join(folder, 'backups-')), recipientOf(identity));

beforeAll(async () => {
  fresh = await database();
  const before = { DATABASE_URL: process.env['DATABASE_URL'], exitCode: process.exitCode };
  process.env['DATABASE_URL'] = fresh;
  // As the steps of compose and Kubernetes run them, one after another.
  for (const name of migrating) await import(join(servicesFolder, name, 'src/migrate.ts'));
  expect(process.exitCode).toBe(before.exitCode);
  if (before.DATABASE_URL === undefined) delete process.env['DATABASE_URL'];
  else process.env['DATABASE_URL'] = before.DATABASE_URL;
});

afterAll(async () => {
  for (const name of databases) await run(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  rmSync(folder, { recursive: true });
});

it('knows the schema of every service that migrates', async () => {
  const made = await run(fresh, "SELECT schemaname AS name FROM pg_tables WHERE tablename = 'migrations' ORDER BY 1");
  expect(made.map(({ name }) => name)).toEqual([...schemas].sort());
  expect(migrating).toHaveLength(schemas.length);
});

it('restores every table and object into an installation that has only been migrated', async () => {
  const used = await migratedInstallation();
  await run(
    used.databaseUrl,
    `UPDATE notifications.brake SET scope = 'all', reason = 'test';
     UPDATE notifications.event_cursor SET after = 41;
     INSERT INTO submissions.contact_messages (id, name, phone, email, feedback)
     VALUES (gen_random_uuid(), 'Ada', '5015550100', 'ada@example.org', 'Hail.')`,
  );
  const restored = await migratedInstallation();
  const backup = await backUp(used);
  expect(backup.manifest.tables.filter(({ rows }) => rows > 0).map(({ schema, name }) => `${schema}.${name}`)).toEqual(
    expect.arrayContaining(['notifications.brake', 'submissions.contact_messages', 'weather.state_of_data']),
  );
  expect(await restore(backup, restored)).toEqual([]);
  for (const statement of ['SELECT scope FROM notifications.brake', 'SELECT name FROM submissions.contact_messages'])
    expect(await run(restored.databaseUrl, statement)).toEqual(await run(used.databaseUrl, statement));
});

it('restores deliveries of days without a partition in the new installation', async () => {
  const used = await migratedInstallation();
  await run(
    used.databaseUrl,
    `CREATE TABLE notifications.deliveries_20200229 PARTITION OF notifications.deliveries
       FOR VALUES FROM ('2020-02-29') TO ('2020-03-01');
     INSERT INTO notifications.deliveries (day, run_id, channel_id, shard, state)
     SELECT day, gen_random_uuid(), gen_random_uuid(), 0, 'accepted' FROM unnest(ARRAY['2020-02-29'::date, current_date]) AS day`,
  );
  const restored = await migratedInstallation();
  expect(await restore(await backUp(used), restored)).toEqual([]);
  const all = 'SELECT * FROM notifications.deliveries ORDER BY day';
  expect(await run(restored.databaseUrl, all)).toEqual(await run(used.databaseUrl, all));
});

describe('a used installation', () => {
  const howTo =
    'Restore into a new one: empty stores, migrated, no service started (docs/operations/back-up-and-restore.md).';

  it.each([
    [
      'has a new row',
      'auth.people',
      "INSERT INTO auth.people (id, email, name, role, password_hash) VALUES (gen_random_uuid(), 'a@example.org', 'Ada', 'admin', '$argon2id$')",
    ],
    [
      'has changed a row of the migrations',
      'notifications.event_cursor',
      'UPDATE notifications.event_cursor SET after = 7',
    ],
    [
      'came from a dump that one transaction restored',
      'notifications.brake',
      [
        ...schemas.map((schema) => `UPDATE ${schema}.migrations SET name = name`),
        ...['brake', 'event_cursor'].map((name) => `UPDATE notifications.${name} SET id = id`),
        'UPDATE weather.state_of_data SET id = id; UPDATE submissions.sponsor_display SET id = id',
      ].join(';'),
    ],
  ])('is rejected, naming the table, when it %s', async (_what, table, statement) => {
    const backup = await backUp(await migratedInstallation());
    const used = await migratedInstallation();
    await run(used.databaseUrl, statement);
    await expect(restore(backup, used)).rejects.toThrow(
      `This installation was used: the table ${table} has rows that no migration wrote. ${howTo}`,
    );
  });

  it('is rejected, naming an object', async () => {
    const backup = await backUp(await migratedInstallation());
    const used = await migratedInstallation();
    await new ObjectStore(used.store).put('public/a.jpg', Buffer.from('x'), 'image/jpeg');
    await expect(restore(backup, used)).rejects.toThrow(`its object store has objects (public/a.jpg). ${howTo}`);
  });
});
