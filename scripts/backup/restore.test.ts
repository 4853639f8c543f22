import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { ObjectStore } from '../../services/platform/src/data/object-store.js';
import { startObjectStore } from '../../services/platform/local/object-store.mjs';
import { freePort } from '../../services/platform/local/ports.mjs';
import { testObjectStore } from '../../services/platform/testing/object-store.js';
import { makeIdentity, recipientOf } from '../lib/age-keys.mjs';
import { fillFrom } from './fill.mjs';
import { schemas, type Installation } from './find-installation.mjs';
import { takeBackup } from './take-backup.mjs';

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
    `UPDATE notifications.kill_switch SET scope = 'all', reason = 'test';
     UPDATE notifications.event_cursor SET after = 41;
     INSERT INTO submissions.contact_messages (id, name, phone, email, feedback)
     VALUES (gen_random_uuid(), 'Ada', '5015550100', 'ada@example.org', 'Hail.')`,
  );
  const restored = await migratedInstallation();
  const backup = await backUp(used);
  expect(backup.manifest.tables.filter(({ rows }) => rows > 0).map(({ schema, name }) => `${schema}.${name}`)).toEqual(
    expect.arrayContaining(['notifications.kill_switch', 'submissions.contact_messages', 'weather.state_of_data']),
  );
  expect(await restore(backup, restored)).toEqual([]);
  for (const statement of [
    'SELECT scope FROM notifications.kill_switch',
    'SELECT name FROM submissions.contact_messages',
  ])
    expect(await run(restored.databaseUrl, statement)).toEqual(await run(used.databaseUrl, statement));
});

it('restores deliveries of days without a partition in the new installation', async () => {
  const used = await migratedInstallation();
  await run(
    used.databaseUrl,
    `CREATE TABLE notifications.deliveries_20200229 PARTITION OF notifications.deliveries
       FOR VALUES FROM ('2020-02-29') TO ('2020-03-01');
     INSERT INTO notifications.deliveries (day, dispatch_id, channel_id, shard, state)
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
      'notifications.event_cursor',
      [
        ...schemas.map((schema) => `UPDATE ${schema}.migrations SET name = name`),
        ...['kill_switch', 'event_cursor'].map((name) => `UPDATE notifications.${name} SET id = id`),
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

/** A Pushgateway's API (prometheus/pushgateway, "PUT/POST method"). */
async function pushgateway() {
  const pushed: { path: string; values: Record<string, number> }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const values = Object.fromEntries(
        [...body.matchAll(/^([a-z_]+) (\S+)$/gm)].map(([, name, value]) => [name!, Number(value)]),
      );
      pushed.push({ path: `${request.method} ${request.url}`, values });
      response.end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = () => new Promise((resolve) => server.close(resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, pushed, stop };
}

/** Runs a command of this folder like the containers do. */
const runCommand = (name: string, environment: Record<string, string>) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    const env = { ...process.env, ...environment };
    execFile(process.execPath, [join(import.meta.dirname, name)], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: `${stdout}${stderr}` }),
    );
  });

const variablesOf = ({ databaseUrl, store }: Installation) => ({
  DATABASE_URL: databaseUrl,
  S3_ENDPOINT: store.endpoint,
  S3_BUCKET: store.bucket,
  S3_ACCESS_KEY: store.accessKey,
  S3_SECRET_KEY: store.secretKey,
});

describe('a rehearsal of a restore', () => {
  let backups: string;
  let metrics: Awaited<ReturnType<typeof pushgateway>>;
  beforeAll(async () => {
    metrics = await pushgateway();
    const used = await migratedInstallation();
    await run(
      used.databaseUrl,
      `INSERT INTO submissions.contact_messages (id, name, phone, email, feedback)
       VALUES (gen_random_uuid(), 'Ada', '5015550100', 'ada@example.org', 'Hail.')`,
    );
    await new ObjectStore(used.store).put('public/a.jpg', Buffer.from('a picture'), 'image/jpeg');
    backups = dirname((await backUp(used)).folder);
  });
  afterAll(() => metrics.stop());

  const rehearse = async (folderOfBackups: string) => {
    const result = await runCommand('rehearse.mjs', {
      ...variablesOf(await migratedInstallation()),
      BACKUP_DIR: folderOfBackups,
      BACKUP_IDENTITY: identity,
      PUSHGATEWAY_URL: metrics.url,
    });
    return { ...result, pushed: metrics.pushed.at(-1)! };
  };

  it('restores the newest backup into the scratch stores, and reports its age and the counts', async () => {
    const older = join(backups, 'backup-2020-01-01T00-00-00Z');
    cpSync(join(backups, readdirSync(backups)[0]!), older, { recursive: true });
    writeFileSync(join(older, 'manifest.json'), 'damaged');
    const from = Date.now() / 1_000;
    const { code, output, pushed } = await rehearse(backups);
    rmSync(older, { recursive: true });
    expect([code, output]).toEqual([0, expect.stringMatching(/restored and compared: \d+ rows, 1 objects/)]);
    expect(pushed).toEqual({
      path: 'POST /metrics/job/restore-rehearsal',
      values: expect.objectContaining({ backup_rehearsal_ok: 1, backup_rehearsal_objects: 1 }) as object,
    });
    expect(pushed.values['backup_rehearsal_success_timestamp_seconds']).toBeGreaterThanOrEqual(Math.floor(from));
    const takenAt = pushed.values['backup_rehearsal_backup_timestamp_seconds']!;
    expect(takenAt).toBeGreaterThan(from - 600);
    expect(takenAt).toBeLessThanOrEqual(Math.ceil(from));
  });

  it.each([
    'manifest.json',
    'manifest.sha256',
    'tables/submissions.contact_messages.copy.gz.age',
    'objects/public/a.jpg.age',
  ])('fails when a single byte of %s changes, wherever it is', async (file) => {
    const copy = mkdtempSync(join(folder, 'changed-'));
    cpSync(backups, copy, { recursive: true });
    const path = join(copy, readdirSync(copy)[0]!, file);
    const bytes = readFileSync(path);
    for (const place of [0, Math.floor(bytes.length / 2), bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[place]! ^= 1;
      writeFileSync(path, changed);
      const { code, output, pushed } = await rehearse(copy);
      expect([place, code, output]).toEqual([place, 1, expect.stringMatching(/checksum|decrypted|can't be read/)]);
      expect(pushed.values).toEqual({ backup_rehearsal_ok: 0 });
    }
  });

  it('fails without a backup', async () => {
    const { code, output, pushed } = await rehearse(mkdtempSync(join(folder, 'empty-')));
    expect([code, output]).toEqual([1, expect.stringContaining('There is no backup in')]);
    expect(pushed.values).toEqual({ backup_rehearsal_ok: 0 });
  });

  it('refuses the installation itself, and changes nothing there', async () => {
    const used = await migratedInstallation();
    await new ObjectStore(used.store).put('public/b.jpg', Buffer.from('x'), 'image/jpeg');
    const { code, output } = await runCommand('rehearse.mjs', {
      ...variablesOf(used),
      BACKUP_DIR: backups,
      BACKUP_IDENTITY: identity,
    });
    expect([code, output]).toEqual([1, expect.stringContaining('This installation was used')]);
    expect(await run(used.databaseUrl, 'SELECT FROM submissions.contact_messages')).toEqual([]);
  });

  it('succeeds on a copy in another store, made with a key that can only write', async () => {
    const owner = { accessKey: 'owner-of-copies', secretKey: 'owner-of-copies' };
    const writer = { accessKey: 'only-writes', secretKey: 'only-writes' };
    const bucket = 'copies';
    const elsewhere = await startObjectStore({
      directory: mkdtempSync(join(folder, 'elsewhere-')),
      port: await freePort(),
      ...owner,
      keys: [{ ...writer, access: { read: [], write: ['backup-'], remove: [], list: [] } }],
      bucket,
    });
    try {
      const place = { endpoint: elsewhere.url, bucket, region: 'us-east-1' };
      const { code, output } = await runCommand('copy.mjs', {
        BACKUP_DIR: backups,
        OFFSITE_S3_ENDPOINT: elsewhere.url,
        OFFSITE_S3_BUCKET: bucket,
        OFFSITE_S3_ACCESS_KEY: writer.accessKey,
        OFFSITE_S3_SECRET_KEY: writer.secretKey,
        PUSHGATEWAY_URL: metrics.url,
      });
      expect([code, output]).toEqual([0, expect.stringMatching(/^backup-\S+ copied: \d+ files/)]);
      expect(metrics.pushed.at(-1)!.values).toMatchObject({ backup_copy_ok: 1 });
      const [name] = readdirSync(backups);
      const key = `${name}/objects/public/a.jpg.age`;
      await expect(new ObjectStore({ ...place, ...writer }).remove([key])).rejects.toThrow();
      const store = new ObjectStore({ ...place, ...owner });
      const back = mkdtempSync(join(folder, 'back-'));
      cpSync(join(backups, name!), join(back, name!), { recursive: true });
      for (const entry of readdirSync(back, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())) {
        const path = join(entry.parentPath, entry.name);
        writeFileSync(path, await store.get(path.slice(back.length + 1)));
      }
      expect((await rehearse(back)).code).toBe(0);
    } finally {
      await elsewhere.stop();
    }
  });
});
