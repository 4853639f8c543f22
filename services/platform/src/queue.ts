import {
  createNodeRedisClient,
  createPostgresBackend,
  Queue,
  RedisConnection,
  withBackend,
  Worker,
  runMigrations,
  type Processor,
} from 'bullmq';
import { Client } from 'pg';
import { createClient } from 'redis';
import { withDeadline } from './deadline.js';

/**
 * The two BullMQ queues. With a Redis address they live in Redis (through the `redis` package), without one in Postgres,
 * schema `bullmq`; the job code is the same. Neither is the truth: the outbox is, and wiping a queue loses nothing.
 */
export type QueueName = 'moderation' | 'newsletter';

export interface QueueSettings {
  redisUrl: string | undefined;
  databaseUrl: string;
  /** For messages about the connection; a queue that is out of reach is a state, not a crash. */
  onError: (error: Error) => void;
}

/** Five attempts, a second apart at first, doubling, half of each wait at random so that failures do not march in step. */
const jobDefaults = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
  removeOnComplete: { age: 3_600, count: 1_000 },
  removeOnFail: false,
} as const;

/** BullMQ makes and ends its own connections, through the `redis` package. A lost one is tried again for ever. */
RedisConnection.clientFactory = ({ url }) =>
  createNodeRedisClient(
    createClient({
      ...(url && { url }),
      socket: { reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, 5_000) },
    }),
  );

/** Jobs of one database stay apart from another's in the same Redis: two installations, or two tests. */
export const queuePrefix = (databaseUrl: string): string => `jobs-${new URL(databaseUrl).pathname.slice(1)}`;

const redisOptions = ({ redisUrl, databaseUrl }: QueueSettings) => ({
  connection: { url: redisUrl },
  prefix: queuePrefix(databaseUrl),
});

const postgresConnection = (databaseUrl: string) => ({ connectionString: databaseUrl, schema: 'bullmq', max: 3 });

const closesWithinMs = 3_000;

/** The sending end of a queue. Used by the outbox relay alone: nothing on a request's path waits for a queue. */
export function openQueue(name: QueueName, settings: QueueSettings): Queue {
  const queue = settings.redisUrl
    ? new Queue(name, {
        ...redisOptions(settings),
        defaultJobOptions: jobDefaults,
      })
    : (new (withBackend(createPostgresBackend).Queue)(name, {
        connection: postgresConnection(settings.databaseUrl),
        defaultJobOptions: jobDefaults,
      }) as unknown as Queue);
  queue.on('error', settings.onError);
  // Closing waits for the connection, however long that is away: nothing may keep a process from ending.
  const close = queue.close.bind(queue);
  queue.close = () => withDeadline(close(), closesWithinMs);
  return queue;
}

/**
 * So often a job is taken up again after its worker froze or died. Jobs run in processes of their own and cannot do that to the
 * worker: it is a machine or a deployment that did, and a long campaign may well see two.
 */
const maxStalledCount = 5;

/** The working end of a queue: runs `processor` for each job, `concurrency` at once. */
export function openWorker(
  name: QueueName,
  processor: Processor,
  settings: QueueSettings,
  concurrency: number,
): Worker {
  const options = { concurrency, lockDuration: 30_000, stalledInterval: 15_000, maxStalledCount };
  const worker = settings.redisUrl
    ? new Worker(name, processor, { ...options, ...redisOptions(settings) })
    : (new (withBackend(createPostgresBackend).Worker)(name, processor, {
        ...options,
        connection: postgresConnection(settings.databaseUrl),
      }) as unknown as Worker);
  worker.on('error', settings.onError);
  return worker;
}

/** Makes or updates BullMQ's own tables, as part of the migration step. */
export async function migrateQueues(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await runMigrations(client, 'bullmq');
  } finally {
    await client.end();
  }
}
