import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@site/platform/base/ids';
import type { Logger } from '@site/platform/base/tokens';
import { isRowFailure, isRowTimeout, soonMs, WorkLoop, type FailedRows } from '@site/platform/jobs/work-loop';
import type { DataSource } from 'typeorm';
import { runsChannel } from '../events/record-events.js';
import { finishRuns } from '../runs/finish-runs.js';
import { renewLease, shardLease, takeShard, type LeasedShard } from '../runs/leases.js';
import { closeShard, reserveBatch } from '../runs/reserve.js';
import { lanes, type ChannelKind, type Result } from '../runs/rows.js';
import { wakeHeld } from '../events/wake-held.js';
import { writeResults } from '../runs/write-results.js';
import type { ChannelSender } from '../adapters/adapter.js';
import { batchSeconds, countRepeated } from './sending-metrics.js';
import { sendBatch } from './send-batch.js';

/**
 * Sends what is to be sent: workers that take a batch each, the most urgent first, until nothing is left. Any number of
 * senders may run. One that dies leaves at most the batches it had in hand, and another sends those again, under the same tag.
 */
export interface SenderParts {
  dataSource: DataSource;
  senders: readonly ChannelSender[];
  logger: Logger;
  /** Sends nothing (NOTIFICATIONS_PAUSED); what is over is still closed. */
  paused: boolean;
  /** What tests shorten. */
  batchRows?: number;
}

/**
 * Of each lane: how many work at once, and how much each takes. While one of those that push writes down its batch, the others
 * keep the line busy. A batch of mails or texts takes some seconds at their rates, so that a sender can stop in time.
 */
const workOfLane = [
  { workers: 3, rows: 500 },
  { workers: 1, rows: 200 },
  { workers: 1, rows: 30 },
  { workers: 1, rows: 100 },
] as const;
const wakeHeldEveryMs = 15_000;
/** The lanes are woken, by notices and by the loop that polls for all of them. */
const laneEveryMs = 3_600_000;
/** A database that is restarting is waited for: the messages are out, and only their record is missing. */
const writeWithinMs = 60_000;

export class Sender {
  private readonly senders: ReadonlyMap<ChannelKind, ChannelSender>;
  private readonly lanes: readonly WorkLoop[];
  private readonly dispatches: WorkLoop;
  private looking: Promise<void> = Promise.resolve();
  private wokeHeldAt = -Infinity;

  constructor(private readonly parts: SenderParts) {
    const { dataSource, logger } = parts;
    this.senders = new Map(parts.senders.map((sender) => [sender.kind, sender]));
    const wakeOn = { dataSource, channel: runsChannel };
    this.lanes = workOfLane.flatMap(({ workers }, lane) =>
      Array.from(
        { length: workers },
        () =>
          new WorkLoop({
            name: `lane-${lane}`,
            logger,
            everyMs: laneEveryMs,
            retryMs: soonMs,
            wakeOn,
            round: (rows) => this.sendNext(lane, rows),
          }),
      ),
    );
    this.dispatches = new WorkLoop({
      name: 'dispatches',
      logger,
      everyMs: wakeHeldEveryMs,
      retryMs: soonMs,
      wakeOn,
      round: (rows) => this.keepHouse(rows),
    });
  }

  private get loops(): readonly WorkLoop[] {
    return [...this.lanes, this.dispatches];
  }

  async start(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.start()));
  }

  /** Takes up nothing more, and finishes the batches in hand. */
  async stop(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
    await Promise.all(this.parts.senders.map((sender) => sender.close()));
  }

  /** One look at a time: an idle sender then needs one connection to the database, not one for each worker. */
  private inTurn<Result>(look: () => Promise<Result>): Promise<Result> {
    const looked = this.looking.then(look);
    this.looking = looked.then(
      () => undefined,
      () => undefined,
    );
    return looked;
  }

  /** One batch. @returns false when there was none */
  private async sendNext(lane: number, rows: FailedRows): Promise<boolean> {
    const { dataSource, paused } = this.parts;
    const wanted = { lease: newId(), lane, paused, except: rows.waiting };
    const lease = await this.inTurn(() => takeShard(dataSource, wanted));
    if (!lease) return false;
    const kinds = (lanes[lane] ?? []).filter((kind) => this.senders.has(kind));
    // A dispatch that can't be worded or reserved must not hold up the others.
    await rows.attempt(lease.run.id, () =>
      lease.isOver || lease.superseded
        ? closeShard(dataSource, lease, kinds)
        : this.sendShard(rows, lease, { kinds, limit: this.parts.batchRows ?? workOfLane[lane]?.rows ?? 1 }),
    );
    return true;
  }

  private async sendShard(
    rows: FailedRows,
    lease: LeasedShard,
    wanted: { kinds: readonly ChannelKind[]; limit: number },
  ): Promise<void> {
    const { dataSource } = this.parts;
    const stop = batchSeconds.startTimer({ priority: String(lease.run.priority) });
    await shardLease
      .during(
        () => renewLease(dataSource, lease),
        async () => {
          const batch = await reserveBatch(dataSource, lease, wanted);
          const results = await sendBatch(lease.run, batch, this.senders);
          await this.write(rows, lease, results);
          countRepeated(results);
        },
      )
      .finally(stop);
  }

  /** Writes results down, and keeps trying while the database is away. */
  private async write(rows: FailedRows, lease: LeasedShard, results: readonly Result[]): Promise<void> {
    const until = performance.now() + writeWithinMs;
    for (;;) {
      try {
        return await this.writeOnce(rows, lease, results);
      } catch (error) {
        if (performance.now() > until) throw error;
        this.parts.logger.warn({ err: error, messages: results.length }, 'results could not be written; trying again');
        await pause(500);
      }
    }
  }

  /** A result that can't be written must not have the whole batch sent again. */
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

  /** @returns when to do so again, in milliseconds */
  private async keepHouse(rows: FailedRows): Promise<number> {
    const { dataSource } = this.parts;
    if (performance.now() - this.wokeHeldAt >= wakeHeldEveryMs) {
      await wakeHeld(dataSource, rows);
      this.wokeHeldAt = performance.now();
    }
    const [{ open }] = await dataSource.query<[{ open: boolean }]>(
      'SELECT EXISTS (SELECT FROM alert_runs WHERE finished_at IS NULL) AS open',
    );
    if (!open) return wakeHeldEveryMs;
    // Messages fall due again, leases and warnings end, and sending is resumed.
    for (const loop of this.lanes) loop.wake();
    await finishRuns(dataSource, rows);
    return soonMs;
  }
}
