/** The sending process's work: takes batches of dispatches, sends them and records the results. */
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@site/platform/base/ids';
import { metrics } from '@site/platform/base/metrics';
import type { Logger } from '@site/platform/base/injection-tokens';
import { isRowFailure, isRowTimeout, soonMs, WorkLoop, type FailedRows } from '@site/platform/jobs/work-loop';
import { Counter, Histogram } from 'prom-client';
import type { DataSource } from 'typeorm';
import { dispatchesChannel } from '../events/record-events.js';
import { finishDispatches } from '../dispatches/finish-dispatches.js';
import { renewLease, shardLease, takeShard, type LeasedShard } from '../dispatches/leases.js';
import { closeShard, reserveBatch } from '../dispatches/reserve-batch.js';
import { lanes, type ChannelKind, type Result } from '../dispatches/dispatch-rows.js';
import { wakeDeferred } from '../events/resume-held.js';
import { writeResults } from '../dispatches/write-results.js';
import type { ChannelSender } from '../adapters/adapter.js';
import { sendBatch } from './send-batch.js';

export interface SenderParts {
  dataSource: DataSource;
  senders: readonly ChannelSender[];
  logger: Logger;
  /** Only closes expired dispatches (NOTIFICATIONS_PAUSED). */
  paused: boolean;
  /** Shortened in tests. */
  batchRows?: number;
}

/**
 * Per lane. While a push worker records its batch, others keep the connections busy. A batch of mails or texts takes a
 * few seconds, so that a sender can stop in time.
 */
const workOfLane = [
  { workers: 3, rows: 500 },
  { workers: 1, rows: 200 },
  { workers: 1, rows: 30 },
  { workers: 1, rows: 100 },
] as const;
const wakePausedIntervalMs = 15_000;
/** Lanes are woken by notices and by the loop that polls for all of them. */
const lanePollIntervalMs = 3_600_000;
/** Waits out a database restart: the messages have been sent, only their record is missing. */
const writeWithinMs = 60_000;

const batchSeconds = new Histogram({
  name: 'alert_batch_seconds',
  help: 'Duration of batches of messages, from reserving to recording, by the priority of their dispatch',
  labelNames: ['priority'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [metrics],
});

const maybeRepeated = new Counter({
  name: 'notifications_maybe_repeated_total',
  help: 'Messages retried although the first attempt may have arrived; invisible on a device, which replaces by tag',
  registers: [metrics],
});

/**
 * Sends dispatches: each worker takes a batch, most urgent first, until none is left. Any number of senders may run. If
 * one crashes, another resends at most its current batches, with the same tag.
 */
export class Sender {
  private readonly senders: ReadonlyMap<ChannelKind, ChannelSender>;
  private readonly lanes: readonly WorkLoop[];
  private readonly dispatches: WorkLoop;
  private looking: Promise<void> = Promise.resolve();
  private lastWakeAt = -Infinity;

  constructor(private readonly parts: SenderParts) {
    const { dataSource, logger } = parts;
    this.senders = new Map(parts.senders.map((sender) => [sender.kind, sender]));
    const wakeOn = { dataSource, channel: dispatchesChannel };
    this.lanes = workOfLane.flatMap(({ workers }, lane) =>
      Array.from(
        { length: workers },
        () =>
          new WorkLoop({
            name: `lane-${lane}`,
            logger,
            intervalMs: lanePollIntervalMs,
            retryMs: soonMs,
            wakeOn,
            runOnce: (rows) => this.sendNext(lane, rows),
          }),
      ),
    );
    this.dispatches = new WorkLoop({
      name: 'dispatches',
      logger,
      intervalMs: wakePausedIntervalMs,
      retryMs: soonMs,
      wakeOn,
      runOnce: (rows) => this.runHousekeeping(rows),
    });
  }

  private get loops(): readonly WorkLoop[] {
    return [...this.lanes, this.dispatches];
  }

  async start(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.start()));
  }

  /** Finishes the current batches. */
  async stop(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
    await Promise.all(this.parts.senders.map((sender) => sender.close()));
  }

  /** Runs one query at a time: an idle sender needs only one database connection. */
  private inTurn<Result>(query: () => Promise<Result>): Promise<Result> {
    const looked = this.looking.then(query);
    this.looking = looked.then(
      () => undefined,
      () => undefined,
    );
    return looked;
  }

  /** @returns false if there was no batch */
  private async sendNext(lane: number, rows: FailedRows): Promise<boolean> {
    const { dataSource, paused } = this.parts;
    const leaseRequest = { lease: newId(), lane, paused, except: rows.waiting };
    const lease = await this.inTurn(() => takeShard(dataSource, leaseRequest));
    if (!lease) return false;
    const kinds = (lanes[lane] ?? []).filter((kind) => this.senders.has(kind));
    // A dispatch that can't be worded or reserved must not block the others.
    await rows.attempt(lease.dispatch.id, () =>
      lease.isOver || lease.superseded
        ? closeShard(dataSource, lease, kinds)
        : this.sendShard(rows, lease, { kinds, limit: this.parts.batchRows ?? workOfLane[lane]?.rows ?? 1 }),
    );
    return true;
  }

  private async sendShard(
    rows: FailedRows,
    lease: LeasedShard,
    options: { kinds: readonly ChannelKind[]; limit: number },
  ): Promise<void> {
    const { dataSource } = this.parts;
    const stop = batchSeconds.startTimer({ priority: String(lease.dispatch.priority) });
    await shardLease
      .during(
        () => renewLease(dataSource, lease),
        async () => {
          const batch = await reserveBatch(dataSource, lease, options);
          const results = await sendBatch(lease.dispatch, batch, this.senders);
          await this.write(rows, lease, results);
          maybeRepeated.inc(results.filter(({ maybeSent }) => maybeSent).length);
        },
      )
      .finally(stop);
  }

  /** Retries while the database is down. */
  private async write(rows: FailedRows, lease: LeasedShard, results: readonly Result[]): Promise<void> {
    const until = performance.now() + writeWithinMs;
    for (;;) {
      try {
        return await this.writeOnce(rows, lease, results);
      } catch (error) {
        if (performance.now() > until) throw error;
        this.parts.logger.warn({ err: error, messages: results.length }, 'could not record results; retrying');
        await pause(500);
      }
    }
  }

  /** Gives up a result that can't be recorded, instead of sending the whole batch again. */
  private async writeOnce(rows: FailedRows, lease: LeasedShard, results: readonly Result[]): Promise<void> {
    const { dataSource } = this.parts;
    try {
      return await writeResults(dataSource, lease, results);
    } catch (error) {
      if (isRowTimeout(error) || !isRowFailure(error)) throw error;
    }
    for (const result of results)
      try {
        await writeResults(dataSource, lease, [result], { keepsLease: true });
      } catch (error) {
        if (isRowTimeout(error) || !isRowFailure(error)) throw error;
        const { channelId, tries } = result;
        const unknown: Result = { channelId, tries, state: 'failed', reason: 'its result could not be recorded' };
        await rows.attempt(channelId, () => writeResults(dataSource, lease, [unknown], { keepsLease: true }));
      }
    await writeResults(dataSource, lease, []);
  }

  /** @returns milliseconds before the next round */
  private async runHousekeeping(rows: FailedRows): Promise<number> {
    const { dataSource } = this.parts;
    if (performance.now() - this.lastWakeAt >= wakePausedIntervalMs) {
      await wakeDeferred(dataSource, rows);
      this.lastWakeAt = performance.now();
    }
    const [{ open }] = await dataSource.query<[{ open: boolean }]>(
      'SELECT EXISTS (SELECT FROM dispatches WHERE finished_at IS NULL) AS open',
    );
    if (!open) return wakePausedIntervalMs;
    // For due retries, ended leases and warnings, and resumed sending.
    for (const loop of this.lanes) loop.wake();
    await finishDispatches(dataSource, rows);
    return soonMs;
  }
}
