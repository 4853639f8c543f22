/** Polls the National Weather Service's list of active alerts, on the leading replica. */
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { announce, ChangeFeed } from '@site/platform/data/changes';
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
import { WeatherLeader } from '../leader/weather-leader.js';
import { attemptSeconds, endPass, passSeconds } from './alert-list.js';
import { deleteOldEvents } from './events/event-store.js';
import { inForceWithoutDatabase, type Seen } from './record-poll.js';
import { storePoll } from './store-poll.js';
import { breakerOpenForMs, retryDelayMs } from '../upstream/retry-delay.js';
import { UpstreamDates } from './upstream-dates.js';

export interface AlertSource {
  /** The value of `source` in responses. */
  readonly name: string;
  fetchList(validators: Validators, deadline: AbortSignal): Promise<AlertListResponse>;
}

export const ALERT_SOURCE = Symbol('alert source');

const cleanupIntervalMs = 24 * 3_600_000;

/** Between a failing leader's offers to let another replica try. The NWWS-OI connection moves with the lease. */
const yieldIntervalMs = 60_000;

/** Polls the upstream, records the result, and notifies the gateways. */
@Injectable()
export class AlertPoller implements OnModuleInit, OnModuleDestroy {
  private readonly dates = new UpstreamDates();
  /** Of this replica, in a row. */
  private failedPolls = 0;
  private breakerOpenMs: number | undefined;
  private yieldedAt = -Infinity;
  private forgotAt: number | undefined;
  private passTimer: NodeJS.Timeout | undefined;
  private readonly loop: WorkLoop;
  private readonly subscriptions: Subscription[] = [];

  constructor(
    @Inject(ALERT_SOURCE) private readonly provider: AlertSource,
    @Inject(AlertFeed) private readonly feed: AlertFeed,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(ChangeFeed) private readonly changes: ChangeFeed,
    @Inject(WeatherLeader) private readonly leader: WeatherLeader,
  ) {
    this.loop = new WorkLoop({
      name: 'alerts',
      logger,
      intervalMs: this.intervalMs,
      runOnce: () => this.runOnce(),
    });
  }

  async onModuleInit(): Promise<void> {
    await this.feed.refresh();
    this.subscriptions.push(
      this.changes.notices.subscribe(({ topic }) => {
        if (topic === 'alerts' || topic === '*') void this.onNotice();
      }),
      this.leader.changes.subscribe(() => {
        // A leader that yielded is no longer one; its next failure is a new one.
        if (!this.leader.isLeading) this.yieldedAt = -Infinity;
        this.loop.wake();
      }),
    );
    await this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    for (const each of this.subscriptions) each.unsubscribe();
    await this.loop.stop();
    clearTimeout(this.passTimer);
  }

  private async onNotice(): Promise<void> {
    await this.feed.refresh();
    // The leader's polls fail; ours may get through.
    if (this.feed.known.failures > 0) this.leader.wake();
  }

  private get intervalMs(): number {
    return this.config.ALERTS_POLL_SECONDS * 1_000;
  }

  /** Returns the milliseconds until the next attempt. Never rejects. */
  private async runOnce(): Promise<number> {
    await this.feed.refresh();
    if (!this.leader.mayPoll) return this.intervalMs;
    const began = this.clock.elapsed();
    const nextInMs = await this.poll();
    if (this.failedPolls > 0) await this.passOn();
    return Math.max(0, nextInMs - (this.clock.elapsed() - began));
  }

  /** Lets another replica try, before the list becomes invalid after a first failure. */
  private async passOn(): Promise<void> {
    if (this.feed.known.failures === 1) {
      clearTimeout(this.passTimer);
      this.passTimer = setTimeout(
        () => {
          const giveUp = this.dataSource.transaction(async (manager) => {
            if (await endPass(manager)) await announce(manager, 'alerts');
          });
          giveUp.catch((error: unknown) =>
            this.logger.debug({ err: error }, 'could not mark the alert list as failed'),
          );
        },
        passSeconds * 1_000 + 100,
      );
    }
    if (this.clock.elapsed() - this.yieldedAt < yieldIntervalMs) return;
    this.yieldedAt = this.clock.elapsed();
    try {
      await this.leader.yield();
      await this.dataSource.transaction((manager) => announce(manager, 'alerts'));
    } catch (error) {
      this.logger.debug({ err: error }, 'could not let another replica poll');
    }
  }

  /**
   * Never rejects; after a failure, "no alerts" can't be reported.
   * @returns the milliseconds from its start to the next poll
   */
  private async poll(): Promise<number> {
    const began = this.clock.elapsed();
    const seen = await this.fetchList();
    const tookMs = this.clock.elapsed() - began;
    try {
      await this.store(seen);
    } catch (error) {
      this.logger.warn({ err: error }, 'the alerts could not be saved');
      this.takeAlone(seen);
    }
    await this.cleanUp();
    if (this.failedPolls === 0) return this.intervalMs;
    return retryDelayMs({ failures: this.failedPolls, breakerOpenMs: this.breakerOpenMs, tookMs }, this.intervalMs);
  }

  private async fetchList(): Promise<Seen | undefined> {
    try {
      const deadline = AbortSignal.timeout(attemptSeconds * 1_000);
      const response = await this.provider.fetchList(this.feed.known.validators, deadline);
      const { upstreamNow } = response;
      if (upstreamNow !== undefined && this.dates.isStale(upstreamNow, this.clock.elapsed()))
        throw new Error(`the alert list dates from ${new Date(upstreamNow).toISOString()}: served by a stale cache`);
      this.failedPolls = 0;
      return this.read(response);
    } catch (error) {
      if (this.failedPolls === 0) this.logger.warn({ err: error }, 'the alerts could not be fetched');
      this.breakerOpenMs = breakerOpenForMs(error);
      if (this.failedPolls === 0 || this.breakerOpenMs === undefined) this.failedPolls += 1;
      return undefined;
    } finally {
      this.feed.see(this.failedPolls > 0);
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
  private async store(seen: Seen | undefined): Promise<void> {
    const { rows } = this.loop;
    const { known: before } = this.feed;
    const stored = await storePoll(this.dataSource, {
      holder: this.leader.holder,
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
