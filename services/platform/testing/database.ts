import { createHash, randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { createClient } from 'redis';
import { DataSource } from 'typeorm';
import { databaseOptions, migrate, type DatabaseSettings } from '../src/data/database.js';
import { migrateQueues, queuePrefix } from '../src/jobs/queue.js';

export interface TestDatabase {
  settings: DatabaseSettings;
  dataSource: DataSource;
  drop(): Promise<void>;
}

/** Creates a migrated database, with the queues' tables, for one test file. */
export async function testDatabase(
  settings: Omit<DatabaseSettings, 'url' | 'poolMax' | 'applicationName'>,
): Promise<TestDatabase> {
  const adminUrl = process.env['TEST_POSTGRES_URL'];
  if (!adminUrl) throw new Error('TEST_POSTGRES_URL is not set: run through jest.config.mjs of the root');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  // Generous: tests check results, not timing.
  const waits = { connectionMs: 30_000, lockMs: 30_000, statementMs: 30_000 };
  const complete = { ...settings, url: url.href, poolMax: 5, waits, applicationName: 'test' };
  await connected(adminUrl, async (admin) => {
    const template = await templateFor(admin, complete, adminUrl);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  });
  const dataSource = await new DataSource(databaseOptions(complete)).initialize();
  return {
    settings: complete,
    dataSource,
    async drop() {
      if (dataSource.isInitialized) await dataSource.destroy();
      await connected(adminUrl, (admin) => admin.query(`DROP DATABASE ${name} WITH (FORCE)`));
      await deleteQueues(url.href);
    },
  };
}

/**
 * Returns the run's migrated template for these migrations, created on first use; copying it takes a few hundredths of
 * a second.
 */
async function templateFor(admin: Client, settings: DatabaseSettings, adminUrl: string): Promise<string> {
  // Includes the code: in watch mode, a run finds the previous run's databases.
  const contents = [settings.schema, ...settings.migrations.map(String)].join();
  const key = createHash('sha256').update(contents).digest('hex').slice(0, 16);
  const template = `template_${key}`;
  // The lock ends with the connection.
  await admin.query('SELECT pg_advisory_lock(hashtext($1))', [template]);
  const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [template]);
  if (rowCount === 0) {
    const unfinished = `unfinished_${key}`;
    await admin.query(`DROP DATABASE IF EXISTS ${unfinished}`);
    await admin.query(`CREATE DATABASE ${unfinished}`);
    const url = new URL(adminUrl);
    url.pathname = `/${unfinished}`;
    await migrate({ ...settings, url: url.href });
    await migrateQueues(url.href);
    await admin.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
  }
  await admin.query('SELECT pg_advisory_unlock(hashtext($1))', [template]);
  return template;
}

/** Removes this database's queue keys from the run's Redis, if any. */
async function deleteQueues(databaseUrl: string): Promise<void> {
  const redisUrl = process.env['REDIS_URL'];
  if (!redisUrl) return;
  const client = createClient({ url: redisUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    for await (const keys of client.scanIterator({ MATCH: `${queuePrefix(databaseUrl)}:*`, COUNT: 1_000 }))
      if (keys.length > 0) await client.unlink(keys);
  } finally {
    client.destroy();
  }
}

async function connected<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
