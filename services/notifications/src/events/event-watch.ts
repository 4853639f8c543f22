/** Watches the weather proxy's event log, and creates dispatches from what changed. */
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { metrics } from '@site/platform/base/metrics';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { announce } from '@site/platform/data/changes';
import { isRowFailure, soonMs, WorkLoop, type FailedRows } from '@site/platform/jobs/work-loop';
import type { ListAlertEventsResponse } from '@site/proto/gen/nest/weather/v1/alert_events';
import { Histogram } from 'prom-client';
import { repeat, retry, type Subscription } from 'rxjs';
import { DataSource } from 'typeorm';
import {
  asText,
  dueParked,
  park,
  readCursor,
  recordEvents,
  startOver,
  unpark,
  type Cursor,
  type CreatedDispatch,
  type Page,
  type UnreadableEvent,
} from './record-events.js';
import type { AlertLog } from './weather-client.js';

const eventLagSeconds = new Histogram({
  name: 'alert_event_lag_seconds',
  help: 'From the sent time of a weather service message to the dispatch that it caused',
  buckets: [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800],
  registers: [metrics],
});

export const ALERT_LOG = Symbol('alert log');

/** A page of the log, with areas, fits the message limit. */
const pageSize = 100;
/** A fallback for lost notices. A broken stream is replaced, which counts as a notice. */
const pollIntervalMs = 10_000;
const reconnectMs = 500;
/** While the weather proxy is down. */
const retryIntervalMs = 2_000;

/**
 * Turns events into dispatches as soon as the weather proxy announces a change. Safe for any number of replicas: the
 * cursor lets only one proceed, and each event revision creates at most one dispatch.
 */
@Injectable()
export class EventWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private notices: Subscription | undefined;
  private readonly loop: WorkLoop;

  constructor(
    @Inject(ALERT_LOG) private readonly log: AlertLog,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loop = new WorkLoop({
      name: 'alert-events',
      logger,
      intervalMs: pollIntervalMs,
      retryMs: retryIntervalMs,
      runOnce: async (rows) => {
        if (await this.readPage(rows)) return true;
        return this.retryParked(rows);
      },
    });
  }

  onApplicationBootstrap(): void {
    void this.loop.start();
    this.notices = this.log
      .notices()
      .pipe(retry({ delay: reconnectMs }), repeat({ delay: reconnectMs }))
      .subscribe(({ topic }) => {
        if (topic === 'alerts' || topic === '*') this.loop.wake();
      });
  }

  async onModuleDestroy(): Promise<void> {
    this.notices?.unsubscribe();
    await this.loop.stop();
    this.log.close();
  }

  /** @returns whether there may be more */
  private async readPage(rows: FailedRows): Promise<boolean> {
    const cursor = await readCursor(this.dataSource);
    const { events, sourceTime, unreadable, isUnchecked } = await this.list(cursor);
    if (cursor.after > 0 && !isUnchecked && !isContinued(cursor, events[0])) {
      this.logger.warn({ after: cursor.after }, 'the alert log was replaced; reading it from the beginning');
      await startOver(this.dataSource, cursor);
      return true;
    }
    const fresh = events.filter(({ sequence }) => sequence > cursor.after);
    if (fresh.length === 0) return false;
    await this.record(rows, { events: fresh, expected: cursor, unreadable }, sourceTime);
    return true;
  }

  /**
   * Lists events after the cursor. Includes the last known event: if it's missing, the log was replaced. Retries a page
   * that the weather proxy can't send in smaller ones, and skips an event that it can't send at all.
   */
  private async list(cursor: Cursor): Promise<ListedEvents> {
    const minLimit = cursor.after > 0 ? 2 : 1;
    for (let limit = pageSize; ; limit = Math.max(minLimit, Math.floor(limit / 4)))
      try {
        return await this.log.list(Math.max(0, cursor.after - 1), limit);
      } catch (error) {
        if (!isRowFailure(error)) throw error;
        if (limit === minLimit) return this.listAround(cursor.after + 1);
      }
  }

  /** Returns the event with a sequence number if readable, otherwise the next one. */
  private async listAround(sequence: number): Promise<ListedEvents> {
    try {
      return { ...(await this.log.list(sequence - 1, 1)), isUnchecked: true };
    } catch (error) {
      if (!isRowFailure(error)) throw error;
      const beyond = await this.log.list(sequence, 1);
      if (beyond.events.length === 0) throw error;
      return { ...beyond, isUnchecked: true, unreadable: { sequence, reason: (error as Error).message } };
    }
  }

  /** @returns milliseconds before the next attempt */
  private async retryParked(rows: FailedRows): Promise<number> {
    const { due, nextInMs } = await dueParked(this.dataSource);
    for (const sequence of due) {
      const { result, failed } = await rows.attempt(`read:${sequence}`, () => this.log.list(sequence - 1, 1));
      if (failed) {
        await park(this.dataSource, { sequence, reason: failed.reason });
        continue;
      }
      const events = result.events.filter((event) => event.sequence === sequence);
      await this.record(rows, { events }, result.sourceTime);
      if (!rows.has(String(sequence))) await unpark(this.dataSource, sequence);
    }
    // Events that failed again have a new due time.
    return due.length > 0 ? soonMs : Math.min(nextInMs, pollIntervalMs);
  }

  private async record(
    rows: FailedRows,
    page: Pick<Page, 'events' | 'expected' | 'unreadable'>,
    sourceTime: string | undefined,
  ): Promise<void> {
    const now = Date.now();
    const sourceNow = sourceTime ? Date.parse(sourceTime) : now;
    const dispatches = await recordEvents(this.dataSource, { ...page, now, sourceNow }, rows);
    if (dispatches !== 'moved' && dispatches.length > 0) await this.report(dispatches, sourceNow);
  }

  private async report(dispatches: readonly CreatedDispatch[], sourceNow: number): Promise<void> {
    for (const { id, kind, alert, counties, priority } of dispatches) {
      eventLagSeconds.observe(Math.max(0, (sourceNow - Date.parse(alert.sent)) / 1_000));
      this.logger.info(
        {
          dispatch: id,
          kind,
          event: alert.event,
          eventKey: alert.eventKey,
          revision: alert.revision,
          counties,
          priority,
        },
        'created a dispatch',
      );
    }
    await announce(this.dataSource.manager, 'deliveries');
  }
}

interface ListedEvents extends ListAlertEventsResponse {
  /** Whether the event at the cursor couldn't be read again. */
  isUnchecked?: true;
  unreadable?: UnreadableEvent;
}

const isContinued = (cursor: Cursor, first: { sequence: number; eventKey: string; revision: number } | undefined) =>
  first?.sequence === cursor.after && asText(first.eventKey) === cursor.eventKey && first.revision === cursor.revision;
