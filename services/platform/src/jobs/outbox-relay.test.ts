import type { Queue } from 'bullmq';
import type { QueryRunner } from 'typeorm';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { testLogger } from '../../testing/logger.js';
import { describeWithRedis, redisServer, type RedisServer } from '../../testing/redis.js';
import { until } from '../../testing/until.js';
import { metrics } from '../base/metrics.js';
import type { Logger } from '../base/injection-tokens.js';
import { createSharedTables } from '../data/shared-tables.js';
import { addToOutbox, OutboxEntry } from './outbox.js';
import { OutboxRelay } from './outbox-relay.js';
import { openQueue, type QueueName } from './queue.js';

/** With a Redis user that may not use every queue. */

class Tables1700000000000 {
  name = 'Tables1700000000000';
  up(runner: QueryRunner) {
    return createSharedTables(runner);
  }
}

const names = ['moderation', 'mail'] as const;
const commands = '+@all -@dangerous +info';
const allow = (...queues: QueueName[]) => queues.map((name) => `~{jobs-*}:${name}:*`);

describeWithRedis('a queue that refuses jobs', () => {
  let server: RedisServer;
  let database: TestDatabase;
  let stop: () => Promise<void>;
  let logged: { level: string; queue: unknown; message: string }[];

  beforeAll(async () => {
    server = await redisServer();
    database = await testDatabase({ schema: 'sample', entities: [OutboxEntry], migrations: [Tables1700000000000] });
  });
  beforeEach(async () => {
    logged = [];
    await database.dataSource.query('DELETE FROM outbox');
    await server.runCommand(
      'ACL',
      'SETUSER',
      'sender',
      'reset',
      'on',
      '>secret',
      ...allow('moderation'),
      ...commands.split(' '),
    );
  });
  afterEach(() => stop());
  afterAll(async () => {
    await database.drop();
    await server.remove();
  });

  async function relay(password: string) {
    const settings = {
      redisUrl: `redis://sender:${password}@127.0.0.1:${server.port}`,
      databaseUrl: database.settings.url,
      onError: () => undefined,
    };
    const queues = new Map<QueueName, Queue>(names.map((name) => [name, openQueue(name, settings)]));
    const log = (level: string) => (bound: { queue?: unknown }, message: string) => {
      if (bound.queue) logged.push({ level, queue: bound.queue, message });
    };
    const logger = Object.assign(Object.create(testLogger) as Logger, { error: log('error'), warn: log('warn') });
    const running = new OutboxRelay(database.dataSource, queues, logger);
    await running.onModuleInit();
    stop = async () => {
      await running.onModuleDestroy();
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    };
  }
  const entries = {
    moderation: { queue: 'moderation', name: 'process-picture', payload: {} },
    mail: { queue: 'mail', name: 'send-reply', payload: {} },
  } as const;
  const add = (queue: (typeof names)[number]) =>
    database.dataSource.transaction((manager) => addToOutbox(manager, entries[queue]));
  const isEnqueued = async (id: string) =>
    (await database.dataSource.manager.findOneByOrFail(OutboxEntry, { id })).enqueuedAt !== null;
  const denials = async (queue: QueueName) => {
    const pattern = new RegExp(`^outbox_enqueue_failures_total\\{queue="${queue}",reason="denied"\\} (\\d+)$`, 'm');
    return Number(pattern.exec(await metrics.metrics())?.[1] ?? 0);
  };

  it('is logged once as an error, is counted, and recovers once the rights are granted', async () => {
    const before = await denials('mail');
    await relay('secret');
    const rejected = await add('mail');
    const taken = await add('moderation');
    await until('the other queue to have its job', () => isEnqueued(taken));
    await until('three refusals', async () => (await denials('mail')) >= before + 3);
    expect(await isEnqueued(rejected)).toBe(false);
    expect(logged).toEqual([
      { level: 'error', queue: 'mail', message: expect.stringContaining('refuses the jobs of this service') },
    ]);
    expect(await denials('moderation')).toBe(0);

    await server.runCommand('ACL', 'SETUSER', 'sender', ...allow('mail'));
    await until('the row to leave', () => isEnqueued(rejected));
  });

  it('does not delay the rows of other queues, however many rows wait', async () => {
    await relay('secret');
    await database.dataSource.query(
      `INSERT INTO outbox (id, queue, name, payload)
       SELECT gen_random_uuid(), 'mail', 'sample', '{}' FROM generate_series(1, 250)`,
    );
    const taken = await add('moderation');
    await until('the other queue to have its job', () => isEnqueued(taken));
  });

  it('is logged as an error when the password is wrong', async () => {
    await relay('guessed');
    const rejected = await add('moderation');
    await until('the refusal', async () => (await denials('moderation')) > 0);
    expect(logged.filter(({ level, queue }) => level === 'error' && queue === 'moderation')).toHaveLength(1);
    await server.runCommand('ACL', 'SETUSER', 'sender', '>guessed');
    await until('the row to leave', () => isEnqueued(rejected));
  });
});
