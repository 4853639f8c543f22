import { Inject, Injectable, Optional, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { Column, DataSource, Entity, PrimaryColumn, type EntityManager } from 'typeorm';
import { Listener } from './changes.js';
import { withDeadline } from './deadline.js';
import { newId } from './ids.js';
import type { QueueName } from './queue.js';
import { LOGGER, QUEUES, type Logger } from './tokens.js';

/**
 * The transactional outbox: an effect that follows from a committed row is written down in the same transaction, and
 * happens even if the process dies right after. The relay adds the jobs; their id is the outbox row's, so adding one twice
 * is harmless. A row that nobody has processed two minutes after it was queued is queued again: this is what makes the
 * queue disposable (a wiped Redis loses nothing).
 */
@Entity('outbox')
export class OutboxEntry {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('text') queue!: QueueName;
  @Column('text') name!: string;
  /** Ids only: the job reads today's rows, and nothing personal lies in Redis. */
  @Column('jsonb') payload!: Record<string, string>;
  /** 0 goes before everything else, then the lower number. */
  @Column('integer', { default: 0 }) priority!: number;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { nullable: true }) enqueuedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) processedAt!: Date | null;
}

/** What every job carries. */
export interface JobData {
  outboxId: string;
  payload: Record<string, string>;
}

const channelOf = (dataSource: DataSource) =>
  `${(dataSource.options as { schema?: string }).schema ?? 'public'}_outbox`;

/** Writes an effect down in the manager's transaction and wakes the relay on commit. Returns the outbox id. */
export async function addToOutbox(
  manager: EntityManager,
  entry: { queue: QueueName; name: string; payload: Record<string, string>; priority?: number },
): Promise<string> {
  const id = newId();
  await manager.insert(OutboxEntry, { id, ...entry });
  await manager.query('SELECT pg_notify($1, $2)', [channelOf(manager.connection), entry.queue]);
  return id;
}

/** Marks the effect done; called in the transaction of the effect itself. Returns false when it already was. */
export async function markProcessed(manager: EntityManager, outboxId: string): Promise<boolean> {
  const [, affected] = await manager.query<[unknown, number]>(
    'UPDATE outbox SET processed_at = now() WHERE id = $1 AND processed_at IS NULL RETURNING id',
    [outboxId],
  );
  return affected > 0;
}

const batchSize = 100;
const pollEveryMs = 1_000;

/** Settings of the relay that tests shorten. */
export interface OutboxSettings {
  /** A row that was queued this long ago and still is not processed is queued again. */
  requeueAfterSeconds: number;
}
export const OUTBOX_SETTINGS = Symbol('outbox settings');
const defaultSettings: OutboxSettings = { requeueAfterSeconds: 120 };

/** Processed rows are kept for a day, to answer questions about what happened. */
const keepProcessedHours = 24;

@Injectable()
export class OutboxRelay implements OnModuleInit, OnModuleDestroy {
  private readonly listener: Listener;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private again = false;
  private stopped = false;
  private failing = false;
  private lastSweep = 0;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(QUEUES) private readonly queues: Map<QueueName, Queue>,
    @Inject(LOGGER) private readonly logger: Logger,
    @Optional() @Inject(OUTBOX_SETTINGS) private readonly settings: OutboxSettings = defaultSettings,
  ) {
    this.listener = new Listener((dataSource.options as { url: string }).url, [channelOf(dataSource)], {
      onNotice: () => this.wake(),
      onConnected: () => this.wake(),
      onError: (error) => logger.warn({ err: error }, 'the outbox relay lost its wake-up connection'),
    });
  }

  async onModuleInit() {
    await this.listener.start();
    this.timer = setInterval(() => this.wake(), pollEveryMs);
  }

  async onModuleDestroy() {
    this.stopped = true;
    clearInterval(this.timer);
    await this.listener.stop();
    await this.running;
  }

  /** Relays what is due; a call during a run makes it run once more. */
  private wake(): void {
    if (this.stopped) return;
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = this.relayAll().finally(() => {
      this.running = undefined;
      if (this.again) {
        this.again = false;
        this.wake();
      }
    });
  }

  private async relayAll(): Promise<void> {
    try {
      while (!this.stopped && (await this.relayBatch()) === batchSize);
      if (Date.now() - this.lastSweep > 3_600_000) {
        this.lastSweep = Date.now();
        await this.dataSource.query(
          `DELETE FROM outbox WHERE processed_at < now() - interval '${keepProcessedHours} hours'`,
        );
        await this.dataSource.query('DELETE FROM idempotency WHERE expires_at < now()');
      }
      this.failing = false;
    } catch (error) {
      // Said once, not every second: rows stay where they are and go out when the queue is back.
      if (!this.failing) this.logger.warn({ err: error }, 'the outbox relay cannot reach the queue or the database');
      this.failing = true;
    }
  }

  private relayBatch(): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      const entries = await manager.query<Pick<OutboxEntry, 'id' | 'queue' | 'name' | 'payload' | 'priority'>[]>(
        `SELECT id, queue, name, payload, priority FROM outbox
         WHERE processed_at IS NULL AND (enqueued_at IS NULL OR enqueued_at < now() - make_interval(secs => $1))
         ORDER BY id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`,
        [this.settings.requeueAfterSeconds],
      );
      for (const [name, queue] of this.queues) {
        const due = entries.filter((entry) => entry.queue === name);
        if (due.length === 0) continue;
        await withDeadline(
          queue.addBulk(
            due.map((entry) => ({
              name: entry.name,
              data: { outboxId: entry.id, payload: entry.payload } satisfies JobData,
              opts: { jobId: entry.id, priority: entry.priority },
            })),
          ),
          3_000,
        );
      }
      if (entries.length > 0) {
        await manager.query('UPDATE outbox SET enqueued_at = now() WHERE id = ANY($1)', [
          entries.map((entry) => entry.id),
        ]);
      }
      return entries.length;
    });
  }
}
