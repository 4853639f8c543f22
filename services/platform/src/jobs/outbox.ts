import { firstCharacters } from '@site/domain/truncate';
import { Column, Entity, PrimaryColumn, type EntityManager } from 'typeorm';
import { newId } from '../base/ids.js';
import { wakeRelayOnCommit } from '../data/outbox-wake.js';
import type { QueueName } from './queue.js';
import { traceUnderWay } from '../base/tracing.js';
import type { JobName } from '@site/proto/queues';

/**
 * Transactional outbox: follow-up work is recorded in the same transaction, so it survives a crash. The relay adds jobs
 * to the queue under their outbox id, so adding one twice is harmless. Rows not processed within two minutes are added
 * again, so the queue is disposable. Permanently failed jobs wait for a manual retry.
 */
@Entity('outbox')
export class OutboxEntry {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('text') queue!: QueueName;
  @Column('text') name!: JobName;
  /** Only ids: Redis contains no personal data. */
  @Column('jsonb') payload!: Record<string, string>;
  /** Lower numbers go first. */
  @Column('integer', { default: 0 }) priority!: number;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { nullable: true }) enqueuedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) processedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) failedAt!: Date | null;
  /** For the operator. Without `failedAt`, the queue refused the job, and it is retried. */
  @Column('text', { default: '' }) failedReason!: string;
  @Column('integer', { default: 0 }) attempts!: number;
  /** Of the originating request (W3C traceparent); null without tracing. */
  @Column('text', { nullable: true }) traceContext!: string | null;
}

export interface JobData {
  outboxId: string;
  payload: Record<string, string>;
  traceContext?: string;
}

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

/** Job columns for rows of a larger statement (`outboxInsert`), and one row's values. */
export const outboxColumns = 'job_id uuid, job_trace text';
/** Returns a new job's values for `outboxColumns`. */
export const outboxRow = () => ({ job_id: newId(), job_trace: traceUnderWay() ?? null });

/**
 * Returns SQL that records jobs as part of a larger statement, whose caller wakes the relay.
 * @param entry.payload an SQL expression over the rows of `from`, which have `outboxColumns`
 */
export const outboxInsert = (entry: QueuedName & { payload: string; from: string }): string =>
  `INSERT INTO outbox (id, queue, name, payload, trace_context)
    SELECT job_id, '${entry.queue}', '${entry.name}', ${entry.payload}, job_trace FROM ${entry.from}`;

/** Marks a job done, in the same transaction as its effect; false if it already was. */
export async function markProcessed(manager: EntityManager, outboxId: string): Promise<boolean> {
  const [, affected] = await manager.query<[unknown, number]>(
    `UPDATE outbox SET processed_at = now(), failed_at = NULL, failed_reason = ''
     WHERE id = $1 AND processed_at IS NULL RETURNING id`,
    [outboxId],
  );
  return affected > 0;
}

/** A permanently failed job, by its outbox row. */
export interface PermanentFailure {
  id: string;
  reason: string;
  attempts: number;
}

const maxReasonLength = 2_000;

/** Marks a job as permanently failed. Does nothing for a row that is processed or another service's. */
export async function markFailed(
  database: Pick<EntityManager, 'query'>,
  { id, reason, attempts }: PermanentFailure,
): Promise<void> {
  await database.query(
    `UPDATE outbox SET failed_at = now(), failed_reason = $2, attempts = $3
     WHERE id = $1 AND processed_at IS NULL AND failed_at IS NULL`,
    [id, firstCharacters(reason.replaceAll('\0', ''), maxReasonLength), attempts],
  );
}

/** Records why the queue refuses a job, which is retried. */
export async function markRejected(
  database: Pick<EntityManager, 'query'>,
  { id, reason, attempts }: PermanentFailure,
): Promise<void> {
  await database.query('UPDATE outbox SET failed_reason = $2, attempts = $3 WHERE id = $1', [
    id,
    firstCharacters(`The queue refuses this job, which is retried: ${reason}`, maxReasonLength),
    attempts,
  ]);
}

/** Records that the queue has the jobs. */
export async function markEnqueued(database: Pick<EntityManager, 'query'>, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await database.query(`UPDATE outbox SET enqueued_at = now(), failed_reason = '' WHERE id = ANY($1)`, [ids]);
}

/** Reopens a failed job and wakes the relay on commit; false if there is no such row. */
export async function requeue(manager: EntityManager, id: string): Promise<boolean> {
  const [[row]] = await manager.query<[{ queue: string }[], number]>(
    `UPDATE outbox SET failed_at = NULL, failed_reason = '', attempts = 0, enqueued_at = NULL
     WHERE id = $1 AND processed_at IS NULL RETURNING queue`,
    [id],
  );
  if (row) wakeRelayOnCommit(manager);
  return row !== undefined;
}
