import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { createClient } from 'redis';
import { DataSource } from 'typeorm';
import { databaseOptions, migrate, type DatabaseSettings } from '../src/data/database.js';
import { migrateQueues, queuePrefix } from '../src/jobs/queue.js';

export interface TestDatabase {
  settings: DatabaseSettings;
  /** An open data source on the migrated schema. */
  dataSource: DataSource;
  /** Closes the data source and drops the database. */
  drop(): Promise<void>;
}

/** A database for one test file on the run's Postgres, migrated, with the queue's tables. */
export async function testDatabase(
  settings: Omit<DatabaseSettings, 'url' | 'poolMax' | 'applicationName'>,
): Promise<TestDatabase> {
  const adminUrl = process.env['TEST_POSTGRES_URL'];
  if (!adminUrl) throw new Error('TEST_POSTGRES_URL is not set: run through jest.config.mjs of the root');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runAs(adminUrl, `CREATE DATABASE ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  // A busy machine may take its time: what is tested is what happens, never how soon.
  const waits = { connectionMs: 30_000, lockMs: 30_000, statementMs: 30_000 };
  const complete = { ...settings, url: url.href, poolMax: 5, waits, applicationName: 'test' };
  await migrate(complete);
  await migrateQueues(url.href);
  const dataSource = await new DataSource(databaseOptions(complete)).initialize();
  return {
    settings: complete,
    dataSource,
    async drop() {
      if (dataSource.isInitialized) await dataSource.destroy();
      await runAs(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
      await forgetQueues(url.href);
    },
  };
}

/** Where the run has a Redis, removes what this database's queues left there. */
async function forgetQueues(databaseUrl: string): Promise<void> {
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

async function runAs(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
