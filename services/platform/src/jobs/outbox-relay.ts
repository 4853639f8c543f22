/** Moves outbox rows to the job queues. */
import { firstCharacters } from '@site/domain/truncate';
import { Inject, Injectable, Optional, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { Counter } from 'prom-client';
import { DataSource, type EntityManager } from 'typeorm';
import { withDeadline } from '../base/deadline.js';
import { LOGGER, QUEUES, type Logger } from '../base/injection-tokens.js';
import { metrics } from '../base/metrics.js';
import { isDenied } from '../base/outage.js';
import { channelOf } from '../data/listener.js';
import { addJobs, type DueEntry } from './add-jobs.js';
import { markFailed, maxReasonLength, type PermanentFailure } from './outbox.js';
import type { QueueName } from './queue.js';
import { measureOutbox, measureQueue } from './queue-state.js';
import { sweepLoop } from './sweep-outbox.js';
import { safetyPollMs, soonMs, WorkLoop } from './work-loop.js';

/** Shortened in tests. */
export interface OutboxSettings {
  /** Requeues an unprocessed row that was queued this long ago. */
  requeueAfterSeconds: number;
}
export const OUTBOX_SETTINGS = Symbol('outbox settings');
/** With the polling interval, requeueing takes at most two minutes. */
const defaultSettings: OutboxSettings = { requeueAfterSeconds: 85 };

const batchSize = 100;
const queueDeadlineMs = 3_000;

const enqueueFailures = new Counter({
  name: 'outbox_enqueue_failures_total',
  help: 'Attempts to add jobs that the queue refused (denied) or did not respond to (unreachable)',
  labelNames: ['queue', 'reason'],
  registers: [metrics],
});

interface Relayed {
  id: string;
  /** The job failed permanently, or the queue refuses it but takes others. */
  failure?: PermanentFailure | undefined;
  isRetried?: boolean;
}

/** Relays rows as soon as they are committed. Safe for any number of replicas. */
@Injectable()
export class OutboxRelay implements OnModuleInit, OnModuleDestroy {
  private readonly loop: WorkLoop;
  private readonly sweep: WorkLoop;
  private endMeasuring: (() => void)[] = [];
  /** Why a queue's connection can't be opened; commands that wait for it only report a timeout. */
  private readonly connectionErrors = new Map<string, Error>();
  private readonly logged = new Map<string, 'denied' | 'unreachable'>();

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(QUEUES) private readonly queues: Map<QueueName, Queue>,
    @Inject(LOGGER) private readonly logger: Logger,
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
    this.sweep = sweepLoop(dataSource, [...queues.values()], logger);
    for (const [name, queue] of queues) queue.on('error', (error) => this.connectionErrors.set(name, error));
  }

  async onModuleInit() {
    this.endMeasuring = [measureOutbox(this.dataSource), ...[...this.queues.values()].map(measureQueue)];
    await Promise.all([this.loop.start(), this.sweep.start()]);
  }

  async onModuleDestroy() {
    for (const end of this.endMeasuring) end();
    await Promise.all([this.loop.stop(), this.sweep.stop()]);
  }

  /**
   * Relays up to `batchSize` rows of each queue.
   * @returns whether an available queue may have more rows, or the milliseconds until an unavailable one is retried
   */
  private relay(): Promise<boolean | number> {
    return this.dataSource.transaction(async (manager) => {
      // Per queue, so that rows of an unavailable queue don't hide the others.
      const due = await manager.query<DueEntry[]>(
        `SELECT due.* FROM unnest($2::text[]) AS wanted (queue) CROSS JOIN LATERAL (
           SELECT id, queue, name, payload, priority, trace_context, enqueued_at IS NOT NULL AS queued_before FROM outbox
           WHERE queue = wanted.queue AND processed_at IS NULL AND failed_at IS NULL AND id::text <> ALL($3)
             AND (enqueued_at IS NULL OR enqueued_at < now() - make_interval(secs => $1))
           ORDER BY id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED) AS due`,
        [this.settings.requeueAfterSeconds, [...this.queues.keys()], this.loop.rows.waitingIds],
      );
      const ofQueues = await Promise.all(
        [...this.queues].map(([name, queue]) =>
          this.enqueue(
            queue,
            due.filter((entry) => entry.queue === name),
          ),
        ),
      );
      const relayed = ofQueues.flat();
      // Counted apart from queueing failures, because queueing may succeed each time.
      await this.loop.rows.attemptAll(
        relayed,
        ({ id }) => `record:${id}`,
        (rows) => manager.transaction((inner) => record(inner, rows)),
      );
      if (ofQueues.some(({ length }) => length === batchSize)) return true;
      return due.length > relayed.length ? soonMs : false;
    });
  }

  /** Returns no rows if the queue is down. */
  private async enqueue(queue: Queue, due: DueEntry[]): Promise<Relayed[]> {
    if (due.length === 0) return [];
    const failures = new Map<string, PermanentFailure>();
    try {
      const { succeeded, failed } = await this.loop.rows.attemptAll(
        due,
        ({ id }) => id,
        (entries) => withDeadline(addJobs(queue, entries, failures), queueDeadlineMs),
      );
      this.connectionErrors.delete(queue.name);
      this.logged.delete(queue.name);
      return [
        ...succeeded.map(({ id }) => ({ id, failure: failures.get(id) })),
        ...failed.map(({ row: { id }, ...failure }) => ({ id, failure: { id, ...failure }, isRetried: true })),
      ];
    } catch (error) {
      this.notEnqueued(queue.name, error);
      return [];
    }
  }

  private notEnqueued(queue: string, error: unknown): void {
    const err = [error, this.connectionErrors.get(queue)].find(isDenied) ?? error;
    const reason = isDenied(err) ? 'denied' : 'unreachable';
    enqueueFailures.inc({ queue, reason });
    if (this.logged.get(queue) === reason) return;
    this.logged.set(queue, reason);
    if (reason === 'denied')
      this.logger.error(
        { err, queue },
        'the queue refuses the jobs of this service: check its user, password and rights (docs/operations/alerts.md, JobsAreDenied)',
      );
    else this.logger.warn({ err, queue, dependency: `queue ${queue}` }, 'the outbox relay cannot reach the queue');
  }
}

async function record(manager: EntityManager, rows: readonly Relayed[]): Promise<void> {
  for (const { failure, isRetried } of rows) {
    if (failure && !isRetried) await markFailed(manager, failure);
    else if (failure)
      await manager.query('UPDATE outbox SET failed_reason = $2, attempts = $3 WHERE id = $1', [
        failure.id,
        firstCharacters(`The queue refuses this job, which is retried: ${failure.reason}`, maxReasonLength),
        failure.attempts,
      ]);
  }
  const queued = rows.filter(({ failure }) => !failure).map(({ id }) => id);
  if (queued.length > 0)
    await manager.query(`UPDATE outbox SET enqueued_at = now(), failed_reason = '' WHERE id = ANY($1)`, [queued]);
}
