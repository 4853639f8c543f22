/** Moves outbox rows to the job queues, and removes old rows. */
import { firstCharacters } from '@site/domain/truncate';
import { Inject, Injectable, Optional, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { DataSource, type EntityManager } from 'typeorm';
import { withDeadline } from '../base/deadline.js';
import { isId } from '../base/ids.js';
import { channelOf } from '../data/listener.js';
import { EnqueueFailures } from './enqueue-failures.js';
import { maxReasonLength, markFailed, type PermanentFailure, type JobData, type OutboxEntry } from './outbox.js';
import type { QueueName } from './queue.js';
import { measureOutbox, measureQueue } from './queue-state.js';
import { safetyPollMs, soonMs, WorkLoop } from './work-loop.js';
import { LOGGER, QUEUES, type Logger } from '../base/injection-tokens.js';

const batchSize = 100;

/** Shortened in tests. */
export interface OutboxSettings {
  /** Requeues an unprocessed row that was queued this long ago. */
  requeueAfterSeconds: number;
}
export const OUTBOX_SETTINGS = Symbol('outbox settings');
/** With the polling interval, requeueing takes at most two minutes. */
const defaultSettings: OutboxSettings = { requeueAfterSeconds: 85 };

/** Processed rows are kept for troubleshooting; failed ones as long as the trash. */
const processedRetentionHours = 24;
const failedRetentionDays = 30;
const sweepIntervalMs = 3_600_000;
const maxRemovedJobs = 1_000;
const swept = [
  ['outbox', `processed_at < now() - interval '${processedRetentionHours} hours'`],
  ['outbox', `failed_at < now() - interval '${failedRetentionDays} days'`],
  ['idempotency', 'expires_at < now()'],
] as const;

/** Relays rows as soon as they are committed. Safe for any number of replicas. */
@Injectable()
export class OutboxRelay implements OnModuleInit, OnModuleDestroy {
  private readonly loop: WorkLoop;
  private readonly failures: EnqueueFailures;
  private sweptAt = -Infinity;
  private endMeasuring: (() => void)[] = [];

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(QUEUES) private readonly queues: Map<QueueName, Queue>,
    @Inject(LOGGER) logger: Logger,
    @Optional() @Inject(OUTBOX_SETTINGS) private readonly settings: OutboxSettings = defaultSettings,
  ) {
    this.loop = new WorkLoop({
      name: 'outbox',
      logger,
      intervalMs: Math.min(safetyPollMs(), settings.requeueAfterSeconds * 1_000),
      retryMs: soonMs,
      wakeOn: { dataSource, channel: channelOf(dataSource, 'outbox') },
      runOnce: () => this.relay(),
    });
    this.failures = new EnqueueFailures(logger);
    for (const [name, queue] of queues) queue.on('error', (error) => this.failures.connectionFailed(name, error));
  }

  async onModuleInit() {
    this.endMeasuring = [measureOutbox(this.dataSource), ...[...this.queues.values()].map(measureQueue)];
    await this.loop.start();
  }

  async onModuleDestroy() {
    for (const end of this.endMeasuring) end();
    await this.loop.stop();
  }

  private async relay(): Promise<boolean | number> {
    const next = await this.relayBatch();
    if (next === true) return true;
    if (performance.now() - this.sweptAt > sweepIntervalMs) {
      this.sweptAt = performance.now();
      await this.sweep();
    }
    return next;
  }

  private async sweep(): Promise<void> {
    for (const [table, isOld] of swept)
      await this.loop.rows.attempt(`sweep:${table} ${isOld}`, () =>
        this.dataSource.query(`DELETE FROM ${table} WHERE ${isOld}`),
      );
    for (const [name, queue] of this.queues)
      await withDeadline(queue.clean(failedRetentionDays * 86_400_000, 1_000, 'failed'), queueDeadlineMs).catch(
        (error: unknown) => this.failures.failed(name, error),
      );
    for (const [name, queue] of this.queues)
      await withDeadline(this.removeProcessedJobs(queue), queueDeadlineMs).catch((error: unknown) =>
        this.failures.failed(name, error),
      );
  }

  /** Removes failed jobs from the queue whose rows are processed: their work was done another way. */
  private async removeProcessedJobs(queue: Queue): Promise<void> {
    const failed = (await queue.getFailed(0, maxRemovedJobs - 1)).filter(({ id }) => isId(id ?? ''));
    if (failed.length === 0) return;
    const done = await this.dataSource.query<{ id: string }[]>(
      'SELECT id FROM outbox WHERE id = ANY($1) AND processed_at IS NOT NULL',
      [failed.map(({ id }) => id)],
    );
    const ids = new Set(done.map(({ id }) => id));
    for (const job of failed) if (ids.has(job.id ?? '')) await job.remove();
  }

  /**
   * Relays up to `batchSize` rows of each queue.
   * @returns whether an available queue may have more rows, or the milliseconds until an unavailable one is retried
   */
  private relayBatch(): Promise<boolean | number> {
    return this.dataSource.transaction(async (manager) => {
      // Per queue, so that rows of an unavailable queue don't hide the others.
      const entries = await manager.query<DueEntry[]>(
        `SELECT due.* FROM unnest($2::text[]) AS wanted (queue) CROSS JOIN LATERAL (
           SELECT id, queue, name, payload, priority, trace_context, enqueued_at IS NOT NULL AS queued_before FROM outbox
           WHERE queue = wanted.queue AND processed_at IS NULL AND failed_at IS NULL AND id::text <> ALL($3)
             AND (enqueued_at IS NULL OR enqueued_at < now() - make_interval(secs => $1))
           ORDER BY id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED) AS due`,
        [this.settings.requeueAfterSeconds, [...this.queues.keys()], this.loop.rows.waitingIds],
      );
      const relayed = await Promise.all(
        [...this.queues].map(([name, queue]) =>
          this.enqueue(
            queue,
            entries.filter((entry) => entry.queue === name),
          ),
        ),
      );
      await this.loop.rows.attemptAll(relayed.flat(), recordKey, (rows) =>
        manager.transaction((inner) => record(inner, rows)),
      );
      if (relayed.some(({ length }) => length === batchSize)) return true;
      return entries.length > relayed.flat().length ? soonMs : false;
    });
  }

  /** Adds the jobs that the queue lacks; none if it is down. */
  private async enqueue(queue: Queue, due: DueEntry[]): Promise<Relayed[]> {
    if (due.length === 0) return [];
    const name = queue.name as QueueName;
    const permanentFailures = new Map<string, PermanentFailure>();
    try {
      const { succeeded, failed } = await this.loop.rows.attemptAll(
        due,
        ({ id }) => id,
        (entries) => withDeadline(addMissing(queue, entries, permanentFailures), queueDeadlineMs),
      );
      this.failures.succeeded(name);
      return [
        ...succeeded.map(({ id }) => ({ id, permanentFailure: permanentFailures.get(id) })),
        ...failed.map(({ row: { id }, reason, attempts }) => ({ id, rejection: { id, reason, attempts } })),
      ];
    } catch (error) {
      this.failures.failed(name, error);
      return [];
    }
  }
}

interface Relayed {
  id: string;
  permanentFailure?: PermanentFailure | undefined;
  /** The queue refuses this job but takes others. */
  rejection?: PermanentFailure;
}

/** Counted apart from queueing failures, because queueing may succeed each time. */
const recordKey = ({ id }: Relayed) => `record:${id}`;

async function record(manager: EntityManager, rows: readonly Relayed[]): Promise<void> {
  const taken = rows.flatMap(({ id, rejection }) => (rejection ? [] : [id]));
  for (const { permanentFailure, rejection } of rows) {
    if (permanentFailure) await markFailed(manager, permanentFailure);
    if (rejection)
      await manager.query('UPDATE outbox SET failed_reason = $2, attempts = $3 WHERE id = $1', [
        rejection.id,
        firstCharacters(`The queue refuses this job, which is retried: ${rejection.reason}`, maxReasonLength),
        rejection.attempts,
      ]);
  }
  if (taken.length > 0)
    await manager.query(
      `UPDATE outbox SET enqueued_at = now(), failed_reason = CASE WHEN failed_at IS NULL THEN '' ELSE failed_reason END
       WHERE id = ANY($1)`,
      [taken],
    );
}

const queueDeadlineMs = 3_000;

interface DueEntry extends Pick<OutboxEntry, 'id' | 'queue' | 'name' | 'payload' | 'priority'> {
  queued_before: boolean;
  trace_context: string | null;
}

const asJob = ({ id, name, payload, priority, trace_context: traceContext }: DueEntry) => ({
  name,
  data: { outboxId: id, payload, ...(traceContext && { traceContext }) } satisfies JobData,
  opts: { jobId: id, priority },
});

/**
 * Adds the jobs that the queue lacks, and collects those that failed permanently. A restarted Redis has lost BullMQ's
 * scripts, which only single commands reload.
 */
async function addMissing(
  queue: Queue,
  entries: readonly DueEntry[],
  permanentFailures: Map<string, PermanentFailure>,
): Promise<void> {
  const fates = await Promise.all(entries.map((entry) => fateOf(queue, entry)));
  for (const fate of fates) if (typeof fate === 'object') permanentFailures.set(fate.id, fate);
  const jobs = entries.filter((_entry, index) => fates[index] === 'missing').map(asJob);
  const [first] = jobs;
  if (first && jobs.length === 1) await queue.add(first.name, first.data, first.opts);
  else if (first) await queue.addBulk(jobs);
}

/**
 * Returns an entry's state in the queue: present, failed permanently, or missing. A job completed without its row being
 * processed (a restored backup, or a queue older than the database) is removed so that it can be added again.
 */
async function fateOf(queue: Queue, { id, queued_before }: DueEntry): Promise<'there' | 'missing' | PermanentFailure> {
  if (!queued_before) return 'missing';
  const job = await queue.getJob(id);
  const state = await job?.getState();
  if (!job || state === 'unknown') return 'missing';
  if (state === 'failed') return { id, reason: job.failedReason, attempts: job.attemptsMade };
  if (state !== 'completed') return 'there';
  await job.remove();
  return 'missing';
}
