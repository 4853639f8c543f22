/** Refreshes the county pages' forecasts shortly after they expire, so that no visitor waits for a provider. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { WorkLoop } from '@site/platform/jobs/work-loop';
import { counties } from '@site/regions/counties';
import { cellAt } from '@site/domain/weather/forecast-cells';
import { DataSource } from 'typeorm';
import { CLOCK, wallAgeMs, type Clock } from '@site/platform/base/clock';
import { CONFIG, type Config } from '../config.js';
import { lastGoodTimes } from '../cache/last-good.js';
import { WeatherLeader } from '../leader/weather-leader.js';
import { keyOf, type Coordinates } from '../readings/place-forecast.js';
import { countiesAhead, reportReadyCounties, reportRunAge } from './prefetch-metrics.js';
import { ForecastCache, staleWhileRevalidateMs } from './forecast-cache.js';

/** The county pages' cells by cache key. */
const places = new Map<string, Coordinates>(
  counties.map((county) => {
    const cell = cellAt(county);
    return [keyOf(cell), cell];
  }),
);

/** Prefetching pauses after this long without visitors. */
const idlePauseMs = 30 * 60_000;
/** A county is refreshed once its parts expire, this much after their TTL, */
const refreshDelayMs = 10_000;
/** and at this age at the latest. */
const latestMs = (staleWhileRevalidateMs * 2) / 3;
/** Minimum time between requests for a county. */
const minRequestIntervalMs = 120_000;
/** Between rounds, in pauses between counties. */
const runIntervalPauses = 15;
/** Between a standby's checks, in pauses between counties. */
const checkPauses = 5;

/**
 * Prefetches the county pages' forecasts before they leave the stale-while-revalidate window. The leader fetches,
 * oldest forecast first; the others serve what it saved. Without the database none does: several would multiply the
 * calls.
 */
@Injectable()
export class CountiesAhead implements OnModuleInit, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private readonly pauseMs: number;
  private readonly renewFromMs: number;
  /** By county, by the monotonic clock. */
  private readonly requestedAt = new Map<string, number>();
  private readonly loop: WorkLoop;
  private ready: number | undefined;
  /** Of the leader, by the monotonic clock. */
  private lastRunAt: number | undefined;

  constructor(
    @Inject(ForecastCache) private readonly cache: ForecastCache,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(WeatherLeader) private readonly leader: WeatherLeader,
  ) {
    this.pauseMs = config.COUNTIES_AHEAD_SECONDS * 1_000;
    this.renewFromMs = Math.min(config.FORECAST_TTL_SECONDS * 1_000 + refreshDelayMs, latestMs);
    const intervalMs = checkPauses * this.pauseMs;
    this.loop = new WorkLoop({ name: 'counties-ahead', logger, intervalMs, runOnce: () => this.check() });
  }

  onModuleInit(): void {
    if (!this.config.COUNTIES_AHEAD || this.config.SAMPLE_WEATHER || !this.cache.mayFetchAhead) return;
    reportReadyCounties(() => this.ready);
    reportRunAge(() => (this.lastRunAt === undefined ? undefined : (this.clock.elapsed() - this.lastRunAt) / 1_000));
    void this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.loop.stop();
    this.ready = this.lastRunAt = undefined;
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** @returns the milliseconds until the next check */
  private async check(): Promise<number> {
    if (!this.cache.isLookedAround(idlePauseMs)) {
      this.ready = this.lastRunAt = undefined;
      return this.pauseMs;
    }
    try {
      if (this.leader.isConfirmed) {
        this.lastRunAt = this.clock.elapsed();
        await this.runOnce();
        return runIntervalPauses * this.pauseMs;
      }
      this.lastRunAt = undefined;
      await this.savedAt();
      return checkPauses * this.pauseMs;
    } catch (error) {
      this.ready = undefined;
      throw error;
    }
  }

  /** Ends when no county is due, or the provider's breaker is open. */
  private async runOnce(): Promise<void> {
    while (!this.isStopping && this.leader.isConfirmed) {
      const due = this.findNextPlace(await this.savedAt());
      if (!due) return;
      if (!this.cache.isBusy) {
        const [key, place] = due;
        this.requestedAt.set(key, this.clock.elapsed());
        const outcome = await this.unlessStopped(this.cache.fetchAhead(place));
        if (outcome) countiesAhead.inc({ outcome });
        if (outcome === 'refused') return;
      }
      await this.sleep(this.pauseMs);
    }
  }

  /** When each was last saved, by any replica. */
  private async savedAt(): Promise<Map<string, number>> {
    const { manager } = this.dataSource;
    const times = await lastGoodTimes(manager, [...places.keys()]);
    const now = this.clock.now();
    this.ready = [...times.values()].filter((at) => wallAgeMs(at, now) < staleWhileRevalidateMs).length;
    return times;
  }

  /** Returns the due county with the oldest forecast. */
  private findNextPlace(savedAt: Map<string, number>): [key: string, place: Coordinates] | undefined {
    const now = this.clock.now();
    const elapsed = this.clock.elapsed();
    const timeOf = (key: string) => savedAt.get(key) ?? 0;
    const isDue = (key: string) => {
      const sinceMs = elapsed - (this.requestedAt.get(key) ?? -Infinity);
      return sinceMs >= minRequestIntervalMs && wallAgeMs(timeOf(key), now) >= this.renewFromMs;
    };
    return [...places].filter(([key]) => isDue(key)).sort(([left], [right]) => timeOf(left) - timeOf(right))[0];
  }

  /** Resolves with undefined when the service stops, so that shutdown doesn't wait. */
  private async unlessStopped<Value>(work: Promise<Value>): Promise<Value | undefined> {
    const done = new AbortController();
    const stopped = once(this.stopping.signal, 'abort', { signal: done.signal }).then(
      () => undefined,
      () => undefined,
    );
    try {
      return await Promise.race([work, stopped]);
    } finally {
      done.abort();
    }
  }

  private async sleep(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.stopping.signal, ref: false }).catch(() => undefined);
  }
}
