/** State of the job queues and the outbox, for the dashboard and /metrics. */
import type { Queue } from 'bullmq';
import { Gauge } from 'prom-client';
import type { DataSource, EntityManager } from 'typeorm';
import { withDeadline } from '../base/deadline.js';
import { metrics } from '../base/metrics.js';

export interface QueueState {
  name: string;
  waiting: number;
  active: number;
  /** Scheduled for later, after a failure or while a dependency is down. */
  delayed: number;
  failed: number;
  /** 0 if no job is waiting. */
  oldestWaitingAgeSeconds: number;
}

export interface OutboxLag {
  /** At most `countUpTo`. */
  unprocessed: number;
  oldestAgeSeconds: number;
}

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
export async function outboxLag(database: Pick<EntityManager, 'query'>): Promise<OutboxLag> {
  const open = 'processed_at IS NULL AND failed_at IS NULL';
  const [row] = await database.query<[{ unprocessed: number; oldest_age_seconds: number }]>(`
    SELECT (SELECT count(*)::integer FROM (SELECT FROM outbox WHERE ${open} LIMIT ${countUpTo}) AS open) AS unprocessed,
      -- Ids sort by time, so the first one is the oldest.
      coalesce((SELECT greatest(0, extract(epoch FROM now() - created_at))::integer
        FROM outbox WHERE ${open} ORDER BY id LIMIT 1), 0) AS oldest_age_seconds`);
  return { unprocessed: row.unprocessed, oldestAgeSeconds: row.oldest_age_seconds };
}

const measuredQueues = new Set<Queue>();
const measuredOutboxes = new Set<DataSource>();

/**
 * Adds the queue's state to /metrics.
 * @returns a function that removes it
 */
export function measureQueue(queue: Queue): () => void {
  measuredQueues.add(queue);
  return () => void measuredQueues.delete(queue);
}

/**
 * Adds the outbox's lag to /metrics.
 * @returns a function that removes it
 */
export function measureOutbox(dataSource: DataSource): () => void {
  measuredOutboxes.add(dataSource);
  return () => void measuredOutboxes.delete(dataSource);
}

/** Omits samples that can't be read now: a scrape must not fail because a queue or database is down. */
async function readable<Result>(promises: Promise<Result>[]): Promise<Result[]> {
  const results = await Promise.allSettled(promises);
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}
const statesOfAll = () => readable([...measuredQueues].map(queueState));
const lagsOfAll = () =>
  readable([...measuredOutboxes].map((dataSource) => withDeadline(outboxLag(dataSource), responseTimeoutMs)));

const gauge = (name: string, help: string, labelNames: string[], collect: (samples: Gauge) => Promise<void>) =>
  new Gauge({
    name,
    help,
    labelNames,
    registers: [metrics],
    async collect() {
      this.reset();
      await collect(this);
    },
  });

gauge('queue_jobs', 'Jobs in the queue by state', ['queue', 'state'], async (samples) => {
  for (const { name: queue, waiting, active, delayed, failed } of await statesOfAll())
    for (const [state, count] of Object.entries({ waiting, active, delayed, failed }))
      samples.set({ queue, state }, count);
});
gauge('queue_oldest_waiting_seconds', 'Age of the oldest waiting job of the queue', ['queue'], async (samples) => {
  for (const { name: queue, oldestWaitingAgeSeconds } of await statesOfAll())
    samples.set({ queue }, oldestWaitingAgeSeconds);
});
gauge('outbox_unprocessed', `Outbox rows not processed yet, at most ${countUpTo}`, [], async (samples) => {
  for (const { unprocessed } of await lagsOfAll()) samples.set(unprocessed);
});
gauge('outbox_lag_seconds', 'Age of the oldest outbox row that is not processed yet', [], async (samples) => {
  for (const { oldestAgeSeconds } of await lagsOfAll()) samples.set(oldestAgeSeconds);
});
