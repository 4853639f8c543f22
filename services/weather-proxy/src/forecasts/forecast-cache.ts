/** Forecasts by place, from the first source that has one. */
import { Inject, Injectable } from '@nestjs/common';
import { Packed } from '@site/platform/base/compressed-value';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '@site/platform/base/clock';
import { ResponseCache, type Fetched } from '@site/platform/base/response-cache';
import { readLastGood, removeOlderThan, saveLastGood } from '../cache/last-good.js';
import { FORECAST_SOURCES, NoForecastHere, type ForecastSource } from '../readings/forecast-source.js';
import { keyOf, type Coordinates, type PlaceForecast } from '../readings/place-forecast.js';
import { withPassedHours } from './passed-hours.js';
import { UpstreamError } from '../upstream/upstream-error.js';

/** From here on the page shows the forecast's age. */
export const staleWhileRevalidateMs = 15 * 60_000;
const oldestMs = 24 * 3_600_000;
/** More would only queue at the provider until they time out. */
const maxConcurrentFetches = 64;
/** Visitor fetches at which prefetching pauses. */
const manyFetches = 4;
/** About 4,000 places; a statewide storm has 1,000. */
const maxCacheBytes = 32 * 1024 * 1024;

interface CacheEntry {
  source: string;
  forecast: Packed<PlaceForecast>;
}
const toCacheEntry = (forecast: PlaceForecast): CacheEntry => ({
  source: forecast.source,
  forecast: Packed.of(forecast),
});

/** `stale`: no provider has responded since. */
export interface CachedForecast {
  forecast: PlaceForecast;
  stale: boolean;
}

/** One forecast per place, saved for other replicas, restarts, and outages. */
@Injectable()
export class ForecastCache {
  private readonly places: ResponseCache<CacheEntry>;
  private fetches = 0;
  private cleanedAt = -Infinity;
  private isReadable = true;
  private lastRequestedKey: string | undefined;
  private lookedAroundAt: number | undefined;

  constructor(
    @Inject(FORECAST_SOURCES) private readonly sources: readonly ForecastSource[],
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.places = new ResponseCache({
      clock,
      maxSize: maxCacheBytes,
      sizeOf: (cached) => cached?.forecast.bytes ?? 1,
      freshMs: ({ source }) => sources.find(({ name }) => name === source)?.freshMs ?? 0,
      maxAgeMs: oldestMs,
      staleWhileRevalidateMs,
      distrustMs: 60_000,
      // For visitors; the breaker protects the provider.
      pauseMs: 1_000,
      restore: (key, since) => this.restore(key, since),
      onFailure: (error, key) => logger.warn({ err: error, key }, 'no forecast from any provider'),
    });
  }

  /** Rejects with the providers' error when there is none. */
  async get(at: Coordinates): Promise<CachedForecast> {
    const key = keyOf(at);
    if (this.lastRequestedKey !== undefined && this.lastRequestedKey !== key)
      this.lookedAroundAt = this.clock.elapsed();
    this.lastRequestedKey = key;
    const { value, failure } = await this.places.get(key, this.loader(at));
    return { forecast: value.forecast.unpack(), stale: failure !== undefined };
  }

  /**
   * Whether several places were requested recently. One doesn't prove a visitor: gateways keep the home page's forecast
   * fresh.
   */
  isLookedAround(withinMs: number): boolean {
    return this.lookedAroundAt !== undefined && this.clock.elapsed() - this.lookedAroundAt < withinMs;
  }

  /** Only if no source has a call quota. */
  get mayFetchAhead(): boolean {
    return this.sources.every(({ canPrefetch }) => canPrefetch);
  }

  /** Visitor requests have priority. */
  get isBusy(): boolean {
    return this.fetches >= manyFetches;
  }

  /** Fetches a forecast unless it is fresh. Never rejects; "refused" means an open breaker. */
  async fetchAhead(at: Coordinates): Promise<'fresh' | 'failed' | 'refused'> {
    const failure = await this.places.prefetch(keyOf(at), this.loader(at));
    if (failure === undefined) return 'fresh';
    return failure instanceof UpstreamError && failure.outcome === 'refused' ? 'refused' : 'failed';
  }

  private readonly loader =
    (at: Coordinates) =>
    async (earlier: () => Promise<CacheEntry | undefined>, requestedAt: number): Promise<CacheEntry> =>
      toCacheEntry(await this.fetch(at, async () => (await earlier())?.forecast.unpack(), requestedAt));

  private async fetch(
    at: Coordinates,
    earlier: () => Promise<PlaceForecast | undefined>,
    requestedAt: number,
  ): Promise<PlaceForecast> {
    if (this.fetches >= maxConcurrentFetches) throw new Error('too many places at the same time');
    this.fetches += 1;
    try {
      const next = await fetchFromChain(this.sources, at);
      const before = await earlier();
      const forecast = withPassedHours(next, before);
      void this.save(keyOf(at), forecast, requestedAt);
      return forecast;
    } finally {
      this.fetches -= 1;
    }
  }

  private async restore(key: string, since: number): Promise<Fetched<CacheEntry> | undefined> {
    try {
      const found = await readLastGood<PlaceForecast>(this.dataSource, key, since);
      this.isReadable = true;
      return found && { value: toCacheEntry(found.value), fetchedAt: found.fetchedAt };
    } catch (error) {
      if (this.isReadable) this.logger.warn({ err: error }, 'the last good forecasts could not be read');
      this.isReadable = false;
      return undefined;
    }
  }

  /** In the background, so that responses don't depend on the database. */
  private async save(key: string, forecast: PlaceForecast, requestedAt: number): Promise<void> {
    try {
      await saveLastGood(this.dataSource.manager, key, forecast, requestedAt);
      const now = this.clock.now();
      const elapsed = this.clock.elapsed();
      if (elapsed - this.cleanedAt < 3_600_000) return;
      this.cleanedAt = elapsed;
      await removeOlderThan(this.dataSource.manager, 'forecast/', new Date(now - oldestMs));
    } catch (error) {
      this.logger.warn({ err: error }, 'the last good forecast could not be saved');
    }
  }
}

/** The gateway allows 5 s, including the fallback to the last good response. */
const totalMs = 4_000;

/**
 * Tries the sources in order. Each but the last gets only its share of the time, so that one that hangs leaves time for
 * the next.
 * @throws NoForecastHere when every source does; otherwise the first real failure
 */
async function fetchFromChain(sources: readonly ForecastSource[], at: Coordinates): Promise<PlaceForecast> {
  const endsAt = performance.now() + totalMs;
  const failures: Error[] = [];
  for (const [index, source] of sources.entries()) {
    const share = Math.max(1, Math.round((endsAt - performance.now()) / (sources.length - index)));
    const deadline = AbortSignal.timeout(share);
    try {
      return await Promise.race([source.fetchForecast(at, deadline), rejectionAt(deadline)]);
    } catch (error) {
      failures.push(error instanceof Error ? error : new Error(String(error)));
    }
  }
  throw (
    failures.find((failure) => !(failure instanceof NoForecastHere)) ?? failures[0] ?? new Error('no forecast source')
  );
}

const rejectionAt = (deadline: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    deadline.addEventListener('abort', () => reject(new UpstreamError('timed out', 'timeout')), { once: true });
  });
