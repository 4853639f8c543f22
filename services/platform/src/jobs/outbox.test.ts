import { UnrecoverableError, type Queue } from 'bullmq';
import { createClient } from 'redis';
import { createSharedTables } from '../data/shared-tables.js';
import type { QueryRunner } from 'typeorm';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { testLogger } from '../../testing/logger.js';
import { until } from '../../testing/until.js';
import { metrics } from '../base/metrics.js';
import { addToOutbox, markFailed, markProcessed, OutboxEntry, requeue, type JobData } from './outbox.js';
import { OutboxRelay } from './outbox-relay.js';
import { outboxLag } from './queue-state.js';
import { openQueue, openWorker, type QueueName, type QueueSettings } from './queue.js';

class Tables1700000000000 {
  name = 'Tables1700000000000';
  up(runner: QueryRunner) {
    return createSharedTables(runner);
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
    relay = new OutboxRelay(database.dataSource, new Map<QueueName, Queue>([['moderation', queue]]), testLogger, {
      requeueAfterSeconds: 1,
    });
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
        await addToOutbox(manager, {
          queue: 'moderation',
          name: 'process-picture',
          payload: { subject: 'rolled back' },
        });
        throw new Error('no');
      })
      .catch(() => undefined);
    await database.dataSource.transaction((manager) =>
      addToOutbox(manager, { queue: 'moderation', name: 'process-picture', payload: { subject: 'committed' } }),
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

  const add = () =>
    database.dataSource.transaction((manager) =>
      addToOutbox(manager, { queue: 'moderation', name: 'process-picture', payload: {} }),
    );
  const entry = (id: string) => database.dataSource.manager.findOneByOrFail(OutboxEntry, { id });
  const inQueue = async (id: string) => (await queue.getJob(id)) !== undefined;
  const open = (id: string) => database.dataSource.transaction((manager) => requeue(manager, id));
  const finish = (id: string) => database.dataSource.transaction((manager) => markProcessed(manager, id));

  it('adds a job again that the queue has lost', async () => {
    const id = await add();
    await until('the job to be queued', () => inQueue(id));
    await queue.remove(id);
    await until('the job to be queued again', () => inQueue(id));
    await finish(id);
  });

  it('continues after a restart in which the queue lost its scripts', async () => {
    if (settings.redisUrl) {
      const redis = await createClient({ url: settings.redisUrl }).connect();
      await redis.scriptFlush();
      await redis.close();
    }
    const ids = await database.dataSource.transaction(async (manager) => {
      const entry = { queue: 'moderation' as const, name: 'process-picture' as const, payload: {} };
      return [await addToOutbox(manager, entry), await addToOutbox(manager, entry)];
    });
    await until('the jobs to be queued', async () => (await Promise.all(ids.map(inQueue))).every(Boolean));
    await Promise.all(ids.map(finish));
  });

  it('records that a job failed permanently, with the reason, and waits for a manual retry', async () => {
    const id = await add();
    const worker = openWorker(
      'moderation',
      () => Promise.reject(new UnrecoverableError('no such picture')),
      settings,
      1,
    );
    const failed = await until('the row to be marked', async () =>
      (await entry(id)).failedAt ? entry(id) : undefined,
    );
    expect(failed).toMatchObject({ failedReason: 'no such picture', attempts: 1, processedAt: null });
    await worker.close();
    await queue.remove(id);
    const later = await add();
    await until('the relay to have passed by', () => inQueue(later));
    expect(await inQueue(id)).toBe(false);
    expect(await open(id)).toBe(true);
    await until('the job to be queued again', () => inQueue(id));
    expect(await entry(id)).toMatchObject({ failedAt: null, failedReason: '', attempts: 0 });
    await Promise.all([finish(id), finish(later)]);
    expect(await open(id)).toBe(false);
  });

  it('reports how many jobs wait and for how long, without failed ones', async () => {
    const id = await add();
    const failed = await add();
    await markFailed(database.dataSource, { id: failed, reason: 'x', attempts: 5 });
    await database.dataSource.query(`UPDATE outbox SET created_at = now() - interval '1 minute' WHERE id = $1`, [id]);
    const lag = await outboxLag(database.dataSource);
    expect(lag.outboxUnprocessed).toBe(1);
    expect(lag.outboxOldestAgeSeconds).toBeGreaterThanOrEqual(60);
    const text = await metrics.metrics();
    expect(text).toContain('outbox_unprocessed 1');
    expect(Number(/^outbox_lag_seconds (\d+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(60);
    expect(text).toMatch(/^queue_jobs\{queue="moderation",state="waiting"\} \d+$/m);
    await finish(id);
  });

  describe.each([0, 1, 2])('when row %s of three fails', (bad) => {
    const addThree = (priorityOfBad: number) =>
      database.dataSource.transaction(async (manager) => {
        const ids: string[] = [];
        for (const place of [0, 1, 2])
          ids.push(
            await addToOutbox(manager, {
              queue: 'moderation',
              name: 'process-picture',
              payload: {},
              priority: place === bad ? priorityOfBad : 0,
            }),
          );
        return ids;
      });
    const failures = async () =>
      (await metrics.getMetricsAsJSON())
        .find(({ name }) => name === 'work_loop_row_failures_total')
        ?.values.find(({ labels }) => labels['loop'] === 'outbox moderation')?.value ?? 0;

    it('queues the others, shows why the queue refuses it, and queues it later', async () => {
      const before = await failures();
      const ids = await addThree(3_000_000);
      const [rejected = ''] = ids.splice(bad, 1);
      await until('the others to be queued', async () => (await Promise.all(ids.map(inQueue))).every(Boolean));
      await until('a second attempt', async () => (await entry(rejected)).attempts > 1);
      expect(await entry(rejected)).toMatchObject({
        failedAt: null,
        enqueuedAt: null,
        failedReason: expect.stringContaining('Priority') as string,
      });
      expect(await failures()).toBeGreaterThan(before + 1);
      await database.dataSource.manager.update(OutboxEntry, { id: rejected }, { priority: 0 });
      await until('it to be queued', () => inQueue(rejected));
      await until('its failure to be forgotten', async () => (await entry(rejected)).failedReason === '');
      for (const id of [rejected, ...ids]) await finish(id);
    });

    it('records the others although the database refuses to record it', async () => {
      await database.dataSource.query(`CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'refused'; END $$`);
      await database.dataSource.query(`CREATE TRIGGER refused BEFORE UPDATE ON outbox FOR EACH ROW
        WHEN (NEW.priority = 7) EXECUTE FUNCTION refuse()`);
      const ids = await addThree(7);
      const [rejected = ''] = ids.splice(bad, 1);
      const isRecorded = async (id: string) => (await entry(id)).enqueuedAt !== null;
      await until('the others to be recorded', async () => (await Promise.all(ids.map(isRecorded))).every(Boolean));
      expect(await isRecorded(rejected)).toBe(false);
      await database.dataSource.query('DROP TRIGGER refused ON outbox');
      await until('it to be recorded', () => isRecorded(rejected));
      for (const id of [rejected, ...ids]) await finish(id);
    });
  });

  it('removes a failed job from the queue when its row was processed another way', async () => {
    const id = await add();
    const worker = openWorker('moderation', () => Promise.reject(new UnrecoverableError('no')), settings, 1);
    await until('the job to fail', async () => (await queue.getJob(id))?.isFailed());
    await worker.close();
    await finish(id);
    const other = new OutboxRelay(database.dataSource, new Map<QueueName, Queue>([['moderation', queue]]), testLogger);
    await other.onModuleInit();
    await until('it to be gone', async () => !(await inQueue(id)));
    await other.onModuleDestroy();
  });
});
