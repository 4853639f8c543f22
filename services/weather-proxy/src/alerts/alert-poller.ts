/** Polls the National Weather Service's list of active alerts, one replica at a time. */
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { announce, ChangeFeed } from '@site/platform/data/changes';
import { newId } from '@site/platform/base/ids';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { WorkLoop } from '@site/platform/jobs/work-loop';
import type { Subscription } from 'rxjs';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '@site/platform/base/clock';
import { CONFIG, type Config } from '../config.js';
import type { AlertListResponse } from '../nws/nws-client.js';
import type { Validators } from '../upstream/headers.js';
import { readAlerts } from './messages/active-alert.js';
import { AlertFeed } from './alert-feed.js';
import { attemptSeconds, endPass, passSeconds, acquireLease, type PollLease } from './alert-list.js';
import { deleteOldEvents } from './events/event-store.js';
import { inForceWithoutDatabase, type Seen } from './record-poll.js';
import { storePoll } from './store-poll.js';
import { refusedForMs, retryDelayMs } from '../upstream/retry-delay.js';
import { UpstreamDates } from './upstream-dates.js';

export interface AlertSource {
  /** The value of `source` in responses. */
  readonly name: string;
  fetchList(validators: Validators, deadline: AbortSignal): Promise<AlertListResponse>;
}

export const ALERT_SOURCE = Symbol('alert source');

const cleanupIntervalMs = 24 * 3_600_000;

/**
 * Delay before a replica wakes for a due poll. The last poller goes first. A replica that failed recently goes last,
 * but sometimes first, to find out whether it reaches the upstream again.
 */
const delaysMs = { blindRetry: 0, last: 300, other: 1_000, blind: 1_500 } as const;
const blindRetryIntervalMs = 5 * 60_000;

/** Polls the upstream, records the result, and notifies the gateways. */
@Injectable()
export class AlertPoller implements OnModuleInit, OnModuleDestroy {
  private readonly name = newId();
  private readonly dates = new UpstreamDates();
  /** Set while this replica's polls fail. */
  private blindAt: number | undefined;
  private blindPolls = 0;
  private refusedMs: number | undefined;
  /** From the start of the last poll. */
  private nextInMs = 0;
  private forgotAt: number | undefined;
  private passTimer: NodeJS.Timeout | undefined;
  private readonly loop: WorkLoop;
  private notices: Subscription | undefined;

  constructor(
    @Inject(ALERT_SOURCE) private readonly provider: AlertSource,
    @Inject(AlertFeed) private readonly feed: AlertFeed,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(ChangeFeed) private readonly changes: ChangeFeed,
  ) {
    this.loop = new WorkLoop({
      name: 'alerts',
      logger,
      intervalMs: this.intervalMs,
      runOnce: () => this.pollUnderLease(),
    });
  }

  async onModuleInit(): Promise<void> {
    await this.feed.refresh();
    this.notices = this.changes.notices.subscribe(({ topic }) => {
      if (topic === 'alerts' || topic === '*') void this.onNotice();
    });
    await this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.notices?.unsubscribe();
    await this.loop.stop();
    clearTimeout(this.passTimer);
  }

  private async onNotice(): Promise<void> {
    await this.feed.refresh();
    // Another replica's first failure; ours may get through.
    if (this.feed.known.failures === 1 && !this.isBlind) this.loop.wake();
  }

  private get isBlind(): boolean {
    return this.blindAt !== undefined;
  }

  private get intervalMs(): number {
    return this.config.ALERTS_POLL_SECONDS * 1_000;
  }

  /** Returns the milliseconds until the next attempt. Never rejects. */
  private async pollUnderLease(): Promise<number> {
    const intervalSeconds = this.config.ALERTS_POLL_SECONDS;
    let lease: PollLease;
    try {
      lease = await acquireLease(this.dataSource, { name: this.name, mayTakeOver: !this.isBlind, intervalSeconds });
    } catch (error) {
      // A redundant poll is better than a missing one.
      this.logger.warn({ err: error }, 'alert polling lease unavailable: polling without it');
      const began = this.clock.elapsed();
      await this.poll();
      return this.nextInMs - (this.clock.elapsed() - began);
    }
    // The last poller may have stored a newer list.
    await this.feed.refresh();
    if (lease.canPoll) {
      const began = this.clock.elapsed();
      await this.poll();
      if (this.isBlind && this.feed.known.failures === 1) this.passOn();
      return Math.max(0, this.nextInMs - (this.clock.elapsed() - began)) + this.delayMs(lease);
    }
    return Math.max(0, Math.min(lease.dueInMs, this.intervalMs)) + this.delayMs(lease);
  }

  /** Lets another replica try before the list becomes invalid. */
  private passOn(): void {
    clearTimeout(this.passTimer);
    this.passTimer = setTimeout(
      () => {
        const giveUp = this.dataSource.transaction(async (manager) => {
          if (await endPass(manager)) await announce(manager, 'alerts');
        });
        giveUp.catch((error: unknown) => this.logger.debug({ err: error }, 'could not mark the alert list as failed'));
      },
      passSeconds * 1_000 + 100,
    );
  }

  private delayMs({ poller }: PollLease): number {
    if (this.blindAt !== undefined)
      return this.clock.elapsed() - this.blindAt >= blindRetryIntervalMs ? delaysMs.blindRetry : delaysMs.blind;
    return poller === this.name ? delaysMs.last : delaysMs.other;
  }

  /** Never rejects; after a failure, "no alerts" can't be reported. */
  private async poll(): Promise<void> {
    const began = this.clock.elapsed();
    const seen = await this.fetchList();
    const tookMs = this.clock.elapsed() - began;
    const failure = { failures: this.blindPolls, refusedMs: this.refusedMs, tookMs };
    this.nextInMs = this.isBlind ? retryDelayMs(failure, this.intervalMs) : this.intervalMs;
    try {
      await this.store(seen, tookMs);
    } catch (error) {
      this.logger.warn({ err: error }, 'the alerts could not be saved');
      this.takeAlone(seen);
    }
    await this.cleanUp();
  }

  private async fetchList(): Promise<Seen | undefined> {
    try {
      const deadline = AbortSignal.timeout(attemptSeconds * 1_000);
      const response = await this.provider.fetchList(this.feed.known.validators, deadline);
      const { upstreamNow } = response;
      if (upstreamNow !== undefined && this.dates.isStale(upstreamNow, this.clock.elapsed()))
        throw new Error(`the alert list dates from ${new Date(upstreamNow).toISOString()}: served by a stale cache`);
      this.blindAt = undefined;
      this.blindPolls = 0;
      return this.read(response);
    } catch (error) {
      if (!this.isBlind) this.logger.warn({ err: error }, 'the alerts could not be fetched');
      this.refusedMs = refusedForMs(error);
      if (!this.isBlind || this.refusedMs === undefined) this.blindPolls += 1;
      this.blindAt = this.clock.elapsed();
      return undefined;
    } finally {
      this.feed.see(this.isBlind);
    }
  }

  private read({ features, validators, upstreamNow }: AlertListResponse): Seen {
    const read = features && readAlerts(features, upstreamNow ?? this.clock.now());
    const setAside = read?.setAside ?? [];
    if (setAside.length > 0) this.logger.error({ setAside }, 'some alerts cannot be read: the list is incomplete');
    if (read && read.misplaced.length > 0)
      this.logger.warn({ ids: read.misplaced }, 'discarded polygons outside the counties of their alerts');
    if (upstreamNow === undefined) this.logger.error('the alert list has no date: not trusted');
    const isComplete = setAside.length === 0 && upstreamNow !== undefined;
    return {
      ...(read && { read }),
      ...(upstreamNow !== undefined && { upstreamNow }),
      isComplete,
      // A partly unreadable list is fetched again, even if unchanged.
      validators: isComplete ? validators : {},
    };
  }

  /** Stores the result, and notifies the gateways when their responses would change. */
  private async store(seen: Seen | undefined, pollTookMs: number): Promise<void> {
    const { rows } = this.loop;
    const { known: before } = this.feed;
    const stored = await storePoll(this.dataSource, {
      poller: this.name,
      intervalSeconds: this.nextInMs / 1_000,
      pollTookMs,
      source: this.provider.name,
      seen,
      before,
      at: seen?.upstreamNow ?? this.feed.upstreamNow(),
      rows,
      logger: this.logger,
    });
    if (stored?.list) this.feed.take(stored.list);
    else await this.feed.refresh();
    if (stored && !stored.isListSaved) this.takeAlone(seen);
  }

  /** Serves its own list without the database. */
  private takeAlone(seen: Seen | undefined): void {
    const { known } = this.feed;
    if (!seen?.isComplete) return this.feed.take({ ...known, failures: known.failures + 1, passedForMs: 0 });
    this.feed.take({
      ...known,
      source: this.provider.name,
      // The row has another list; fetching the whole one again gets its events recorded.
      listVersion: -1,
      validators: {},
      failures: 0,
      passedForMs: 0,
      eventsStuckSince: known.eventsStuckSince ?? this.clock.now(),
      ...(seen.read && { alerts: inForceWithoutDatabase(seen.read, known.alerts) }),
      ...(seen.upstreamNow !== undefined && { updatedAt: seen.upstreamNow, upstreamNow: seen.upstreamNow }),
    });
  }

  /** Outside the poll's transaction, so that a failing cleanup never delays a warning. */
  private async cleanUp(): Promise<void> {
    if (this.forgotAt !== undefined && this.clock.elapsed() - this.forgotAt < cleanupIntervalMs) return;
    this.forgotAt = this.clock.elapsed();
    await deleteOldEvents(this.dataSource.manager, this.feed.upstreamNow()).catch((error: unknown) =>
      this.logger.warn({ err: error }, 'old events could not be removed'),
    );
  }
}
