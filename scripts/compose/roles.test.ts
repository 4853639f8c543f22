import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { databaseVariables, parseConfig } from '../../services/platform/src/base/config.js';
import {
  databaseOptions,
  migrate,
  openDatabase,
  ForbiddenRoleError,
} from '../../services/platform/src/data/database.js';
import { migrateQueues, openQueue, openWorker } from '../../services/platform/src/jobs/queue.js';
import { makeAuthority, makeLeaf } from '../../services/platform/local/certificates.mjs';
import { freePort } from '../../services/platform/local/ports.mjs';
import { startPostgres } from '../../services/platform/local/postgres.mjs';
import { until } from '../../services/platform/testing/until.js';
import { submissionsDatabase } from '../../services/submissions/src/database.js';
import { grantImageRights } from '../../services/submissions/src/worker/image-rights.js';
import { z } from 'zod';
import { queuesOf } from '../../proto/queues.js';
import { allRoles, type Role, rolesSql, serviceRoles } from './roles.mjs';

/** The permissions of each service's Postgres role, and connections over TLS. */

const folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-roles-'));
// Root runs Postgres as another user, who must be able to traverse the folder.
chmodSync(folder, 0o755);
const passwords = Object.fromEntries(allRoles.map((name) => [name, `password-of-${name}`])) as Record<Role, string>;
const authorityFile = join(folder, 'ca.crt');
const foreignFile = join(folder, 'foreign.crt');
let postgres: Awaited<ReturnType<typeof startPostgres>>;

const addressOf = (role: Role) => {
  const url = new URL(postgres.url);
  Object.assign(url, { username: role, password: passwords[role] });
  return url.href;
};

async function as<Rows>(address: string, work: (client: Client) => Promise<Rows>): Promise<Rows> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
const run = (address: string, statement: string) =>
  as(address, async (client) => (await client.query<Record<string, unknown>>(statement)).rows);
const giveRoles = () => run(postgres.url, rolesSql(passwords, 'arkansas_weather'));

class MakeFaqs1700000000000 {
  name = 'MakeFaqs1700000000000';
  async up(runner: QueryRunner) {
    await runner.query(`CREATE TYPE content.mood AS ENUM ('calm', 'stormy')`);
    await runner.query(
      'CREATE TABLE content.faqs (id integer GENERATED ALWAYS AS IDENTITY, number serial, mood content.mood)',
    );
    await runner.query('CREATE FUNCTION content.one() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$');
  }
}
const settings = (url: string) => ({
  url,
  schema: 'content',
  entities: [],
  migrations: [MakeFaqs1700000000000],
  poolMax: 2,
  applicationName: 'roles-test',
});

beforeAll(async () => {
  const authority = await makeAuthority();
  const leaf = await makeLeaf(authority, { peer: 'postgres', names: ['localhost', '127.0.0.1'] });
  writeFileSync(authorityFile, authority.certificate);
  writeFileSync(foreignFile, (await makeAuthority()).certificate);
  postgres = await startPostgres({
    dataDir: join(folder, 'postgres'),
    port: await freePort(),
    password: 'the-superuser',
    settings: { fsync: 'off' },
    tls: { cert: leaf.certificate, key: leaf.key },
  });
});

afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the roles of the database', () => {
  it("take over a superuser's objects, and keep permissions unchanged on a second run", async () => {
    // As local mode did before it had roles.
    await migrate(settings(postgres.url));
    await migrateQueues(postgres.url);
    await giveRoles();
    const owners = () =>
      run(
        postgres.url,
        `SELECT DISTINCT pg_get_userbyid(relowner) AS owner FROM pg_class
         WHERE relnamespace IN ('content'::regnamespace, 'bullmq'::regnamespace) AND relkind IN ('r', 'p', 'S', 'v')`,
      );
    expect(await owners()).toEqual([{ owner: 'migrator' }]);

    await run(addressOf('migrator'), 'REVOKE UPDATE, DELETE ON content.faqs FROM content');
    await giveRoles();
    await expect(run(addressOf('content'), 'DELETE FROM content.faqs')).rejects.toThrow(/permission denied/);
    await run(addressOf('migrator'), 'GRANT UPDATE, DELETE ON content.faqs TO content');
  });

  it('get the permissions they need on existing objects', async () => {
    await run(postgres.url, 'DROP OWNED BY pictures; DROP ROLE pictures');
    await giveRoles();
    expect(await run(addressOf('pictures'), 'SELECT * FROM bullmq.job LIMIT 0')).toEqual([]);
  });

  it('let the migrator run the next migration, in a new schema too', async () => {
    expect(await migrate(settings(addressOf('migrator')))).toEqual([]);
    await run(addressOf('migrator'), 'CREATE TABLE content.of_a_later_version (id integer)');
    expect(await run(addressOf('content'), 'SELECT * FROM content.of_a_later_version')).toEqual([]);
    await migrateQueues(addressOf('migrator'));
  });

  it('give a service access only to its own schema, without changing tables', async () => {
    for (const name of serviceRoles) {
      const address = addressOf(name);
      for (const statement of [
        `CREATE TABLE ${name}.mine (id integer)`,
        'CREATE TABLE public.mine (id integer)',
        'CREATE SCHEMA mine',
        'CREATE ROLE mine SUPERUSER',
        `ALTER ROLE ${name} SUPERUSER`,
        'SET ROLE migrator',
        'SET ROLE postgres',
        "COPY (SELECT 1) TO PROGRAM 'true'",
        "SELECT pg_read_file('PG_VERSION')",
        'SELECT * FROM pg_authid',
      ])
        await expect(run(address, statement)).rejects.toThrow(/permission denied|must be|only roles/i);
    }
    for (const name of serviceRoles.filter((role) => role !== 'content'))
      await expect(run(addressOf(name), 'SELECT * FROM content.faqs')).rejects.toThrow(/permission denied/);
    for (const statement of [
      'ALTER TABLE content.faqs ADD mine text',
      'DROP TABLE content.faqs',
      'TRUNCATE content.faqs',
    ])
      await expect(run(addressOf('content'), statement)).rejects.toThrow(/must be owner|permission denied/);
    await run(addressOf('content'), 'SELECT * FROM content.faqs');
  });

  it('let a backup read everything and change nothing', async () => {
    await run(addressOf('backup'), 'SELECT * FROM content.faqs');
    await run(addressOf('backup'), 'SELECT * FROM content.migrations');
    for (const statement of [
      'DELETE FROM content.faqs',
      'SET default_transaction_read_only = off; DELETE FROM content.faqs',
      'CREATE TABLE content.mine (id integer)',
    ])
      await expect(run(addressOf('backup'), statement)).rejects.toThrow(/permission denied|read-only/);
  });

  /** Each service has the role with its name. */
  const workerRoles = { worker: 'submissions', 'picture-worker': 'pictures' } as const;
  const routes = (['auth', 'content', 'submissions'] as const).flatMap((adder) =>
    queuesOf[adder].map((name) => {
      const doer = name === queuesOf.worker[0] ? workerRoles.worker : workerRoles['picture-worker'];
      return [name, doer, adder] as const;
    }),
  );

  it.each(routes)('suffice for the queue "%s" in Postgres, with %s processing for %s', async (name, doer, adder) => {
    const queue = { redisUrl: undefined, databaseUrl: addressOf(doer), onError: () => undefined };
    const done: unknown[] = [];
    const worker = openWorker(name, async (job) => void done.push(job.data), queue, 1);
    const sender = openQueue(name, { ...queue, databaseUrl: addressOf(adder) });
    // As the relay adds them, each with the ID of its outbox row.
    await sender.addBulk([{ name: 'greet', data: { to: 'Ada' }, opts: { jobId: `${adder}-${name}-1` } }]);
    await sender.add('greet', { to: 'Bo' }, { jobId: `${adder}-${name}-2` });
    await until('the jobs are done', () => done.length === 2);
    expect(done).toEqual([{ to: 'Ada' }, { to: 'Bo' }]);
    // A job counts as completed a moment after its work.
    const counts = await until('both to count', async () => {
      const now = await sender.getJobCounts('completed', 'failed');
      return now['completed'] === 2 && now;
    });
    expect(counts).toEqual({ completed: 2, failed: 0 });
    await sender.clean(0, 10, 'completed');
    await Promise.all([worker.close(), sender.close()]);
  });

  describe('the picture worker’s', () => {
    const imageId = '018f2a3b-0000-7000-8000-000000000001';
    const asPictures = (statement: string) => run(addressOf('pictures'), `SET search_path = submissions; ${statement}`);

    beforeAll(async () => {
      await migrate({ ...settings(addressOf('migrator')), ...submissionsDatabase });
      await grantImageRights(addressOf('migrator'));
      await run(
        addressOf('submissions'),
        `SET search_path = submissions;
         INSERT INTO images (id, kind, state, published, staging_key, base_key, sha256, size_bytes, media_type)
         VALUES ('${imageId}', 'snapshot', 'processing', false, 'staging/1', 'snapshots/1', '', 1, 'image/jpeg')`,
      );
    });

    it('suffices for its work, as the tests of pictures show', async () => {
      for (const statement of [
        'SELECT name FROM migrations',
        `SELECT * FROM images WHERE id = '${imageId}' FOR UPDATE`,
        `UPDATE images SET state = 'ready' WHERE id = '${imageId}'`,
        `INSERT INTO outbox (id, queue, name, payload) VALUES ('${imageId}', 'moderation', 'purge-picture', '{}')`,
        `UPDATE outbox SET processed_at = now() WHERE id = '${imageId}' AND processed_at IS NULL`,
        `SELECT FROM snapshots WHERE image_id = '${imageId}' UNION ALL SELECT FROM sponsors WHERE logo_id = '${imageId}'`,
        `DELETE FROM images WHERE id = '${imageId}'`,
      ])
        await asPictures(statement);
    });

    it("can't read names, addresses or messages, or change anything else", async () => {
      const tables = await run(
        addressOf('migrator'),
        `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'submissions'`,
      );
      const readable = ['migrations', 'images', 'outbox'];
      const others = tables.map(({ name }) => String(name)).filter((name) => !readable.includes(name));
      expect(others).toEqual(
        expect.arrayContaining(['audit', 'campaigns', 'contact_messages', 'newsletter_subscribers', 'snapshots']),
      );
      for (const statement of [
        ...others.flatMap((name) => [
          `SELECT * FROM ${name}`,
          `DELETE FROM ${name}`,
          `INSERT INTO ${name} DEFAULT VALUES`,
        ]),
        'SELECT email FROM snapshots',
        'SELECT first_name, comment FROM snapshots',
        'SELECT email FROM sponsors',
        `UPDATE snapshots SET email = 'mine@example.com'`,
        `UPDATE sponsors SET status = 'approved'`,
        `UPDATE outbox SET payload = '{}'`,
        'DELETE FROM outbox',
        `INSERT INTO images (id) VALUES ('${imageId}')`,
        'DELETE FROM migrations',
        'SELECT * FROM content.faqs',
      ])
        await expect(asPictures(statement)).rejects.toThrow(/permission denied/);
    });

    it('loses extra permissions with the next migration, and gets none on new tables', async () => {
      await run(
        addressOf('migrator'),
        `GRANT SELECT ON submissions.contact_messages TO pictures; CREATE TABLE submissions.of_a_later_version (id integer)`,
      );
      await grantImageRights(addressOf('migrator'));
      await expect(asPictures('SELECT * FROM contact_messages')).rejects.toThrow(/permission denied/);
      await expect(asPictures('SELECT * FROM of_a_later_version')).rejects.toThrow(/permission denied/);
    });
  });

  describe('in production', () => {
    const before = process.env['NODE_ENV'];
    beforeAll(() => void (process.env['NODE_ENV'] = 'production'));
    afterAll(() => void (process.env['NODE_ENV'] = before));

    it('a service refuses to run as a superuser, in one sentence', async () => {
      await expect(openDatabase(settings(postgres.url))).rejects.toThrow(
        new ForbiddenRoleError(
          'DATABASE_URL: the role "postgres" is a superuser, which production refuses; give this process a separate role',
        ),
      );
      const open = await openDatabase(settings(addressOf('content')));
      await open.destroy();
    });
  });
});

describe('the connection to Postgres with DATABASE_CA_FILE', () => {
  const configured = (url: string, file: string) =>
    parseConfig(z.object(databaseVariables), { DATABASE_URL: url, DATABASE_CA_FILE: file }).DATABASE_URL;
  const encrypted = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';

  it('is encrypted, for every kind of connection', async () => {
    const url = configured(addressOf('content'), authorityFile);
    expect(await run(url, encrypted)).toEqual([{ ssl: true }]);
    const dataSource = await new DataSource(databaseOptions(settings(url))).initialize();
    expect(await dataSource.query(encrypted)).toEqual([{ ssl: true }]);
    await dataSource.destroy();
    expect(await run(addressOf('content'), encrypted)).toEqual([{ ssl: false }]);
  });

  it('fails for a server with a certificate of another authority', async () => {
    await expect(run(configured(addressOf('content'), foreignFile), 'SELECT 1')).rejects.toThrow(
      /certificate|signature/,
    );
  });

  it('fails without the required authority', () => {
    expect(() => configured(addressOf('content'), join(folder, 'not-there'))).toThrow(
      'DATABASE_CA_FILE: cannot be read',
    );
  });
});
