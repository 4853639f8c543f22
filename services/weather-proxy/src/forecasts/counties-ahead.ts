import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { newId } from '@site/platform/base/ids';
import { LOGGER, type Logger } from '@site/platform/base/tokens';
import { WorkLoop } from '@site/platform/jobs/work-loop';
import { counties } from '@site/state/counties';
import { cellAt } from '@site/domain/weather/forecast-cells';
import { DataSource } from 'typeorm';
import { CLOCK, wallAgeMs, type Clock } from '../clock.js';
import { CONFIG, type Config } from '../config.js';
import { lastGoodTimes } from '../kept/last-good.js';
import { inTurn, lastTurn, takeTurn, type Wait, type Wish } from '../kept/turns.js';
import { keyOf, type Coordinates } from '../readings/place-forecast.js';
import { countiesAhead, reportCountiesAhead } from './ahead-metrics.js';
import { atOnceMs, ForecastCache } from './forecast-cache.js';

const turnKey = 'counties-ahead/1';

/** What the pages of the counties ask for: the cell of each one's point, by the key under which its forecast is kept. */
const places = new Map<string, Coordinates>(
  counties.map((county) => {
    const cell = cellAt(county);
    return [keyOf(cell), cell];
  }),
);

/** Nobody looks any more: the public service is not asked on behalf of nobody. */
const nobodyMs = 30 * 60_000;
/** A county is renewed once the parts of its forecast are due, which takes this much longer than their time to live, */
const partsLaterMs = 10_000;
/** and at the latest at this age. The provider may then fail for minutes before a visitor would have to wait. */
const latestMs = (atOnceMs * 2) / 3;
/** A county that was asked for is left alone for so long, whatever came of it. */
const againMs = 120_000;
/** In pauses between two counties: from one round to the next, and how often a replica that does not ask looks who does. */
const [roundPauses, lookPauses] = [15, 5];

/**
 * Fetches the forecasts of the counties' pages before they are too old to be given at once, so that nobody waits for one in a storm.
 * One replica asks at a time, the county with the oldest forecast first; the others answer from what it saved. Nobody asks without
 * the database: several replicas would multiply the calls, and all that is lost is that a visitor may have to wait.
 */
@Injectable()
export class CountiesAhead implements OnModuleInit, OnModuleDestroy {
  private readonly holder = newId();
  private readonly stopping = new AbortController();
  private readonly pauseMs: number;
  private readonly renewFromMs: number;
  /** When this replica last asked for a county, by the clock that only goes forward. */
  private readonly askedAt = new Map<string, number>();
  private readonly loop: WorkLoop;
  private seen: { ready: number; roundAt: number | undefined } | undefined;

  constructor(
    @Inject(ForecastCache) private readonly cache: ForecastCache,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.pauseMs = config.COUNTIES_AHEAD_SECONDS * 1_000;
    this.renewFromMs = Math.min(config.FORECAST_TTL_SECONDS * 1_000 + partsLaterMs, latestMs);
    const everyMs = lookPauses * this.pauseMs;
    this.loop = new WorkLoop({ name: 'counties-ahead', logger, everyMs, round: () => this.look() });
  }

  onModuleInit(): void {
    if (!this.config.COUNTIES_AHEAD || this.config.SAMPLE_WEATHER || !this.cache.mayFetchAhead) return;
    reportCountiesAhead(() => {
      if (!this.seen) return undefined;
      const { ready, roundAt } = this.seen;
      const roundAgeSeconds = roundAt === undefined ? undefined : wallAgeMs(roundAt, this.clock.now()) / 1_000;
      return { ready, roundAgeSeconds };
    });
    void this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.loop.stop();
    this.seen = undefined;
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Asks for what is due if it is this replica's turn. @returns in how many milliseconds to look again */
  private async look(): Promise<number> {
    if (!this.cache.isLookedAround(nobodyMs)) {
      this.seen = undefined;
      return this.pauseMs;
    }
    try {
      const wait = await this.roundInTurn();
      if (!wait) return roundPauses * this.pauseMs;
      await this.savedAt();
      return Math.min(lookPauses * this.pauseMs, Math.max(wait.heldForMs, wait.dueInMs) + this.pauseMs);
    } catch (error) {
      this.seen = undefined;
      throw error;
    }
  }

  private async roundInTurn(): Promise<Wait | undefined> {
    const { manager } = this.dataSource;
    const gapMs = roundPauses * this.pauseMs;
    const wish: Wish = { key: turnKey, holder: this.holder, now: this.clock.now(), gapMs };
    const wait = await takeTurn(manager, wish);
    if (!wait) await inTurn(manager, wish, () => this.round());
    return wait;
  }

  /** Asks for one county after another until none is due, or the provider is not to be asked. */
  private async round(): Promise<void> {
    while (!this.isStopping) {
      const due = this.mostUrgent(await this.savedAt());
      if (!due) return;
      if (!this.cache.isBusy) {
        const [key, place] = due;
        this.askedAt.set(key, this.clock.elapsed());
        const outcome = await this.unlessStopped(this.cache.fetchAhead(place));
        if (outcome) countiesAhead.inc({ outcome });
        if (outcome === 'refused') return;
      }
      await this.sleep(this.pauseMs);
    }
  }

  /** When each county's forecast was last saved, by whichever replica and for whomever. */
  private async savedAt(): Promise<Map<string, number>> {
    const { manager } = this.dataSource;
    const times = await lastGoodTimes(manager, [...places.keys()]);
    const now = this.clock.now();
    const ready = [...times.values()].filter((at) => wallAgeMs(at, now) < atOnceMs).length;
    this.seen = { ready, roundAt: await lastTurn(manager, turnKey) };
    return times;
  }

  /** The county with the oldest forecast of those that are due. */
  private mostUrgent(savedAt: Map<string, number>): [key: string, place: Coordinates] | undefined {
    const [now, elapsed] = [this.clock.now(), this.clock.elapsed()];
    const timeOf = (key: string) => savedAt.get(key) ?? 0;
    const isDue = (key: string) => {
      const sinceMs = elapsed - (this.askedAt.get(key) ?? -Infinity);
      return sinceMs >= againMs && wallAgeMs(timeOf(key), now) >= this.renewFromMs;
    };
    return [...places].filter(([key]) => isDue(key)).sort(([left], [right]) => timeOf(left) - timeOf(right))[0];
  }

  /** What the work gives; undefined as soon as the service stops, which then no longer waits for a provider. */
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
