/** Values polled from a provider in the background and served from memory, by one replica for all. */
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { announce, ChangeFeed } from '@site/platform/data/changes';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { WorkLoop } from '@site/platform/jobs/work-loop';
import type { Subscription } from 'rxjs';
import { DataSource } from 'typeorm';
import { CLOCK, maxClockSkewMs, wallAgeMs, type Clock } from '@site/platform/base/clock';
import { breakerOpenForMs, retryDelayMs } from '../upstream/retry-delay.js';
import { readLastGood, saveLastGood } from './last-good.js';
import { WeatherLeader } from '../leader/weather-leader.js';

interface PolledState<Value> {
  value: Value | undefined;
  /** Milliseconds since 1970 UTC; 0 for never. */
  fetchedAt: number;
  isStale: boolean;
}

export interface PolledRules<Value> {
  /** Includes the shape's version: "outlook/2/day1". */
  key: string;
  /** Announced to the gateways when the state changes. */
  topic: string;
  intervalMs: number;
  /** Maximum age of a value. */
  maxAgeMs: number;
  /** `previous` is the previous value. */
  load: (previous: Value | undefined) => Promise<Value>;
  /** Missing parts justify an early retry. */
  isIncomplete?: (value: Value) => boolean;
  /** Logged on failure. */
  failureMessage: string;
}

interface PolledParts {
  dataSource: DataSource;
  clock: Clock;
  logger: Logger;
  /** Signals a value saved by another replica. */
  changes: Pick<ChangeFeed, 'notices'>;
  leader: Pick<WeatherLeader, 'mayPoll' | 'changes'>;
}

/** How often a standby checks for new values: notifications may get lost. */
const checkMs = 15_000;
/** How often a standby without a value checks for new ones. */
const checkWithoutValueMs = 1_000;
/** Before a value is stale. */
const missedPolls = 3;

/**
 * Polls a provider in the background and serves from memory. The leader polls, the others load what it saved. The last good value survives failures and restarts.
 */
export class Polled<Value extends object> {
  /** `requestedAt` is by the monotonic clock. */
  private known: { value: Value; fetchedAt: number; requestedAt: number } | undefined;
  private failuresInARow = 0;
  private incompleteInARow = 0;
  private lastPoll: { breakerOpenMs: number | undefined; startedAt: number } = {
    breakerOpenMs: undefined,
    startedAt: 0,
  };
  private announced: string | undefined;
  private readonly loop: WorkLoop;
  private readonly subscriptions: Subscription[] = [];

  constructor(
    private readonly rules: PolledRules<Value>,
    private readonly parts: PolledParts,
  ) {
    const { topic: name, intervalMs } = rules;
    this.loop = new WorkLoop({ name, logger: parts.logger, intervalMs, runOnce: () => this.pollAndWait() });
  }

  /** Resolves before the first response. */
  async start(): Promise<void> {
    await this.loadSaved();
    this.subscriptions.push(
      this.parts.changes.notices.subscribe(({ topic }) => {
        if (topic === this.rules.topic || topic === '*') void this.loadNewer();
      }),
      this.parts.leader.changes.subscribe(() => this.loop.wake()),
    );
    await this.loop.start();
  }

  async stop(): Promise<void> {
    for (const each of this.subscriptions) each.unsubscribe();
    await this.loop.stop();
  }

  get state(): PolledState<Value> {
    const { intervalMs, maxAgeMs } = this.rules;
    const ageMs = this.known ? this.parts.clock.elapsed() - this.known.requestedAt : Infinity;
    return {
      value: ageMs <= maxAgeMs ? this.known?.value : undefined,
      fetchedAt: this.known?.fetchedAt ?? 0,
      isStale: this.failuresInARow > 0 || ageMs > missedPolls * intervalMs,
    };
  }

  /** @param fetchedAt milliseconds since 1970 UTC */
  private async refresh(fetchedAt: number): Promise<void> {
    const { key, load, isIncomplete, failureMessage } = this.rules;
    const { dataSource, logger, clock } = this.parts;
    const requestedAt = clock.elapsed();
    this.lastPoll = { breakerOpenMs: undefined, startedAt: requestedAt };
    try {
      const value = await load(this.known?.value);
      this.known = { value, fetchedAt, requestedAt: requestedAt };
      this.incompleteInARow = isIncomplete?.(value) ? this.incompleteInARow + 1 : 0;
      if (this.failuresInARow > 0) logger.info({ key }, 'responding again');
      this.failuresInARow = 0;
      await saveLastGood(dataSource.manager, key, value, fetchedAt).catch((error: unknown) =>
        logger.warn({ err: error, key }, 'a provider response could not be saved'),
      );
    } catch (error) {
      if (this.failuresInARow === 0) logger.warn({ err: error, key }, failureMessage);
      const breakerOpenMs = breakerOpenForMs(error);
      this.lastPoll.breakerOpenMs = breakerOpenMs;
      if (breakerOpenMs === undefined || this.failuresInARow === 0) this.failuresInARow += 1;
    }
    await this.announceChange();
  }

  /** Loads another replica's value, and announces it to gateways that called too early. Never rejects. */
  private async loadNewer(): Promise<void> {
    await this.loadSaved();
    await this.announceChange();
  }

  private async loadSaved(): Promise<void> {
    const { clock, dataSource } = this.parts;
    const localFetchedAt = this.known?.fetchedAt ?? 0;
    // After our clock was set back, other replicas' values look older than ours.
    const since = localFetchedAt - clock.now() > maxClockSkewMs ? 0 : localFetchedAt;
    try {
      const saved = await readLastGood<Value>(dataSource, this.rules.key, since);
      if (!saved || saved.fetchedAt <= since || saved.fetchedAt === localFetchedAt) return;
      this.known = { ...saved, requestedAt: clock.elapsed() - wallAgeMs(saved.fetchedAt, clock.now()) };
      this.failuresInARow = 0;
    } catch (error) {
      this.parts.logger.warn({ err: error, key: this.rules.key }, 'the last good value could not be read');
    }
  }

  private async announceChange(): Promise<void> {
    const { value, fetchedAt, isStale } = this.state;
    const signature = `${value ? fetchedAt : 'none'} ${isStale}`;
    if (signature === this.announced) return;
    try {
      await this.parts.dataSource.transaction((manager) => announce(manager, this.rules.topic));
      this.announced = signature;
    } catch (error) {
      this.parts.logger.warn({ err: error, key: this.rules.key }, 'a change could not be announced');
    }
  }

  /** @returns the milliseconds until the next round */
  private async pollAndWait(): Promise<number> {
    const { clock, leader } = this.parts;
    const { intervalMs } = this.rules;
    if (!leader.mayPoll) {
      await this.loadNewer();
      return Math.min(intervalMs, this.known ? checkMs : checkWithoutValueMs);
    }
    // Keeps to the interval across restarts and changes of the leader.
    const isRetrying = this.failuresInARow > 0 || this.incompleteInARow > 0;
    const ageMs = this.known ? clock.elapsed() - this.known.requestedAt : Infinity;
    if (!isRetrying && ageMs < intervalMs * 0.9) return intervalMs - ageMs;
    await this.refresh(clock.now());
    const failures = this.failuresInARow || this.incompleteInARow;
    if (failures === 0) return intervalMs;
    const tookMs = clock.elapsed() - this.lastPoll.startedAt;
    return retryDelayMs({ failures, breakerOpenMs: this.lastPoll.breakerOpenMs, tookMs }, intervalMs) - tookMs;
  }
}

/** Starts and stops polled values with the service. */
@Injectable()
export class Polling implements OnModuleInit, OnModuleDestroy {
  private readonly opened: Pick<Polled<object>, 'start' | 'stop'>[] = [];

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ChangeFeed) private readonly changes: ChangeFeed,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(WeatherLeader) private readonly leader: WeatherLeader,
  ) {}

  open<Value extends object>(rules: PolledRules<Value>): Polled<Value> {
    const { dataSource, changes, clock, logger, leader } = this;
    const polled = new Polled(rules, { dataSource, changes, clock, logger, leader });
    this.opened.push(polled);
    return polled;
  }

  async onModuleInit(): Promise<void> {
    await Promise.all(this.opened.map((polled) => polled.start()));
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.opened.map((polled) => polled.stop()));
  }
}
