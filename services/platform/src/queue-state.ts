import type { Queue } from 'bullmq';
import { Gauge } from 'prom-client';
import type { DataSource, EntityManager } from 'typeorm';
import { withDeadline } from './deadline.js';
import { metrics } from './metrics.js';

/** How queues and an outbox do: asked by the dashboard (JobsController) and by whoever scrapes /metrics. */

export interface QueueState {
  name: string;
  waiting: number;
  active: number;
  /** Waiting for a later time: after a failure, or because something they need was away. */
  delayed: number;
  failed: number;
  /** 0 when nothing waits. */
  oldestWaitingAgeSeconds: number;
}

export interface OutboxLag {
  /** At most `countUpTo`. */
  unprocessed: number;
  /** 0 when there is none. */
  oldestAgeSeconds: number;
}

/** Counting stops here: whoever has a thousand to do does not need to know whether it is a million. */
const countUpTo = 1_000;
const answerWithinMs = 2_000;

/** @throws when the queue does not answer within two seconds */
export async function queueState(queue: Queue): Promise<QueueState> {
  const [counts, oldest] = await withDeadline(
    Promise.all([
      queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed'),
      Promise.all((['waiting', 'prioritized'] as const).map((state) => queue.getJobs([state], 0, 0, true))),
    ]),
    answerWithinMs,
  );
  const added = oldest.flat().map((job) => job.timestamp);
  return {
    name: queue.name,
    waiting: (counts['waiting'] ?? 0) + (counts['prioritized'] ?? 0),
    active: counts['active'] ?? 0,
    delayed: counts['delayed'] ?? 0,
    failed: counts['failed'] ?? 0,
    oldestWaitingAgeSeconds: added.length ? Math.max(0, Math.round((Date.now() - Math.min(...added)) / 1_000)) : 0,
  };
}

/** What of the outbox has not happened yet; what was given up is not counted, it waits for a person. */
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

/** From now on /metrics tells the state of the queue. Returns how to end that. */
export function measureQueue(queue: Queue): () => void {
  measuredQueues.add(queue);
  return () => void measuredQueues.delete(queue);
}

/** From now on /metrics tells the lag of the outbox behind the data source. Returns how to end that. */
export function measureOutbox(dataSource: DataSource): () => void {
  measuredOutboxes.add(dataSource);
  return () => void measuredOutboxes.delete(dataSource);
}

/** What cannot be told now has no sample: a scrape neither fails nor waits for a queue or a database that is away. */
const statesOfAll = async () =>
  (await Promise.allSettled([...measuredQueues].map(queueState))).flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  );
const lagsOfAll = async () =>
  (
    await Promise.allSettled(
      [...measuredOutboxes].map((dataSource) => withDeadline(outboxLag(dataSource), answerWithinMs)),
    )
  ).flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));

new Gauge({
  name: 'queue_jobs',
  help: 'Jobs in the queue by state',
  labelNames: ['queue', 'state'],
  registers: [metrics],
  async collect() {
    const states = await statesOfAll();
    this.reset();
    for (const state of states)
      for (const name of ['waiting', 'active', 'delayed', 'failed'] as const)
        this.set({ queue: state.name, state: name }, state[name]);
  },
});

new Gauge({
  name: 'queue_oldest_waiting_seconds',
  help: 'Age of the oldest waiting job of the queue',
  labelNames: ['queue'],
  registers: [metrics],
  async collect() {
    const states = await statesOfAll();
    this.reset();
    for (const { name, oldestWaitingAgeSeconds } of states) this.set({ queue: name }, oldestWaitingAgeSeconds);
  },
});

new Gauge({
  name: 'outbox_unprocessed',
  help: 'Outbox rows whose effect has not happened yet, at most 1000',
  registers: [metrics],
  async collect() {
    const lags = await lagsOfAll();
    this.reset();
    for (const { unprocessed } of lags) this.set(unprocessed);
  },
});

new Gauge({
  name: 'outbox_lag_seconds',
  help: 'Age of the oldest outbox row whose effect has not happened yet',
  registers: [metrics],
  async collect() {
    const lags = await lagsOfAll();
    this.reset();
    for (const { oldestAgeSeconds } of lags) this.set(oldestAgeSeconds);
  },
});
