import type { Queue, Worker } from 'bullmq';
import {
  redisCluster,
  redisServer,
  describeWithRedis,
  redisWithSentinel,
  type RedisServer,
} from '../../testing/redis.js';
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

  it('runs in a cluster, on the node with its slot, and continues after the nodes restart', async () => {
    servers.push(...(await redisCluster(3)));
    const nodes = servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
    const queue = queueAndWorker(`redis-cluster://${nodes}`);
    await addWhenPossible(queue, 1);
    await until('the job to run', () => seen.includes(1));
    for (const server of servers) await server.kill();
    for (const server of servers) await server.start();
    await addWhenPossible(queue, 2);
    await until('the next job to run', () => seen.includes(2));
  });

  it('runs in a cluster of one node', async () => {
    servers.push(...(await redisCluster(1)));
    const queue = queueAndWorker(`redis-cluster://127.0.0.1:${servers[0]?.port}`);
    await addWhenPossible(queue, 1);
    await until('the job to run', () => seen.includes(1));
  });

  it('follows the sentinels to the promoted server', async () => {
    const { main, replica, sentinel } = await redisWithSentinel();
    servers.push(main, replica, sentinel);
    const queue = queueAndWorker(`redis-sentinel://127.0.0.1:${sentinel.port}/site`);
    await addWhenPossible(queue, 1);
    await until('the job to run', () => seen.includes(1));
    await main.kill();
    // A replica closes its clients' connections on promotion.
    const roleOf = (server: RedisServer) => server.runCommand('INFO', 'replication').then(String, () => 'away');
    await until('the replica to take over', async () => (await roleOf(replica)).includes('role:master'));
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

  it('waits for a cluster that is not up yet', async () => {
    servers.push(...(await redisCluster(1)));
    await servers[0]?.kill();
    const queue = queueAndWorker(`redis-cluster://127.0.0.1:${servers[0]?.port}`);
    await servers[0]?.start();
    await addWhenPossible(queue, 1);
    await until('the job to run', () => seen.includes(1));
  });
});

it('uses one hash tag in all keys of an installation', () => {
  expect(queuePrefix('postgres://somewhere:5432/weather?x=1')).toBe('{jobs-weather}');
});
