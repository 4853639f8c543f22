import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/tokens';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../clock.js';
import { CONFIG, type Config } from '../config.js';
import { readLastGood, removeOlderThan, saveLastGood } from '../last-good.js';
import { FORECAST_SOURCES, type ForecastSource } from './forecast-source.js';
import { withPassedHours } from './passed-hours.js';
import { keyOf, type Coordinates, type PlaceForecast } from './place-forecast.js';
import { fetchFromChain } from './source-chain.js';

/** An answer older than this says nothing about the weather any more. */
const oldestMs = 24 * 3_600_000;
/** Up to this age an answer is given at once while a newer one is fetched; the page says how old it is from here on. */
const serveWhileFetchingMs = 15 * 60_000;
/** After a failure nobody waits for the provider again for this long. The breaker, not this, spares the provider. */
const pauseAfterFailureMs = 1_000;
/** For this long after a failure old answers are given at once, for waiting would most likely be in vain. */
const distrustMs = 60_000;
/** How long a slow database may hold up an answer that can be fetched as well. */
const lastGoodWaitMs = 400;
/** Chains under way at once; more would only queue before the provider until their time is over. */
const mostFetches = 64;
const mostPlaces = 300;

interface Entry {
  forecast?: PlaceForecast;
  /** When this process last fetched it; 0 when it is only known from the database. */
  fetchedHereAt: number;
  failedAt?: number;
  failure?: unknown;
  fetching?: Promise<void>;
  /** The last good answer has been looked for. */
  looked?: Promise<void>;
}

/** A forecast, and whether it is the last good one because the provider did not answer. */
export interface KnownForecast {
  forecast: PlaceForecast;
  stale: boolean;
}

/**
 * One answer per place, however many ask: fetched once per time to live, given at once while a newer one is fetched, and kept
 * in Postgres for the time when no provider answers.
 */
@Injectable()
export class ForecastCache {
  private readonly entries = new LRUCache<string, Entry>({ max: mostPlaces });
  private readonly freshMs: number;
  private fetches = 0;
  private cleanedAt = 0;

  constructor(
    @Inject(FORECAST_SOURCES) private readonly sources: readonly ForecastSource[],
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) config: Config,
  ) {
    this.freshMs = config.OBSERVATION_TTL_SECONDS * 1_000;
  }

  /** The forecast for a place. Rejects with what the providers failed with when there is none, not even an old one. */
  async get(at: Coordinates): Promise<KnownForecast> {
    const entry = this.entryAt(at);
    entry.looked ??= this.lookForLastGood(at, entry);
    await entry.looked;
    const now = this.clock.now();
    const age = now - entry.fetchedHereAt;
    if (entry.forecast && age < this.freshMs) return { forecast: entry.forecast, stale: false };
    const sinceFailureMs = now - (entry.failedAt ?? -Infinity);
    const fetching = sinceFailureMs < pauseAfterFailureMs ? undefined : this.fetch(at, entry);
    const mayWait = age >= serveWhileFetchingMs && sinceFailureMs >= distrustMs;
    if (mayWait || !this.usable(entry)) await fetching;
    const forecast = this.usable(entry);
    if (!forecast) throw entry.failure;
    return { forecast, stale: entry.failedAt !== undefined };
  }

  private usable({ forecast }: Entry): PlaceForecast | undefined {
    return forecast && this.clock.now() - Date.parse(forecast.fetchedAt) < oldestMs ? forecast : undefined;
  }

  private entryAt(at: Coordinates): Entry {
    const key = keyOf(at);
    const known = this.entries.get(key);
    if (known) return known;
    const entry: Entry = { fetchedHereAt: 0 };
    this.entries.set(key, entry);
    return entry;
  }

  /** Never rejects: what went wrong is in the entry. */
  private fetch(at: Coordinates, entry: Entry): Promise<void> {
    entry.fetching ??= this.fetchNow(at, entry).finally(() => {
      entry.fetching = undefined;
    });
    return entry.fetching;
  }

  private async fetchNow(at: Coordinates, entry: Entry): Promise<void> {
    try {
      if (this.fetches >= mostFetches) throw new Error('too many places at once');
      this.fetches += 1;
      try {
        const forecast = withPassedHours(await fetchFromChain(this.sources, at), entry.forecast);
        const isNew = forecast.fetchedAt !== entry.forecast?.fetchedAt;
        entry.forecast = forecast;
        entry.fetchedHereAt = this.clock.now();
        entry.failedAt = undefined;
        entry.failure = undefined;
        if (isNew) void this.save(at, forecast);
      } finally {
        this.fetches -= 1;
      }
    } catch (error) {
      if (entry.failedAt === undefined) this.logger.warn({ err: error, at }, 'no forecast from any provider');
      entry.failedAt = this.clock.now();
      entry.failure = error;
    }
  }

  private async lookForLastGood(at: Coordinates, entry: Entry): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<void>((resolve) => {
      timer = setTimeout(() => resolve(), lastGoodWaitMs);
    });
    try {
      const search = readLastGood<PlaceForecast>(this.dataSource, keyOf(at)).then((found) => {
        entry.forecast ??= found?.body;
      });
      await Promise.race([search, tooLate]);
      search.catch(() => undefined);
    } catch (error) {
      this.logger.warn({ err: error }, 'the last good forecast could not be read');
      entry.looked = undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  /** In the background: an answer does not wait for the database, and does not fail with it. */
  private async save(at: Coordinates, forecast: PlaceForecast): Promise<void> {
    try {
      await saveLastGood(this.dataSource.manager, keyOf(at), forecast, forecast.fetchedAt);
      const now = this.clock.now();
      if (now - this.cleanedAt < 3_600_000) return;
      this.cleanedAt = now;
      await removeOlderThan(this.dataSource.manager, 'forecast/', new Date(now - oldestMs));
    } catch (error) {
      this.logger.warn({ err: error }, 'the last good forecast could not be saved');
    }
  }
}
