/**
 * BullMQ queues, in Redis (through the `redis` package) if there is an address, otherwise in Postgres, schema `bullmq`.
 * The outbox is the source of truth, so wiping a queue loses nothing.
 */
import {
  createNodeRedisClient,
  createPostgresBackend,
  Queue,
  RedisConnection,
  withBackend,
  Worker,
  runMigrations,
  type Processor,
  type WorkerOptions,
} from 'bullmq';
import { Client, Pool } from 'pg';
import { queueNames, type QueueName } from '@site/proto/queues';
import { withDeadline } from '../base/deadline.js';
import { openRedis } from '../base/redis.js';

export type { QueueName };

export interface QueueSettings {
  redisUrl: string | undefined;
  databaseUrl: string;
  /** An unreachable queue must not crash anything. */
  onError: (error: Error) => void;
}

/** Exponential backoff from one second; half of each delay is jitter, so that failed jobs spread out. */
const jobDefaults = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
  removeOnComplete: { age: 3_600, count: 1_000 },
  removeOnFail: false,
} as const;

/** BullMQ opens and closes its connections through the `redis` package. */
RedisConnection.clientFactory = ({ url }) => {
  if (!url) throw new Error('A queue in Redis needs its address');
  return createNodeRedisClient(openRedis(url));
};

/**
 * Separates the jobs of two databases in one Redis. The braces are a hash tag: a managed service that spreads keys behind
 * its address keeps an installation's together, because BullMQ's scripts touch several at a time.
 */
export const queuePrefix = (databaseUrl: string): string => `{jobs-${new URL(databaseUrl).pathname.slice(1)}}`;

const redisOptions = ({ redisUrl, databaseUrl }: QueueSettings) => ({
  connection: { url: redisUrl },
  prefix: queuePrefix(databaseUrl),
});

/** By address, with the number of queues and workers that share each. */
const postgresPools = new Map<string, { pool: Pool; users: number }>();

/** @param waits whether one connection permanently waits for notices */
function openPool({ databaseUrl, onError }: QueueSettings, waits: boolean): { pool: Pool; close: () => Promise<void> } {
  const existing = postgresPools.get(databaseUrl);
  const shared = existing ?? {
    pool: new Pool({
      connectionString: databaseUrl,
      application_name: 'queues',
      options: '-c search_path=bullmq',
      // Statements take a millisecond each. Each waiting worker adds a connection.
      max: 1,
      // A worker wouldn't notice a silently dropped connection.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    }).on('error', onError),
    users: 0,
  };
  postgresPools.set(databaseUrl, shared);
  shared.users += 1;
  if (waits) shared.pool.options.max += 1;
  return {
    pool: shared.pool,
    close: async () => {
      if (waits) shared.pool.options.max -= 1;
      if ((shared.users -= 1) > 0) return;
      if (postgresPools.get(databaseUrl) === shared) postgresPools.delete(databaseUrl);
      await shared.pool.end();
    },
  };
}

/** Makes a queue or worker also release its share of the pool on close. */
function closing<Part extends { close(force?: boolean): Promise<void> }>(
  part: Part,
  closePool: () => Promise<void>,
): Part {
  const close = part.close.bind(part);
  let closed: Promise<void> | undefined;
  part.close = (force) => (closed ??= close(force).finally(closePool));
  return part;
}

const closesWithinMs = 3_000;

/** Opens the producer side. Only the outbox relay uses it: requests never wait for a queue. */
export function openQueue(name: QueueName, settings: QueueSettings): Queue {
  const queue = settings.redisUrl
    ? new Queue(name, {
        ...redisOptions(settings),
        defaultJobOptions: jobDefaults,
      })
    : postgresQueue(name, settings);
  queue.on('error', settings.onError);
  // Closing waits for the connection and must not keep the process from ending.
  const close = queue.close.bind(queue);
  queue.close = () => withDeadline(close(), closesWithinMs);
  return queue;
}

function postgresQueue(name: QueueName, settings: QueueSettings): Queue {
  const { pool, close } = openPool(settings, false);
  const options = { connection: pool, defaultJobOptions: jobDefaults };
  return closing(new (withBackend(createPostgresBackend).Queue)(name, options) as unknown as Queue, close);
}

/**
 * How often a job is restarted after its worker froze or crashed. Workers are separate processes, so the cause is
 * rather the machine or a deployment, and an hour-long job may see two.
 */
const maxStalledCount = 5;

/** Opens the consumer side. */
export function openWorker(
  name: QueueName,
  processor: Processor,
  settings: QueueSettings,
  concurrency: number,
): Worker {
  const options = { concurrency, lockDuration: 30_000, stalledInterval: 15_000, maxStalledCount };
  const worker = settings.redisUrl
    ? new Worker(name, processor, { ...options, ...redisOptions(settings) })
    : postgresWorker(name, processor, settings, options);
  worker.on('error', settings.onError);
  return worker;
}

/** Notices announce most jobs, including retries. */
const pollSeconds = 30;

function postgresWorker(
  name: QueueName,
  processor: Processor,
  settings: QueueSettings,
  options: Omit<WorkerOptions, 'connection'>,
): Worker {
  const { pool, close } = openPool(settings, true);
  const all = { ...options, connection: pool, drainDelay: pollSeconds };
  const worker = new (withBackend(createPostgresBackend).Worker)(name, processor, all) as unknown as Worker;
  // BullMQ sends no notice for jobs of a crashed worker.
  worker.on('stalled', () => {
    pool.query(`SELECT pg_notify('bullmq_jobs', $1)`, [name]).catch(settings.onError);
  });
  return closing(worker, close);
}

const queueMigrationLock = 4_172_018;

/** Creates or migrates BullMQ's tables in Postgres. Safe for concurrent runs. */
export async function migrateQueues(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Serializes concurrent runs: "IF NOT EXISTS" alone fails if both find nothing. The lock ends with the connection.
    await client.query('SELECT pg_advisory_lock($1)', [queueMigrationLock]);
    await runMigrations(client, 'bullmq');
    // BullMQ would create a queue's sequence with its first job, but the services may not create objects.
    for (const name of queueNames) {
      const { rows } = await client.query<{ name: string }>('SELECT bullmq.job_id_seq_name($1) AS name', [name]);
      for (const sequence of rows)
        await client.query(`CREATE SEQUENCE IF NOT EXISTS bullmq.${client.escapeIdentifier(sequence.name)}`);
    }
  } finally {
    await client.end();
  }
}
