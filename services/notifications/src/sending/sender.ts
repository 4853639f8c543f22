import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@site/platform/base/ids';
import type { Logger } from '@site/platform/base/tokens';
import { Listener } from '@site/platform/data/changes';
import type { DataSource } from 'typeorm';
import { runsChannel } from '../events/record-events.js';
import { finishRuns } from '../runs/finish-runs.js';
import { renewEveryMs, renewLease, takeShard, type Lease } from '../runs/leases.js';
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
const lookEveryMs = 1_000;
const wakeHeldEveryMs = 15_000;
/** A database that is restarting is waited for: the messages are out, and only their record is missing. */
const writeWithinMs = 60_000;

export class Sender {
  private readonly senders: ReadonlyMap<ChannelKind, ChannelSender>;
  private readonly listener: Listener;
  private readonly stopping = new AbortController();
  private readonly underWay: Promise<void>[] = [];
  /** Ends the pause of workers that found nothing. */
  private readonly wakers = new Set<() => void>();
  private wakes = 0;
  private looking: Promise<void> = Promise.resolve();
  private wokeHeldAt = 0;
  private failing = false;

  constructor(private readonly parts: SenderParts) {
    this.senders = new Map(parts.senders.map((sender) => [sender.kind, sender]));
    this.listener = new Listener((parts.dataSource.options as { url: string }).url, [runsChannel], {
      onNotice: () => this.wake(),
      onConnected: () => this.wake(),
      onError: (error) => parts.logger.warn({ err: error }, 'the sender lost its wake-up connection'),
    });
  }

  async start(): Promise<void> {
    await this.listener.start();
    for (const [lane, { workers }] of workOfLane.entries())
      for (let worker = 0; worker < workers; worker += 1) this.underWay.push(this.work(() => this.sendNext(lane)));
    this.underWay.push(this.work(() => this.keepHouse()));
  }

  /** Takes up nothing more, and finishes the batches in hand. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake();
    await this.listener.stop();
    await Promise.all(this.underWay);
    await Promise.all(this.parts.senders.map((sender) => sender.close()));
  }

  private wake(): void {
    this.wakes += 1;
    for (const waker of [...this.wakers]) waker();
  }

  /** Repeats `step` as long as it finds something to do, and looks again every second. Never rejects. */
  private async work(step: () => Promise<boolean>): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const wakes = this.wakes;
      const found = await step().then(
        (done) => {
          this.failing = false;
          return done;
        },
        (error: unknown) => {
          // Said once, not every second: it goes on when the database is back.
          if (!this.failing) this.parts.logger.error({ err: error }, 'sending is interrupted');
          this.failing = true;
          return false;
        },
      );
      // Who was woken while looking has to look again.
      if (!found && wakes === this.wakes && !this.stopping.signal.aborted) await this.rest();
    }
  }

  private rest(): Promise<void> {
    return new Promise((resolve) => {
      const waker = () => {
        clearTimeout(timer);
        this.wakers.delete(waker);
        resolve();
      };
      const timer = setTimeout(waker, lookEveryMs);
      this.wakers.add(waker);
    });
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
  private async sendNext(lane: number): Promise<boolean> {
    const { dataSource, paused } = this.parts;
    const lease = await this.inTurn(() => takeShard(dataSource, { lease: newId(), lane, paused }));
    if (!lease) return false;
    const kinds = (lanes[lane] ?? []).filter((kind) => this.senders.has(kind));
    if (lease.isOver || lease.superseded) await closeShard(dataSource, lease, kinds);
    else await this.sendShard(lease, kinds, this.parts.batchRows ?? workOfLane[lane]?.rows ?? 1);
    return true;
  }

  private async sendShard(lease: Lease, kinds: readonly ChannelKind[], limit: number): Promise<void> {
    const { dataSource, logger } = this.parts;
    const stop = batchSeconds.startTimer({ priority: String(lease.run.priority) });
    const batch = await reserveBatch(dataSource, lease, { kinds, limit });
    const renewing = setInterval(() => {
      renewLease(dataSource, lease).catch((error: unknown) => logger.warn({ err: error }, 'a lease was not renewed'));
    }, renewEveryMs);
    try {
      const results = await sendBatch(lease.run, batch, this.senders);
      await this.write(lease, results);
      countRepeated(results);
    } finally {
      clearInterval(renewing);
      stop();
    }
  }

  /** Writes results down, and keeps trying while the database is away. */
  private async write(lease: Lease, results: readonly Result[]): Promise<void> {
    const until = Date.now() + writeWithinMs;
    for (;;) {
      try {
        return await writeResults(this.parts.dataSource, lease, results);
      } catch (error) {
        if (Date.now() > until) throw error;
        this.parts.logger.warn({ err: error, messages: results.length }, 'results could not be written; trying again');
        await pause(500);
      }
    }
  }

  private async keepHouse(): Promise<boolean> {
    const { dataSource } = this.parts;
    await finishRuns(dataSource);
    if (Date.now() - this.wokeHeldAt < wakeHeldEveryMs) return false;
    this.wokeHeldAt = Date.now();
    if ((await wakeHeld(dataSource)) > 0) this.wake();
    return false;
  }
}
