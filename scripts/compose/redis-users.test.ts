import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'redis';
import { z } from 'zod';
import { queueNames, queuesOf, type QueueName } from '../../proto/queues.js';
import { makeAuthority, makeLeaf } from '../../services/platform/local/certificates.mjs';
import { parseConfig, queueVariables } from '../../services/platform/src/base/config.js';
import { openRedis } from '../../services/platform/src/base/redis.js';
import { openQueue, openWorker } from '../../services/platform/src/jobs/queue.js';
import { queueState } from '../../services/platform/src/jobs/queue-state.js';
import { rerunJob } from '../../services/platform/src/jobs/retry-job.js';
import { describeWithRedis, redisServer, type RedisServer } from '../../services/platform/testing/redis.js';
import { until } from '../../services/platform/testing/until.js';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { readComposeFiles } from '../lib/compose-files.mjs';
import { redisUsers } from './redis-users.mjs';
import { completeSecrets, consumers } from './secrets.mjs';

/** Each process's user has exactly the permissions that it needs, and connects over TLS. */

const folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-redis-users-'));
const databaseUrl = 'postgres://127.0.0.1/somewhere';
const folders = consumers(completeSecrets({}).secrets);
type User = keyof typeof redisUsers;
type Process = keyof typeof queuesOf;
/** Named after the process, with one exception. */
const userOf = (name: Process): User => (name === 'picture-worker' ? 'pictures' : name);
const folderOf = (user: User) => (user === 'pictures' ? 'picture-worker' : user);
const users = Object.keys(redisUsers) as User[];
const workers = ['worker', 'picture-worker'] as const;
const queuesOfUser = (user: User): readonly QueueName[] =>
  user === 'gateway' ? [] : queuesOf[user === 'pictures' ? 'picture-worker' : user];
const routes = (Object.keys(queuesOf) as Process[])
  .filter((name) => !workers.some((worker) => worker === name))
  .flatMap((sender) =>
    queuesOf[sender].map((queue) => ({
      sender,
      queue,
      doer: workers.find((worker) => queuesOf[worker].some((name) => name === queue))!,
    })),
  );
let server: RedisServer;

const addressOf = (user: User) =>
  folders[folderOf(user)]!.files['redis-url']!.replace('@redis:6379', `@127.0.0.1:${server.port}`);
const settingsOf = (user: User) => ({ redisUrl: addressOf(user), databaseUrl, onError: () => undefined });

afterAll(() => rmSync(folder, { recursive: true }));

describeWithRedis('the users of Redis', () => {
  beforeAll(async () => {
    const file = join(folder, 'users.acl');
    // The test polls without a password until the server responds.
    writeFileSync(
      file,
      folders['redis']!.files['users.acl']!.replace('user default off', 'user default on nopass -@all +ping'),
    );
    server = await redisServer({ aclfile: file });
  });
  afterAll(() => server.remove());

  it.each(routes)(
    'let $sender add jobs to the queue "$queue", read its state and retry failed ones, and $doer process them',
    async ({ sender, queue: name, doer }) => {
      const queue = openQueue(name, settingsOf(userOf(sender)));
      let fail = true;
      const done: unknown[] = [];
      const worker = openWorker(
        name,
        async (job) => {
          if (job.name === 'fails' && fail) throw new Error('not now');
          await job.updateProgress(50);
          done.push(job.data);
        },
        settingsOf(userOf(doer)),
        2,
      );
      const id = (job: string) => `${sender}-${name}-${job}`;
      await queue.addBulk([
        { name: 'works', data: 1, opts: { jobId: id('1') } },
        { name: 'works', data: 2, opts: { jobId: id('2'), priority: 1 } },
        { name: 'works', data: 3, opts: { jobId: id('3'), delay: 10 } },
      ]);
      await queue.add('fails', 4, { jobId: id('4'), attempts: 1 });
      await until('the jobs are done', () => done.length === 3);
      const failed = await until('the failed one is there', async () =>
        (await queue.getFailed()).find((job) => job.id === id('4')),
      );
      expect(await queueState(queue)).toMatchObject({ failed: 1 });
      fail = false;
      expect(await rerunJob(queue, failed.id!)).toBe(true);
      await until('it is done now', () => done.includes(4));
      const first = await queue.getJob(id('1'));
      expect(await first?.getState()).toBe('completed');
      // As the relay does with jobs that are not done according to the database, and once an hour.
      await first?.remove();
      await queue.clean(0, 1_000, 'failed');
      await Promise.all([worker.close(), queue.close()]);
    },
  );

  it('match the processes that connect to Redis', () => {
    const { services } = readComposeFiles<{ environment?: Record<string, string> }>();
    const connecting = Object.keys(services).filter((name) => services[name]?.environment?.['REDIS_URL_FILE']);
    expect(connecting.sort()).toEqual(users.map(folderOf).sort());
  });

  it('let the gateway count requests', async () => {
    const redis = openRedis(addressOf('gateway'), { failWhileAway: true });
    await redis.connect();
    const counter = new RateLimiterRedis({
      storeClient: redis,
      useRedisPackage: true,
      keyPrefix: 'limit:read:60',
      points: 2,
      duration: 60,
    });
    await counter.consume('somebody');
    await counter.reward('somebody', 1);
    await counter.consume('somebody');
    await counter.consume('somebody');
    await expect(counter.consume('somebody')).rejects.toMatchObject({ remainingPoints: 0 });
    redis.destroy();
  });

  it("deny everything outside a user's work", async () => {
    for (const user of users) {
      const client = createClient({ url: addressOf(user), socket: { reconnectStrategy: false } });
      client.on('error', () => undefined);
      await client.connect();
      const commands = [
        ['FLUSHALL'],
        ['CONFIG', 'GET', '*'],
        ['KEYS', '*'],
        ['SCAN', '0'],
        ['ACL', 'LIST'],
        ['SHUTDOWN'],
        ['SAVE'],
        ['DEBUG', 'SLEEP', '0'],
        ['MONITOR'],
        ['CLIENT', 'LIST'],
        ['CLIENT', 'KILL', 'TYPE', 'normal'],
        ['SCRIPT', 'FLUSH'],
        ['FUNCTION', 'FLUSH'],
        ['MODULE', 'LIST'],
        ['REPLICAOF', 'NO', 'ONE'],
        ['PUBLISH', 'anything', 'x'],
        ['SUBSCRIBE', 'anything'],
        ['GET', 'somebody-else'],
        ['SET', 'somebody-else', 'x'],
        ['EVAL', "return redis.call('GET', 'somebody-else')", '0'],
        ['EVAL', "return redis.call('FLUSHALL')", '0'],
        ...(user === 'gateway' ? [] : [['GET', 'limit:read:60:somebody']]),
        ...queueNames
          .filter((name) => !queuesOfUser(user).includes(name))
          .map((name) => ['HGETALL', `{jobs-somewhere}:${name}:1`]),
      ];
      for (const command of commands) {
        const response = await client.sendCommand(command).then(
          () => 'it was done',
          (error: Error) => error.message,
        );
        expect([user, command, response]).toEqual([
          user,
          command,
          expect.stringMatching(/NOPERM|permissions|not allowed|can't (access|run)/i),
        ]);
      }
      client.destroy();
    }
  });
});

describeWithRedis('the way to Redis with REDIS_CA_FILE', () => {
  const authorityFile = join(folder, 'ca.crt');
  const foreignFile = join(folder, 'foreign.crt');
  const configured = (url: string, file: string) =>
    parseConfig(z.object(queueVariables), { REDIS_URL: url, REDIS_CA_FILE: file }).REDIS_URL!;
  let tlsPort: number;
  let tlsServer: RedisServer;

  beforeAll(async () => {
    const authority = await makeAuthority();
    const leaf = await makeLeaf(authority, { peer: 'redis', names: ['localhost', '127.0.0.1'] });
    writeFileSync(authorityFile, authority.certificate);
    writeFileSync(foreignFile, (await makeAuthority()).certificate);
    writeFileSync(join(folder, 'redis.crt'), leaf.certificate);
    writeFileSync(join(folder, 'redis.key'), leaf.key);
    const { freePort } = await import('../../services/platform/local/ports.mjs');
    tlsPort = await freePort();
    tlsServer = await redisServer({
      'tls-port': tlsPort,
      'tls-cert-file': join(folder, 'redis.crt'),
      'tls-key-file': join(folder, 'redis.key'),
      'tls-ca-cert-file': authorityFile,
      'tls-auth-clients': 'no',
    });
  });
  afterAll(() => tlsServer.remove());

  it('is encrypted and verified, for limits and for queues', async () => {
    const url = configured(`rediss://localhost:${tlsPort}`, authorityFile);
    const redis = openRedis(url);
    await redis.connect();
    redis.destroy();
    const settings = { redisUrl: url, databaseUrl, onError: () => undefined };
    const queue = openQueue('newsletter', settings);
    const done: unknown[] = [];
    const worker = openWorker('newsletter', async (job) => void done.push(job.data), settings, 1);
    await queue.add('greet', 'Ada');
    await until('the job is done', () => done.length === 1);
    await Promise.all([worker.close(), queue.close()]);
  });

  it('fails for a server with a certificate of another authority', async () => {
    const redis = openRedis(configured(`rediss://localhost:${tlsPort}`, foreignFile));
    const rejected = new Promise<Error>((resolve) => redis.on('error', resolve));
    void redis.connect().catch(() => undefined);
    expect(String(await rejected)).toMatch(/certificate|signature/);
    redis.destroy();
  });

  it('fails without encryption, or without the authority when one is required', () => {
    expect(() => configured('redis://localhost', authorityFile)).toThrow(
      'REDIS_URL: must be an address with TLS, because REDIS_CA_FILE is set',
    );
    expect(() => configured('rediss://localhost', join(folder, 'not-there'))).toThrow('REDIS_CA_FILE: cannot be read');
  });
});
