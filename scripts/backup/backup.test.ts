import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { freePort } from '../../services/platform/local/ports.mjs';
import { startPostgres } from '../../services/platform/local/postgres.mjs';
import { ObjectStore } from '../../services/platform/src/data/object-store.js';
import { openAs, testObjectStore, testStoreKey } from '../../services/platform/testing/object-store.js';
import { until } from '../../services/platform/testing/until.js';
import { allRoles, rolesSql, type Role } from '../compose/roles.mjs';
import { schemas } from './find-installation.mjs';
import { findPostgresProgram } from './programs.mjs';

/** These need restic and a Postgres of the system: the embedded one has no pg_dump. `.ci/run` installs both. */
const canRun = spawnSync('restic', ['version']).status === 0 && existsSync('/usr/lib/postgresql');
const describeWithRestic = canRun ? describe : describe.skip;

const servicesFolder = join(import.meta.dirname, '../../services');
const migrating = readdirSync(servicesFolder).filter((name) =>
  existsSync(join(servicesFolder, name, 'src/migrate.ts')),
);
const password = 'only-for-tests';

type Addresses = Record<Role | 'postgres', string>;
interface TestInstallation {
  addresses: Addresses;
  store: Awaited<ReturnType<typeof testObjectStore>>['settings'];
}

/** Runs a command of this folder like the containers do. */
const runCommand = (name: string, environment: Record<string, string>, args: string[] = []) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    const env = { ...process.env, BACKUP_PASSWORD: password, ...environment };
    execFile(process.execPath, [join(import.meta.dirname, name), ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: `${stdout}${stderr}` }),
    );
  });

/** A Pushgateway's API (prometheus/pushgateway, "PUT/POST method"). */
async function startPushgateway() {
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

describeWithRestic('backups', () => {
  let folder: string;
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let metrics: Awaited<ReturnType<typeof startPushgateway>>;
  let migrated: Addresses;

  const query = async (url: string, statement: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  };

  /** Creates a database with every role, as `setup` and Postgres's first start do. */
  async function createDatabase(copyOf?: Addresses): Promise<Addresses> {
    const name = `backup_${randomBytes(6).toString('hex')}`;
    const template = copyOf ? new URL(copyOf.postgres).pathname.slice(1) : 'template1';
    await query(server.adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
    const address = (role?: Role) => {
      const url = Object.assign(new URL(server.adminUrl), { pathname: `/${name}` });
      return Object.assign(url, role ? { username: role, password } : {}).href;
    };
    const passwords = Object.fromEntries(allRoles.map((role) => [role, password])) as Record<Role, string>;
    await query(address(), rolesSql(passwords, name));
    return {
      postgres: address(),
      ...(Object.fromEntries(allRoles.map((role) => [role, address(role)])) as Record<Role, string>),
    };
  }

  const createInstallation = async (copyOf: Addresses | undefined = migrated): Promise<TestInstallation> => ({
    addresses: await createDatabase(copyOf),
    store: (await testObjectStore()).settings,
  });
  const createEmptyInstallation = async (): Promise<TestInstallation> => ({
    addresses: await createDatabase(),
    store: (await testObjectStore()).settings,
  });
  const makeRepository = () => join(mkdtempSync(join(folder, 'repository-')), 'restic');

  const storeVariables = ({ store }: TestInstallation, key = { ...store, ...testStoreKey('backup') }) => ({
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: store.bucket,
    S3_ACCESS_KEY: key.accessKey,
    S3_SECRET_KEY: key.secretKey,
  });
  const backUp = (installation: TestInstallation, repository: string, environment: Record<string, string> = {}) =>
    runCommand('backup.mjs', {
      DATABASE_URL: installation.addresses.backup,
      ...storeVariables(installation),
      BACKUP_REPOSITORY: repository,
      PUSHGATEWAY_URL: metrics.url,
      ...environment,
    });
  const restore = (installation: TestInstallation, repository: string, args: string[] = []) =>
    runCommand(
      'restore.mjs',
      {
        DATABASE_URL: installation.addresses.migrator,
        ...storeVariables(installation, installation.store),
        BACKUP_REPOSITORY: repository,
      },
      args,
    );
  const rehearse = async (repository: string, environment: Record<string, string> = {}) => {
    const result = await runCommand('rehearse.mjs', {
      BACKUP_REPOSITORY: repository,
      PUSHGATEWAY_URL: metrics.url,
      ...environment,
    });
    return { ...result, pushed: metrics.pushed.at(-1)! };
  };
  const restic = (repository: string, ...args: string[]) => {
    const env = { ...process.env, RESTIC_REPOSITORY: repository, RESTIC_PASSWORD: password };
    const { status, stdout, stderr } = spawnSync('restic', [...args, '--quiet'], { env, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    return stdout;
  };
  const snapshotIds = (repository: string) =>
    (JSON.parse(restic(repository, 'snapshots', '--json')) as { id: string }[]).map(({ id }) => id);

  const addMessage = `INSERT INTO submissions.contact_messages (id, name, phone, email, feedback)
    VALUES (gen_random_uuid(), 'Ada', '5015550100', 'ada@example.org', 'Hail.')`;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-backup-'));
    chmodSync(folder, 0o711);
    metrics = await startPushgateway();
    server = await startPostgres({
      dataDir: join(folder, 'postgres'),
      port: await freePort(),
      password,
      settings: { fsync: 'off' },
      binaries: { initdb: findPostgresProgram('initdb'), postgres: findPostgresProgram('postgres') },
    });
    migrated = await createDatabase();
    const before = { DATABASE_URL: process.env['DATABASE_URL'], exitCode: process.exitCode };
    process.env['DATABASE_URL'] = migrated.migrator;
    // As the steps of compose and Kubernetes run them, one after another.
    for (const name of migrating) await import(join(servicesFolder, name, 'src/migrate.ts'));
    expect(process.exitCode).toBe(before.exitCode);
    if (before.DATABASE_URL === undefined) delete process.env['DATABASE_URL'];
    else process.env['DATABASE_URL'] = before.DATABASE_URL;
  });

  afterAll(async () => {
    await metrics.stop();
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  it('have the schema of every service that migrates', async () => {
    const made = await query(
      migrated.postgres,
      "SELECT schemaname AS name FROM pg_tables WHERE tablename = 'migrations' ORDER BY 1",
    );
    expect(made.map(({ name }) => name)).toEqual([...schemas].sort());
  });

  it('restore every row, object and permission into empty stores, and log the restore', async () => {
    const used = await createInstallation();
    await query(
      used.addresses.postgres,
      `${addMessage};
       CREATE TABLE notifications.deliveries_20200229 PARTITION OF notifications.deliveries
         FOR VALUES FROM ('2020-02-29') TO ('2020-03-01');
       INSERT INTO notifications.deliveries (day, dispatch_id, channel_id, shard, state)
       VALUES ('2020-02-29', gen_random_uuid(), gen_random_uuid(), 0, 'accepted')`,
    );
    await new ObjectStore(used.store).put('public/a.jpg', Buffer.from('a picture'), 'image/jpeg');
    await new ObjectStore(used.store).put('public/radar/b.png', Buffer.from('fetched again'), 'image/png');
    const repository = makeRepository();
    expect(await backUp(used, repository)).toEqual({
      code: 0,
      output: expect.stringMatching(/^created the repository\nbackup [0-9a-f]{8}: \d+ rows, 1 objects, \S+ s\n$/),
    });
    const restored = await createEmptyInstallation();
    expect(await restore(restored, repository)).toEqual({
      code: 0,
      output: expect.stringMatching(/restored and compared: \d+ rows, 1 objects/),
    });

    for (const statement of [
      'SELECT * FROM submissions.contact_messages',
      'SELECT * FROM notifications.deliveries',
      'SELECT * FROM weather.migrations ORDER BY id',
    ])
      expect(await query(restored.addresses.postgres, statement)).toEqual(
        await query(used.addresses.postgres, statement),
      );
    expect(await new ObjectStore(restored.store).get('public/a.jpg')).toEqual(Buffer.from('a picture'));
    expect(await query(restored.addresses.auth, 'SELECT action FROM auth.audit')).toEqual([
      { action: 'backup.restore' },
    ]);
    const rights = `SELECT table_schema, table_name, grantee, privilege_type FROM information_schema.role_table_grants
      WHERE table_schema = ANY('{${schemas.join()}}') AND table_name !~ '^deliveries_' ORDER BY 1, 2, 3, 4`;
    expect(await query(restored.addresses.postgres, rights)).toEqual(await query(used.addresses.postgres, rights));
    await query(restored.addresses.submissions, addMessage);
    await expect(query(restored.addresses.pictures, 'SELECT FROM submissions.contact_messages')).rejects.toThrow(
      'permission denied',
    );
  });

  const addImage = (id: number, values: { state: string; published?: boolean; stagingKey?: string; key?: string }) =>
    `INSERT INTO submissions.images (id, kind, state, published, staging_key, base_key, sha256, size_bytes, media_type, sizes)
     VALUES ('00000000-0000-0000-0000-00000000000${id}', 'snapshot', '${values.state}', ${values.published ?? false},
       '${values.stagingKey ?? ''}', '', '', 1, 'image/jpeg', '${JSON.stringify(values.key ? [{ key: values.key }] : [])}')`;

  it('contain what the rows need, and nothing that was removed before', async () => {
    const used = await createInstallation();
    const store = new ObjectStore(used.store);
    await query(
      used.addresses.postgres,
      [
        addImage(1, { state: 'ready', key: 'approved-640.jpg' }),
        addImage(2, { state: 'ready', key: 'rejected-640.jpg' }),
        addImage(3, { state: 'processing', stagingKey: 'staging/late' }),
      ].join(';'),
    );
    for (const key of ['pending/approved-640.jpg', 'pending/rejected-640.jpg', 'public/taken-down-640.jpg'])
      await store.put(key, Buffer.from('a picture'), 'image/jpeg');
    const repository = makeRepository();
    const blocker = new Client({ connectionString: used.addresses.postgres });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE auth.people IN ACCESS EXCLUSIVE MODE');
    const backup = backUp(used, repository);
    await until('pg_dump to wait for the lock', async () => {
      const waiting = "SELECT FROM pg_stat_activity WHERE application_name = 'pg_dump' AND wait_event_type = 'Lock'";
      return (await query(server.adminUrl, waiting)).length > 0;
    });
    await store.copy('pending/approved-640.jpg', 'public/approved-640.jpg');
    await store.remove(['pending/approved-640.jpg', 'pending/rejected-640.jpg', 'public/taken-down-640.jpg']);
    // Received after the first look for objects, and processed before the second.
    await store.put('pending/late-640.jpg', Buffer.from('a picture'), 'image/jpeg');
    await query(
      used.addresses.postgres,
      `UPDATE submissions.images SET state = 'ready', sizes = '[{"key": "late-640.jpg"}]' WHERE state = 'processing'`,
    );
    await blocker.query('COMMIT');
    await blocker.end();
    expect(await backup).toEqual({ code: 0, output: expect.stringMatching(/4 objects, \S+ s\n$/) });
    const restored = await createEmptyInstallation();
    expect((await restore(restored, repository)).code).toBe(0);
    const keys = [];
    for (const prefix of ['public/', 'pending/']) keys.push(...(await new ObjectStore(restored.store).list(prefix)));
    expect(keys.sort()).toEqual([
      'pending/approved-640.jpg',
      'pending/late-640.jpg',
      'pending/rejected-640.jpg',
      'public/approved-640.jpg',
    ]);
  });

  it('name the pictures that the store has lost', async () => {
    const used = await createInstallation();
    await query(used.addresses.postgres, addImage(1, { state: 'processing', stagingKey: 'staging/lost' }));
    expect(await backUp(used, makeRepository())).toEqual({
      code: 0,
      output: expect.stringContaining(
        "1 pictures aren't in this backup, because the store doesn't have them: staging/lost",
      ),
    });
  });

  it('are not restored over existing rows or objects', async () => {
    const repository = makeRepository();
    const used = await createInstallation();
    await backUp(used, repository);
    const refused = { code: 1, output: expect.stringContaining("The installation isn't empty (table auth.") as string };
    expect(await restore(used, repository)).toEqual(refused);
    const withObject = await createEmptyInstallation();
    await openAs(withObject.store, 'seed').put('staging/a.jpg', Buffer.from('x'), 'image/jpeg');
    expect(await restore(withObject, repository)).toEqual({
      code: 1,
      output: expect.stringContaining("The installation isn't empty (object staging/a.jpg)"),
    });
    const inSchemas = `SELECT FROM pg_tables WHERE schemaname = ANY('{${schemas.join()}}')`;
    expect(await query(withObject.addresses.postgres, inSchemas)).toEqual([]);
  });

  it('keep one snapshot per day, and restore an older one by its ID', async () => {
    const repository = makeRepository();
    const used = await createInstallation();
    for (let count = 0; count < 3; count += 1) {
      expect((await backUp(used, repository, { BACKUP_KEEP: '1' })).code).toBe(0);
      await query(used.addresses.postgres, addMessage);
    }
    expect(snapshotIds(repository)).toHaveLength(2);
    expect(metrics.pushed.at(-1)).toEqual({
      path: 'POST /metrics/job/backup',
      values: expect.objectContaining({
        backup_snapshots: 2,
        backup_snapshots_missing: 0,
        backup_snapshots_foreign: 0,
      }) as object,
    });
    const restored = await createEmptyInstallation();
    expect((await restore(restored, repository, ['--snapshot', snapshotIds(repository)[0]!.slice(0, 8)])).code).toBe(0);
    expect(await query(restored.addresses.postgres, 'SELECT FROM submissions.contact_messages')).toHaveLength(1);
    expect(await restore(restored, repository, ['--snapshot', 'ffffffff'])).toEqual({
      code: 1,
      output: expect.stringContaining('There is no backup "ffffffff"'),
    });
  });

  it('leave expired snapshots to the next backup when they cannot remove them', async () => {
    const repository = makeRepository();
    const used = await createInstallation();
    const settings = { BACKUP_KEEP: '1' };
    for (let count = 0; count < 2; count += 1) expect((await backUp(used, repository, settings)).code).toBe(0);
    const [expired] = snapshotIds(repository);
    const env = { ...process.env, RESTIC_REPOSITORY: repository, RESTIC_PASSWORD: password };
    const other = spawn('restic', ['backup', '--stdin'], { env, stdio: ['pipe', 'ignore', 'ignore'] });
    try {
      await until('the lock', () => readdirSync(join(repository, 'locks')).length > 0);
      expect(await backUp(used, repository, settings)).toEqual({
        code: 1,
        output: expect.stringMatching(/^backup .*\nrestic forget failed: .*locked.*\n$/),
      });
      expect(snapshotIds(repository)).toContain(expired);
    } finally {
      other.kill('SIGKILL');
      await once(other, 'exit');
    }
    expect(await backUp(used, repository, settings)).toMatchObject({ code: 0 });
    expect(snapshotIds(repository)).not.toContain(expired);
  });

  it('are copied to a second repository, from which they restore', async () => {
    const used = await createInstallation();
    const repository = makeRepository();
    const copy = makeRepository();
    expect(await backUp(used, repository, { BACKUP_COPY_REPOSITORY: copy })).toEqual({
      code: 0,
      output: expect.stringMatching(/\ncreated the second repository\ncopied to BACKUP_COPY_REPOSITORY\n$/),
    });
    expect(metrics.pushed.at(-1)).toEqual({
      path: 'POST /metrics/job/backup-copy',
      values: expect.objectContaining({ backup_copy_ok: 1 }) as object,
    });
    expect((await restore(await createEmptyInstallation(), copy)).code).toBe(0);
    expect(await backUp(used, repository, { BACKUP_COPY_REPOSITORY: 'rest:http://127.0.0.1:1/' })).toEqual({
      code: 1,
      output: expect.stringMatching(/\nrestic cat failed: .*connection refused\n$/),
    });
    expect(metrics.pushed.at(-1)!.values).toEqual({ backup_copy_ok: 0 });
  });

  it.each([
    ['a program is missing', { PATH: '/nowhere' }, "restic can't be run: use the image"],
    ['there is no repository', { BACKUP_REPOSITORY: '' }, 'BACKUP_REPOSITORY is missing: name a folder'],
    ['there is no password', { BACKUP_PASSWORD: '' }, 'BACKUP_PASSWORD is missing: set it'],
    ['there is no store', { S3_ENDPOINT: '' }, 'DATABASE_URL or S3_ENDPOINT is missing: set both'],
    ['nothing could be kept', { BACKUP_KEEP: '0' }, 'BACKUP_KEEP must be a number of days, at least 1.'],
  ])('fail with one line when %s', async (_what, environment, line) => {
    const { code, output } = await backUp(await createInstallation(), makeRepository(), environment);
    expect([code, output.trim().split('\n')]).toEqual([1, [expect.stringContaining(line)]]);
  });

  it('are taken and rehearsed each night, which makes the container healthy again', async () => {
    const installation = await createInstallation();
    const workFolder = mkdtempSync(join(folder, 'nightly-'));
    chmodSync(workFolder, 0o711);
    const failureFile = join(workFolder, 'nightly-backup-failed');
    const repository = makeRepository();
    let output = '';
    // Its clock is two seconds before the time; those of the commands that it runs are right.
    const shifted = `const {now} = Date, by = Date.UTC(2026, 11, 1, 8, 14, 58) - now();
      globalThis.Date = class extends Date {
        constructor(...values) { super(...(values.length > 0 ? values : [now() + by])); }
        static now() { return now() + by; }
      };`;
    const nightly = spawn(
      process.execPath,
      [
        '--import',
        `data:text/javascript,${encodeURIComponent(shifted)}`,
        join(import.meta.dirname, 'nightly.mjs'),
        '08:15',
      ],
      {
        env: {
          ...process.env,
          ...storeVariables(installation),
          DATABASE_URL: installation.addresses.backup,
          BACKUP_REPOSITORY: repository,
          BACKUP_PASSWORD: password,
          PUSHGATEWAY_URL: metrics.url,
          TMPDIR: workFolder,
        },
      },
    );
    for (const stream of [nightly.stdout, nightly.stderr])
      stream.on('data', (data: Buffer) => void (output += String(data)));
    writeFileSync(failureFile, '');
    try {
      await until('a backup and its rehearsal', () => output.split('the next backup is at').length === 3, 60_000);
    } finally {
      nightly.kill();
    }
    expect(output).toMatch(
      /^the next backup is at 2026-12-01T08:15:00\.000Z\ncreated the repository\nbackup .+\nrehearsing .+\nrestored and compared: .+\nthe next backup is at 2026-12-02T08:15:00\.000Z\n$/,
    );
    expect(existsSync(failureFile)).toBe(false);
  });

  describe('rehearsed', () => {
    let repository: string;
    beforeAll(async () => {
      const used = await createInstallation();
      await query(used.addresses.postgres, addMessage);
      await new ObjectStore(used.store).put('public/a.jpg', randomBytes(10_000), 'image/jpeg');
      repository = makeRepository();
      for (let count = 0; count < 2; count += 1) expect((await backUp(used, repository)).code).toBe(0);
    });
    const copyRepository = () => {
      const copy = makeRepository();
      cpSync(repository, copy, { recursive: true });
      return copy;
    };

    it('restore into scratch stores, and report their age and counts', async () => {
      const { code, output, pushed } = await rehearse(repository);
      expect([code, output]).toEqual([0, expect.stringMatching(/restored and compared: \d+ rows, 1 objects/)]);
      expect(pushed).toEqual({
        path: 'POST /metrics/job/restore-rehearsal',
        values: expect.objectContaining({ backup_rehearsal_ok: 1, backup_rehearsal_objects: 1 }) as object,
      });
      const now = Date.now() / 1_000;
      for (const name of ['backup_rehearsal_success_timestamp_seconds', 'backup_rehearsal_backup_timestamp_seconds']) {
        expect(pushed.values[name]).toBeGreaterThan(now - 600);
        expect(pushed.values[name]).toBeLessThanOrEqual(Math.ceil(now));
      }
    });

    it.each(['config', 'keys', 'snapshots', 'index', 'data'])('fail when one byte of %s changes', async (part) => {
      const copy = copyRepository();
      const files = readdirSync(join(copy, part === 'config' ? '' : part), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && (part !== 'config' || entry.name === 'config'))
        .map(({ parentPath, name }) => join(parentPath, name));
      for (const path of files) {
        const bytes = readFileSync(path);
        bytes[Math.floor(bytes.length / 2)]! ^= 1;
        chmodSync(path, 0o600);
        writeFileSync(path, bytes);
      }
      const { code, output, pushed } = await rehearse(copy);
      expect([code, output]).toEqual([1, expect.stringMatching(/^restic \w+ failed: .+\n$/)]);
      expect(pushed.values).toEqual({ backup_rehearsal_ok: 0 });
    });

    it('fail when a snapshot was removed, and so does the next backup', async () => {
      const copy = copyRepository();
      const [oldest] = snapshotIds(copy);
      restic(copy, 'forget', oldest!);
      const line = `Someone else changed BACKUP_REPOSITORY (removed snapshots: ${oldest!.slice(0, 8)}; foreign snapshots: none)`;
      const { code, output, pushed } = await rehearse(copy);
      expect([code, output]).toEqual([1, expect.stringContaining(line)]);
      expect(pushed.values).toEqual({ backup_rehearsal_ok: 0 });
      expect(await backUp(await createInstallation(), copy)).toEqual({
        code: 2,
        output: expect.stringContaining(line),
      });
      expect(metrics.pushed.at(-1)!.values).toMatchObject({ backup_snapshots_missing: 1, backup_snapshots_foreign: 0 });
      expect(snapshotIds(copy)).toHaveLength(2);
    });

    it('fail when someone else added a snapshot, which is never restored', async () => {
      const copy = copyRepository();
      const newest = snapshotIds(copy).at(-1)!;
      restic(copy, 'backup', '--host', 'elsewhere', import.meta.dirname);
      const foreign = snapshotIds(copy).at(-1)!;
      const line = `(removed snapshots: none; foreign snapshots: ${foreign.slice(0, 8)})`;
      expect(await rehearse(copy)).toMatchObject({ code: 1, output: expect.stringContaining(line) as string });
      const restored = await restore(await createEmptyInstallation(), copy);
      expect(restored).toEqual({ code: 0, output: expect.stringContaining(`restoring ${newest.slice(0, 8)}`) });
    });

    it('fail without a backup, and with another password', async () => {
      const none = makeRepository();
      restic(none, 'init');
      expect(await rehearse(none)).toMatchObject({
        code: 1,
        output: expect.stringContaining('There is no backup of this site in BACKUP_REPOSITORY') as string,
        pushed: { values: { backup_rehearsal_ok: 0 } },
      });
      expect(await rehearse(repository, { BACKUP_PASSWORD: 'another' })).toMatchObject({
        code: 1,
        output: expect.stringMatching(/restic check failed: .*wrong password/) as string,
      });
    });
  });
});
