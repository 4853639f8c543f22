import { type Queue } from 'bullmq';
import { createSharedTables } from './shared-tables.js';
import type { QueryRunner } from 'typeorm';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { testLogger } from '../testing/logger.js';
import { until } from '../testing/until.js';
import { addToOutbox, markProcessed, OutboxEntry, OutboxRelay, type JobData } from './outbox.js';
import { openQueue, openWorker, type QueueName, type QueueSettings } from './queue.js';

class Tables1700000000000 {
  name = 'Tables1700000000000';
  up(runner: QueryRunner) {
    return createSharedTables(runner);
  }
  down() {
    return Promise.resolve();
  }
}

describe('the outbox', () => {
  let database: TestDatabase;
  let queue: Queue;
  let relay: OutboxRelay;
  let settings: QueueSettings;

  beforeAll(async () => {
    database = await testDatabase({ schema: 'sample', entities: [OutboxEntry], migrations: [Tables1700000000000] });
    settings = { redisUrl: process.env['REDIS_URL'], databaseUrl: database.settings.url, onError: () => undefined };
    queue = openQueue('moderation', settings);
    relay = new OutboxRelay(database.dataSource, new Map<QueueName, Queue>([['moderation', queue]]), testLogger);
    await relay.onModuleInit();
  });

  afterAll(async () => {
    await relay.onModuleDestroy();
    await queue.close();
    await database.drop();
  });

  it('turns a committed entry into one job, and a rolled-back one into none', async () => {
    const seen: string[] = [];
    const worker = openWorker(
      'moderation',
      async ({ data }) => {
        const { outboxId, payload } = data as JobData;
        await database.dataSource.transaction(async (manager) => {
          if (await markProcessed(manager, outboxId)) seen.push(payload['subject'] ?? '');
        });
      },
      settings,
      2,
    );
    await database.dataSource
      .transaction(async (manager) => {
        await addToOutbox(manager, { queue: 'moderation', name: 'sample', payload: { subject: 'rolled back' } });
        throw new Error('no');
      })
      .catch(() => undefined);
    await database.dataSource.transaction((manager) =>
      addToOutbox(manager, { queue: 'moderation', name: 'sample', payload: { subject: 'committed' } }),
    );
    await until('the job to run', () => seen.length > 0);
    await until(
      'nothing to be left',
      async () =>
        (await database.dataSource.query<unknown[]>('SELECT 1 FROM outbox WHERE processed_at IS NULL')).length === 0,
    );
    expect(seen).toEqual(['committed']);
    await worker.close();
  });
});
