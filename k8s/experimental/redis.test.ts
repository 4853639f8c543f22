import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openQueue, openWorker } from '@site/platform/jobs/queue';
import type { Queue, Worker } from 'bullmq';
import { redisUsers } from '../../scripts/compose/redis-users.mjs';
import { describeWithRedis } from '../../services/platform/testing/redis.js';
import { until } from '../../services/platform/testing/until.js';
import { read } from '../testing/render.js';

/** The component's scripts with real servers and sentinels. Pods are addresses of this machine, disks are folders. */

const scripts = read('production', ['redis']).find(({ metadata }) => metadata.name === 'redis-start')!.data!;
/** All of 127.0.0.0/8 is this machine. */
const network = `127.${100 + (process.pid % 100)}.${(process.pid >> 7) % 250}`;
const pods = [1, 2, 3].map((number) => `${network}.${number}`);

/** As documented, with a user that works on a queue. */
const acl = [
  'user default off',
  'user replica on >r-word +psync +replconf +ping',
  'user sentinel on >s-word allchannels +multi +slaveof +ping +exec +subscribe +config|rewrite +role +publish +info +client|setname +client|kill +script|kill',
  `user pictures on >p-word ${redisUsers.pictures}`,
];

const fetch = (...text: string[]) => spawnSync('redis-cli', text, { encoding: 'utf8' }).stdout;

describeWithRedis('three servers with their sentinels', () => {
  const folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-sentinels-'));
  const running = new Map<string, ChildProcess[]>();
  const open: (Queue | Worker)[] = [];

  const start = (pod: string) => {
    const data = join(folder, pod);
    mkdirSync(data, { recursive: true });
    const env = {
      ...process.env,
      PROGRAM: 'redis',
      BIND: pod,
      DATA: data,
      SECRETS: folder,
      SELF: pod,
      PEERS: pods.join(' '),
    };
    const names = ['server.sh', 'sentinel.sh'];
    running.set(
      pod,
      names.map((name) => spawn('sh', [join(folder, name)], { env, stdio: 'ignore' })),
    );
  };
  const kill = async (pod: string) => {
    for (const child of running.get(pod) ?? []) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    running.delete(pod);
  };

  beforeAll(() => {
    for (const name of ['server.sh', 'sentinel.sh']) writeFileSync(join(folder, name), scripts[name]!);
    writeFileSync(join(folder, 'users.acl'), `${acl.join('\n')}\n`);
    writeFileSync(join(folder, 'replica-password'), 'r-word\n');
    writeFileSync(join(folder, 'sentinel-password'), 's-word\n');
    for (const pod of pods) start(pod);
  });
  afterAll(async () => {
    for (const end of open) await end.close();
  });
  // Even when those couldn't be closed.
  afterAll(async () => {
    for (const pod of pods) await kill(pod);
    rmSync(folder, { recursive: true, force: true });
  });

  it("survives the loss of the primary's machine, and then of the next primary's, without losing jobs", async () => {
    const settings = {
      redisUrl: `redis-sentinel://pictures:p-word@${pods.map((pod) => `${pod}:26379`).join(',')}/site`,
      databaseUrl: 'postgres://127.0.0.1/somewhere',
      onError: () => undefined,
    };
    const seen: unknown[] = [];
    const queue = openQueue('moderation', settings);
    const worker = openWorker('moderation', async ({ data }: { data: unknown }) => void seen.push(data), settings, 2);
    open.push(worker, queue);
    // Like the outbox relay: adds failed jobs again under the same id.
    const addWhenPossible = (job: number) =>
      until(
        `job ${job} to be added`,
        () =>
          queue.add('sample', job, { jobId: `job-${job}` }).then(
            () => true,
            () => false,
          ),
        60_000,
      );
    // Writes require a connected replica.
    await addWhenPossible(1);
    await until('the job to run', () => seen.includes(1));
    await until(
      'the sentinels to know each other and the replicas',
      () => pods.every((pod) => /slaves=2,sentinels=3/.test(fetch('-h', pod, '-p', '26379', 'info', 'sentinel'))),
      60_000,
    );
    await kill(pods[0]!);
    await addWhenPossible(2);
    await until('the next job to run', () => seen.includes(2), 60_000);
    // Once it has returned as a replica, the new primary may fail, too.
    start(pods[0]!);
    const primary = () =>
      fetch('-h', pods[1]!, '-p', '26379', 'sentinel', 'get-master-addr-by-name', 'site').split('\n')[0]!;
    await until(
      'both others to follow',
      () =>
        primary() !== pods[0] &&
        [
          ...fetch('-h', primary(), '--user', 'sentinel', '--pass', 's-word', 'info', 'replication').matchAll(
            /state=online/g,
          ),
        ].length === 2,
      60_000,
    );
    await kill(primary());
    await addWhenPossible(3);
    await until('one more job to run', () => seen.includes(3), 60_000);
  }, 180_000);
});
