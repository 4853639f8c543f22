import { Inject, Injectable, Optional, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { Column, DataSource, Entity, PrimaryColumn, type EntityManager } from 'typeorm';
import { withDeadline } from '../base/deadline.js';
import { isId, newId } from '../base/ids.js';
import { outboxChannel, wakeRelayOnCommit } from '../data/outbox-wake.js';
import { EnqueueFailures } from './enqueue-failures.js';
import type { QueueName } from './queue.js';
import { measureOutbox, measureQueue } from './queue-state.js';
import { safetyPollMs, soonMs, WorkLoop } from './work-loop.js';
import { LOGGER, QUEUES, type Logger } from '../base/tokens.js';
import { traceUnderWay } from '../base/tracing.js';
import type { JobName } from '@site/proto/queues';

/**
 * The transactional outbox: what has to follow from a committed row is written down in the same transaction, and happens even
 * if the process dies right after. The relay adds the jobs to the queue, each under the id of its outbox row, so adding one
 * twice is harmless. A row that is still not processed within two minutes is looked up in the queue, and added again if it is
 * gone: this makes the queue disposable (a wiped Redis loses nothing). A row whose job was given up waits for a person to
 * retry it.
 */
@Entity('outbox')
export class OutboxEntry {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('text') queue!: QueueName;
  @Column('text') name!: JobName;
  /** Ids only: the job reads the rows as they are by then, and nothing personal is kept in Redis. */
  @Column('jsonb') payload!: Record<string, string>;
  /** Lower numbers go first; 0 goes before everything else. */
  @Column('integer', { default: 0 }) priority!: number;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { nullable: true }) enqueuedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) processedAt!: Date | null;
  /** When its job was given up; it waits for a person to retry it. */
  @Column('timestamptz', { nullable: true }) failedAt!: Date | null;
  /** Why, for whoever decides what to do about it. With no `failedAt`, the queue refuses the job, and it is retried. */
  @Column('text', { default: '' }) failedReason!: string;
  /** How often it was tried before it was given up. */
  @Column('integer', { default: 0 }) attempts!: number;
  /** The trace of the request that asked for it (W3C traceparent); null where no traces are kept. */
  @Column('text', { nullable: true }) traceContext!: string | null;
}

/** What every job carries. */
export interface JobData {
  outboxId: string;
  payload: Record<string, string>;
  /** From the request that asked for it. */
  traceContext?: string;
}

/** A queue, and one of its jobs. */
type QueuedName = { [Queue in QueueName]: { queue: Queue; name: JobName<Queue> } }[QueueName];

/** Records a job in the manager's transaction and wakes the relay on commit. Returns the outbox id. */
export async function addToOutbox(
  manager: EntityManager,
  entry: QueuedName & { payload: Record<string, string>; priority?: number },
): Promise<string> {
  const id = newId();
  await manager.insert(OutboxEntry, { id, ...entry, traceContext: traceUnderWay() ?? null });
  wakeRelayOnCommit(manager);
  return id;
}

/** What rows of a larger statement (`outboxInsert`) have for their jobs, as SQL declares it, and its values for one row. */
export const outboxColumns = 'job_id uuid, job_trace text';
export const outboxRow = () => ({ job_id: newId(), job_trace: traceUnderWay() ?? null });

/**
 * The same as part of a larger statement, whose caller wakes the relay.
 * @param entry.payload an SQL expression over the rows of `from`, which have `outboxColumns`
 */
export const outboxInsert = (entry: QueuedName & { payload: string; from: string }): string =>
  `INSERT INTO outbox (id, queue, name, payload, trace_context)
    SELECT job_id, '${entry.queue}', '${entry.name}', ${entry.payload}, job_trace FROM ${entry.from}`;

/** Marks a job done, in the same transaction as its effect. Returns false when it already was. */
export async function markProcessed(manager: EntityManager, outboxId: string): Promise<boolean> {
  const [, affected] = await manager.query<[unknown, number]>(
    `UPDATE outbox SET processed_at = now(), failed_at = NULL, failed_reason = ''
     WHERE id = $1 AND processed_at IS NULL RETURNING id`,
    [outboxId],
  );
  return affected > 0;
}

const longestReason = 2_000;

/**
 * Marks a job given up: it has failed as often as it may, and only a person can queue it again. Does nothing for a row that is
 * processed or belongs to another service.
 */
export async function markFailed(
  database: Pick<EntityManager, 'query'>,
  { id, reason, attempts }: GivenUp,
): Promise<void> {
  await database.query(
    `UPDATE outbox SET failed_at = now(), failed_reason = $2, attempts = $3
     WHERE id = $1 AND processed_at IS NULL AND failed_at IS NULL`,
    [id, reason.replaceAll('\0', '').slice(0, longestReason), attempts],
  );
}

/** Reopens a job that was given up, and wakes the relay on commit. Returns false when there is no such row. */
export async function queueAgain(manager: EntityManager, id: string): Promise<boolean> {
  const [[row]] = await manager.query<[{ queue: string }[], number]>(
    `UPDATE outbox SET failed_at = NULL, failed_reason = '', attempts = 0, enqueued_at = NULL
     WHERE id = $1 AND processed_at IS NULL RETURNING queue`,
    [id],
  );
  if (row) wakeRelayOnCommit(manager);
  return row !== undefined;
}

const batchSize = 100;

/** What tests shorten. */
export interface OutboxSettings {
  /** A row that was queued this long ago and is still not processed is queued again. */
  requeueAfterSeconds: number;
}
export const OUTBOX_SETTINGS = Symbol('outbox settings');
/** With the wait for a poll it is done within two minutes. */
const defaultSettings: OutboxSettings = { requeueAfterSeconds: 85 };

/** Processed rows are kept for a day, in case somebody asks what happened; given-up ones for as long as the trash. */
const keepProcessedHours = 24;
const keepFailedDays = 30;
const sweepEveryMs = 3_600_000;
const mostForgotten = 1_000;
const swept = [
  ['outbox', `processed_at < now() - interval '${keepProcessedHours} hours'`],
  ['outbox', `failed_at < now() - interval '${keepFailedDays} days'`],
  ['idempotency', 'expires_at < now()'],
] as const;

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
      everyMs: Math.min(safetyPollMs(), settings.requeueAfterSeconds * 1_000),
      retryMs: soonMs,
      wakeOn: { dataSource, channel: outboxChannel(dataSource) },
      round: () => this.relay(),
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
    if (performance.now() - this.sweptAt > sweepEveryMs) {
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
      await withDeadline(queue.clean(keepFailedDays * 86_400_000, 1_000, 'failed'), queueDeadlineMs).catch(
        (error: unknown) => this.failures.failed(name, error),
      );
    for (const [name, queue] of this.queues)
      await withDeadline(this.forgetDone(queue), queueDeadlineMs).catch((error: unknown) =>
        this.failures.failed(name, error),
      );
  }

  /** Removes failed jobs from the queue whose rows are processed: what they were to do has been done in another way. */
  private async forgetDone(queue: Queue): Promise<void> {
    const failed = (await queue.getFailed(0, mostForgotten - 1)).filter(({ id }) => isId(id ?? ''));
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
   * @returns whether a queue that takes jobs may have more, or when to try one again that takes none, in milliseconds
   */
  private relayBatch(): Promise<boolean | number> {
    return this.dataSource.transaction(async (manager) => {
      // A limit for each queue: the rows of one that takes no jobs must not hide those of the others.
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

  /** Adds the jobs that the queue lacks. Takes no row when it is away: they stay due. */
  private async enqueue(queue: Queue, due: DueEntry[]): Promise<Relayed[]> {
    if (due.length === 0) return [];
    const name = queue.name as QueueName;
    const givenUp = new Map<string, GivenUp>();
    try {
      const { succeeded, failed } = await this.loop.rows.attemptAll(
        due,
        ({ id }) => id,
        (entries) => withDeadline(addMissing(queue, entries, givenUp), queueDeadlineMs),
      );
      this.failures.succeeded(name);
      return [
        ...succeeded.map(({ id }) => ({ id, givenUp: givenUp.get(id) })),
        ...failed.map(({ row: { id }, reason, attempts }) => ({ id, refused: { id, reason, attempts } })),
      ];
    } catch (error) {
      this.failures.failed(name, error);
      return [];
    }
  }
}

/** What became of a row that was due. */
interface Relayed {
  id: string;
  givenUp?: GivenUp | undefined;
  /** The queue doesn't take it, but takes others. */
  refused?: GivenUp;
}

/** Failing to record a row is counted apart from failing to queue it, which may succeed each time. */
const recordKey = ({ id }: Relayed) => `record:${id}`;

async function record(manager: EntityManager, rows: readonly Relayed[]): Promise<void> {
  const taken = rows.flatMap(({ id, refused }) => (refused ? [] : [id]));
  for (const { givenUp, refused } of rows) {
    if (givenUp) await markFailed(manager, givenUp);
    if (refused)
      await manager.query('UPDATE outbox SET failed_reason = $2, attempts = $3 WHERE id = $1', [
        refused.id,
        `The queue refuses this job, which is retried: ${refused.reason}`.slice(0, longestReason),
        refused.attempts,
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

interface GivenUp {
  id: string;
  reason: string;
  attempts: number;
}

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
 * Adds those jobs that the queue lacks, and notes which were given up. Adding a job twice is harmless. A Redis that was restarted
 * has lost BullMQ's scripts, and only single commands load them again.
 */
async function addMissing(queue: Queue, entries: readonly DueEntry[], givenUp: Map<string, GivenUp>): Promise<void> {
  const fates = await Promise.all(entries.map((entry) => fateOf(queue, entry)));
  for (const fate of fates) if (typeof fate === 'object') givenUp.set(fate.id, fate);
  const jobs = entries.filter((_entry, index) => fates[index] === 'missing').map(asJob);
  const [first] = jobs;
  if (first && jobs.length === 1) await queue.add(first.name, first.data, first.opts);
  else if (first) await queue.addBulk(jobs);
}

/**
 * What became of an entry in the queue: it is there and will run, it was given up, or it is missing. A job that the queue calls
 * completed although its row is not processed (a restored backup, a queue older than the database) has to be removed before
 * it can be added again.
 */
async function fateOf(queue: Queue, { id, queued_before }: DueEntry): Promise<'there' | 'missing' | GivenUp> {
  if (!queued_before) return 'missing';
  const job = await queue.getJob(id);
  const state = await job?.getState();
  if (!job || state === 'unknown') return 'missing';
  if (state === 'failed') return { id, reason: job.failedReason, attempts: job.attemptsMade };
  if (state !== 'completed') return 'there';
  await job.remove();
  return 'missing';
}
