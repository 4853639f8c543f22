import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/tokens';
import { announce } from '@site/platform/data/changes';
import type { Subscription } from 'rxjs';
import { DataSource } from 'typeorm';
import { eventLagSeconds } from './event-metrics.js';
import { readCursor, recordEvents, startOver, type Cursor, type MadeRun } from './record-events.js';
import type { AlertLog } from './weather-client.js';

/** Follows what happens to alerts. Provides the log that it follows. */
export const ALERT_LOG = Symbol('alert log');

/** A page of the log: its areas stay below what a message may hold. */
const pageSize = 100;
/** A notice wakes us; this is for those that get lost. */
const lookEveryMs = 1_000;
const reconnectMs = 500;
/** While the weather proxy is away. */
const retryEveryMs = 2_000;

/**
 * Turns events into runs as soon as the weather proxy says that something changed. Any number of replicas may run: the cursor
 * lets one of them through, and an event and revision make one run at most.
 */
@Injectable()
export class EventWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private notices: Subscription | undefined;
  private timer: NodeJS.Timeout | undefined;
  private reconnect: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private again = false;
  private stopped = false;
  private failing = false;

  constructor(
    @Inject(ALERT_LOG) private readonly log: AlertLog,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.watch();
    this.wake();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    clearTimeout(this.reconnect);
    this.notices?.unsubscribe();
    await this.looking;
    this.log.close();
  }

  private watch(): void {
    if (this.stopped) return;
    const later = () => {
      if (!this.stopped) this.reconnect = setTimeout(() => this.watch(), reconnectMs);
    };
    this.notices = this.log.notices().subscribe({
      next: ({ topic }) => (topic === 'alerts' || topic === '*' ? this.wake() : undefined),
      error: later,
      complete: later,
    });
  }

  /** Reads what is new; if called meanwhile, once more afterwards. */
  private wake(): void {
    if (this.stopped) return;
    if (this.looking) {
      this.again = true;
      return;
    }
    clearTimeout(this.timer);
    this.looking = this.look().finally(() => {
      this.looking = undefined;
      if (this.stopped) return;
      if (this.again) {
        this.again = false;
        this.wake();
      } else this.timer = setTimeout(() => this.wake(), this.failing ? retryEveryMs : lookEveryMs);
    });
  }

  private async look(): Promise<void> {
    try {
      while (!this.stopped && (await this.readPage()));
      if (this.failing) this.logger.info('the weather proxy answers again');
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.logger.warn({ err: error }, 'what happens to alerts cannot be followed');
      this.failing = true;
    }
  }

  /** @returns whether there may be more */
  private async readPage(): Promise<boolean> {
    const cursor = await readCursor(this.dataSource);
    // The last one known is asked for once more: should it be missing, the log is another one.
    const { events, sourceTime } = await this.log.list(Math.max(0, cursor.after - 1), pageSize);
    if (cursor.after > 0 && !isContinued(cursor, events[0])) {
      this.logger.warn({ after: cursor.after }, 'the log of alerts has started over; reading it from its beginning');
      await startOver(this.dataSource, cursor);
      return true;
    }
    const fresh = events.filter(({ sequence }) => sequence > cursor.after);
    if (fresh.length === 0) return false;
    const now = Date.now();
    const sourceNow = sourceTime ? Date.parse(sourceTime) : now;
    const made = await recordEvents(this.dataSource, { events: fresh, expected: cursor, now, sourceNow });
    if (made !== 'moved' && made.length > 0) await this.tell(made, sourceNow);
    return true;
  }

  private async tell(made: readonly MadeRun[], sourceNow: number): Promise<void> {
    for (const { id, kind, alert, counties, priority } of made) {
      eventLagSeconds.observe(Math.max(0, (sourceNow - Date.parse(alert.sent)) / 1_000));
      this.logger.info(
        { run: id, kind, event: alert.event, eventKey: alert.eventKey, revision: alert.revision, counties, priority },
        'a run was made',
      );
    }
    await announce(this.dataSource.manager, 'deliveries');
  }
}

const isContinued = (cursor: Cursor, first: { sequence: number; eventKey: string; revision: number } | undefined) =>
  first?.sequence === cursor.after && first.eventKey === cursor.eventKey && first.revision === cursor.revision;
