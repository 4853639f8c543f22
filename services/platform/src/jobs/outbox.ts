import { Column, Entity, PrimaryColumn, type EntityManager } from 'typeorm';
import { newId } from '../base/ids.js';
import { wakeRelayOnCommit } from '../data/outbox-wake.js';
import type { QueueName } from './queue.js';
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

/** A job that was given up, by its outbox row: why, and how often it was tried. */
export interface GivenUp {
  id: string;
  reason: string;
  attempts: number;
}

export const longestReason = 2_000;

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
