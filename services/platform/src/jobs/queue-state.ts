/** State of the job queues and the outbox, for the dashboard and /metrics. */
import type { GetJobsResponse, Queue as QueueState } from '@site/proto/gen/nest/jobs/v1/jobs';
import type { Queue } from 'bullmq';
import type { DataSource, EntityManager } from 'typeorm';
import { withDeadline } from '../base/deadline.js';
import { measureAtScrape } from '../base/metrics.js';

/** A thousand or a million open jobs are the same problem. */
const countUpTo = 1_000;
const responseTimeoutMs = 2_000;

/** @throws when the queue doesn't respond within two seconds */
export async function queueState(queue: Queue): Promise<QueueState> {
  const [counts, oldest] = await withDeadline(
    Promise.all([
      queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed'),
      Promise.all((['waiting', 'prioritized'] as const).map((state) => queue.getJobs([state], 0, 0, true))),
    ]),
    responseTimeoutMs,
  );
  const added = oldest.flat().map((job) => job.timestamp);
  return {
    name: queue.name,
    waiting: (counts['waiting'] ?? 0) + (counts['prioritized'] ?? 0),
    active: counts['active'] ?? 0,
    delayed: counts['delayed'] ?? 0,
    failed: counts['failed'] ?? 0,
    // eslint-disable-next-line no-restricted-syntax -- jobs are dated by other processes
    oldestWaitingAgeSeconds: added.length ? Math.max(0, Math.round((Date.now() - Math.min(...added)) / 1_000)) : 0,
  };
}

/** Excludes jobs that failed permanently. */
export async function outboxLag(database: Pick<EntityManager, 'query'>): Promise<Omit<GetJobsResponse, 'queues'>> {
  const open = 'processed_at IS NULL AND failed_at IS NULL';
  const [lag] = await database.query<[Omit<GetJobsResponse, 'queues'>]>(`
    SELECT (SELECT count(*)::integer FROM (SELECT FROM outbox WHERE ${open} LIMIT ${countUpTo}) AS open)
        AS "outboxUnprocessed",
      -- Ids sort by time, so the first one is the oldest.
      coalesce((SELECT greatest(0, extract(epoch FROM now() - created_at))::integer
        FROM outbox WHERE ${open} ORDER BY id LIMIT 1), 0) AS "outboxOldestAgeSeconds"`);
  return lag;
}

/** Adds the queue's state to /metrics. */
export const measureQueue = measureAtScrape(
  {
    queue_jobs: { help: 'Jobs in the queue by state', labelNames: ['queue', 'state'] },
    queue_oldest_waiting_seconds: { help: 'Age of the oldest waiting job of the queue', labelNames: ['queue'] },
  },
  async (source: Queue) => {
    const { name: queue, oldestWaitingAgeSeconds, waiting, active, delayed, failed } = await queueState(source);
    const counts = Object.entries({ waiting, active, delayed, failed });
    return {
      queue_jobs: counts.map(([state, count]) => [{ queue, state }, count]),
      queue_oldest_waiting_seconds: [[{ queue }, oldestWaitingAgeSeconds]],
    };
  },
);

/** Adds the outbox's lag to /metrics. */
export const measureOutbox = measureAtScrape(
  {
    outbox_unprocessed: { help: `Outbox rows not processed yet, at most ${countUpTo}` },
    outbox_lag_seconds: { help: 'Age of the oldest outbox row that is not processed yet' },
  },
  async (dataSource: DataSource) => {
    const { outboxUnprocessed, outboxOldestAgeSeconds } = await outboxLag(dataSource);
    return { outbox_unprocessed: outboxUnprocessed, outbox_lag_seconds: outboxOldestAgeSeconds };
  },
);
