/** Moves outbox rows to the job queues. */
import { Inject, Injectable, Optional, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { DataSource } from 'typeorm';
import { LOGGER, QUEUES, type Logger } from '../base/injection-tokens.js';
import { channelOf } from '../data/listener.js';
import { jobAdder, type AddJobs, type DueEntry } from './add-jobs.js';
import { markEnqueued, markFailed, markRejected, type PermanentFailure } from './outbox.js';
import type { QueueName } from './queue.js';
import { measureOutbox, measureQueue } from './queue-state.js';
import { sweepLoop } from './sweep-outbox.js';
import { safetyPollMs, soonMs, WorkLoop, type FailedRows } from './work-loop.js';

/** Shortened in tests. */
export interface OutboxSettings {
  /** Requeues an unprocessed row that was queued this long ago. */
  requeueAfterSeconds: number;
}
export const OUTBOX_SETTINGS = Symbol('outbox settings');
/** With the polling interval, requeueing takes at most two minutes. */
const defaultSettings: OutboxSettings = { requeueAfterSeconds: 85 };

const batchSize = 100;

/** Relays rows as soon as they are committed, each queue in a loop of its own. Safe for any number of replicas. */
@Injectable()
export class OutboxRelay implements OnModuleInit, OnModuleDestroy {
  private readonly loops: WorkLoop[];
  private endMeasuring: (() => void)[] = [];

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(QUEUES) private readonly queues: Map<QueueName, Queue>,
    @Inject(LOGGER) logger: Logger,
    @Optional() @Inject(OUTBOX_SETTINGS) private readonly settings: OutboxSettings = defaultSettings,
  ) {
    const intervalMs = Math.min(safetyPollMs(), settings.requeueAfterSeconds * 1_000);
    const wakeOn = { dataSource, channel: channelOf(dataSource, 'outbox') };
    const relays = [...queues.values()].map((queue) => {
      const addJobs = jobAdder(queue, logger);
      const runOnce = (rows: FailedRows) => this.relay(queue.name, rows, addJobs);
      return new WorkLoop({ name: `outbox ${queue.name}`, logger, intervalMs, retryMs: soonMs, wakeOn, runOnce });
    });
    this.loops = [...relays, sweepLoop(dataSource, [...queues.values()], logger)];
  }

  async onModuleInit() {
    this.endMeasuring = [measureOutbox(this.dataSource), ...[...this.queues.values()].map(measureQueue)];
    await Promise.all(this.loops.map((loop) => loop.start()));
  }

  async onModuleDestroy() {
    for (const end of this.endMeasuring) end();
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }

  /** Relays up to `batchSize` rows. @returns whether there may be more */
  private relay(queue: string, rows: FailedRows, addJobs: AddJobs): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const due = await manager.query<DueEntry[]>(
        `SELECT id, queue, name, payload, priority, trace_context, enqueued_at IS NOT NULL AS queued_before FROM outbox
         WHERE queue = $1 AND processed_at IS NULL AND failed_at IS NULL AND id::text <> ALL($2)
           AND (enqueued_at IS NULL OR enqueued_at < now() - make_interval(secs => $3))
         ORDER BY id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`,
        [queue, rows.waitingIds, this.settings.requeueAfterSeconds],
      );
      const failures = new Map<string, PermanentFailure>();
      const { failed } = await rows.attemptAll(
        due,
        ({ id }) => id,
        (entries) => addJobs(entries, failures),
      );
      const rejected = new Map(failed.map(({ row: { id }, ...failure }) => [id, { id, ...failure }]));
      // Counted apart from queueing failures, because queueing may succeed each time.
      await rows.attemptAll(
        due,
        ({ id }) => `record:${id}`,
        (entries) =>
          manager.transaction(async (inner) => {
            const ids = entries.map(({ id }) => id);
            for (const failure of ids.flatMap((id) => failures.get(id) ?? [])) await markFailed(inner, failure);
            for (const failure of ids.flatMap((id) => rejected.get(id) ?? [])) await markRejected(inner, failure);
            const queued = ids.filter((id) => !failures.has(id) && !rejected.has(id));
            await markEnqueued(inner, queued);
          }),
      );
      return due.length === batchSize;
    });
  }
}
