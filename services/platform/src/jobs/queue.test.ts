import type { Queue, Worker } from 'bullmq';
import { redisServer, describeWithRedis, type RedisServer } from '../../testing/redis.js';
import { until } from '../../testing/until.js';
import { openQueue, openWorker, queuePrefix } from './queue.js';

const databaseUrl = 'postgres://127.0.0.1/somewhere';
const settingsOf = (redisUrl: string) => ({ redisUrl, databaseUrl, onError: () => undefined });

describeWithRedis('the queue in Redis', () => {
  const servers: RedisServer[] = [];
  const open: (Queue | Worker)[] = [];
  const seen: unknown[] = [];

  afterEach(async () => {
    for (const end of open.splice(0)) await end.close();
    for (const server of servers.splice(0)) await server.remove();
    seen.length = 0;
  });

  function queueAndWorker(redisUrl: string) {
    const queue = openQueue('moderation', settingsOf(redisUrl));
    const worker = openWorker(
      'moderation',
      async ({ data }: { data: unknown }) => {
        seen.push(data);
      },
      settingsOf(redisUrl),
      2,
    );
    open.push(worker, queue);
    return queue;
  }

  const add = (queue: Queue, job: number) =>
    queue.addBulk([{ name: 'sample', data: job, opts: { jobId: `job-${job}` } }]);
  /** Retries under the same id, like the outbox relay. */
  const addWhenPossible = (queue: Queue, job: number) =>
    until(`job ${job} to be added`, () =>
      add(queue, job).then(
        () => true,
        () =>
          queue.add('sample', job, { jobId: `job-${job}` }).then(
            () => true,
            () => false,
          ),
      ),
    );

  it('continues after the server restarts', async () => {
    const server = await redisServer({ appendonly: 'yes' });
    servers.push(server);
    const queue = queueAndWorker(`redis://127.0.0.1:${server.port}`);
    await addWhenPossible(queue, 1);
    await until('the job to run', () => seen.includes(1));
    await server.kill();
    await server.start();
    await addWhenPossible(queue, 2);
    await until('the next job to run', () => seen.includes(2));
  });

  it('opens one connection to add jobs, and two more to run them', async () => {
    const server = await redisServer();
    servers.push(server);
    const queue = queueAndWorker(`redis://127.0.0.1:${server.port}`);
    await addWhenPossible(queue, 1);
    await until('the job to run', () => seen.includes(1));
    const [, clients] = /connected_clients:(\d+)/.exec(String(await server.runCommand('INFO', 'clients')))!;
    // And this query's.
    expect(Number(clients)).toBe(3 + 1);
  });

  it('waits for a server that is not up yet', async () => {
    const server = await redisServer();
    servers.push(server);
    await server.kill();
    const queue = queueAndWorker(`redis://127.0.0.1:${server.port}`);
    await server.start();
    await addWhenPossible(queue, 1);
    await until('the job to run', () => seen.includes(1));
  });
});

it('uses one hash tag in all keys of an installation', () => {
  expect(queuePrefix('postgres://somewhere:5432/weather?x=1')).toBe('{jobs-weather}');
});
