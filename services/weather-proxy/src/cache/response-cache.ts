/** A read-through cache of a provider's responses, in memory. */
import { setTimeout as pause } from 'node:timers/promises';
import { inBackground } from '@site/platform/base/request-context';
import { LRUCache } from 'lru-cache';
import { maxClockSkewMs, wallAgeMs, type Clock } from '../clock.js';

/** `fetchedAt`: when it was requested, milliseconds since 1970 UTC. */
export interface Fetched<Value> {
  value: Value;
  fetchedAt: number;
  isOthers?: true;
}

/** `failure`: of the latest refresh. */
export interface CachedValue<Value> extends Fetched<Value> {
  failure?: unknown;
}

/** `earlier` is the previous value, for loaders that build on it. */
type Load<Value> = (earlier: () => Promise<Value | undefined>, requestedAt: number) => Promise<Value>;

/** Times by the monotonic clock. */
interface Entry<Value> {
  latest?: Fetched<Value>;
  /** When `latest` was requested. */
  requestedAt: number;
  failure?: { error: unknown; at: number };
}

interface Rules<Value> {
  clock: Clock;
  /** TTL, evaluated on every read: a budget may run low. */
  freshMs: (value: Value) => number;
  /** Stale-if-error: maximum age while the provider fails. */
  maxAgeMs: number;
  /** Stale-while-revalidate: maximum age to serve while fetching a newer value. */
  staleWhileRevalidateMs?: number;
  /** For this long after a failure, serves stale values of any age without waiting. */
  distrustMs?: number;
  /** Minimum time between a failure and the next call. */
  pauseMs?: number;
  /** Maximum count, or size with `sizeOf`; evicts the least recently used. */
  maxSize: number;
  sizeOf?: (value: Value | undefined) => number;
  /** Reads another process's value after `since` (milliseconds since 1970 UTC). Must not reject. */
  restore?: (address: string, since: number) => Promise<Fetched<Value> | undefined>;
  /** For the first failure in a row. */
  onFailure?: (error: unknown, address: string) => void;
}

/** For `restore`. */
const restoreWaitMs = 400;
/** Longer TTL for another replica's values, so that it refreshes them first and the provider is called once. */
const othersFactor = 1.25;
const revalidateIntervalMs = 5 * 60_000;
const maxRevalidatedEntries = 10_000;

/**
 * Read-through cache in front of a provider. Concurrent requests share one call per TTL; the last good value is served
 * while the provider fails.
 */
export class ResponseCache<Value extends object> {
  private readonly cache: LRUCache<string, Entry<Value>, Load<Value>>;
  private readonly revalidated = new LRUCache<string, number>({ max: maxRevalidatedEntries });

  constructor(private readonly rules: Rules<Value>) {
    this.cache = new LRUCache<string, Entry<Value>, Load<Value>>({
      maxSize: rules.maxSize,
      sizeCalculation: ({ latest }) => rules.sizeOf?.(latest?.value) ?? 1,
      // Callers get their response even if its entry was evicted.
      ignoreFetchAbort: true,
      // Callers share a fetch, and it may outlive them.
      fetchMethod: (address, cached, { context: load }) => inBackground(() => this.renew(address, cached, load)),
    });
  }

  /** Rejects as `load` does when no cached value may be served. */
  async get(address: string, load: Load<Value>): Promise<CachedValue<Value>> {
    const { clock, freshMs, maxAgeMs, staleWhileRevalidateMs = 0, distrustMs = 0, pauseMs = 0 } = this.rules;
    const now = clock.elapsed();
    const cached = this.cache.get(address);
    const ageMs = cached?.latest ? now - cached.requestedAt : Infinity;
    const factor = cached?.latest?.isOthers ? othersFactor : 1;
    if (cached?.latest && !cached.failure && ageMs < factor * freshMs(cached.latest.value)) return cached.latest;
    const sinceFailureMs = now - (cached?.failure?.at ?? -Infinity);
    const isWorthWaiting = ageMs >= maxAgeMs || (ageMs >= staleWhileRevalidateMs && sinceFailureMs >= distrustMs);
    const found =
      cached && sinceFailureMs < pauseMs
        ? cached
        : await this.cache.forceFetch(address, { context: load, forceRefresh: true, allowStale: !isWorthWaiting });
    // Past its TTL: refreshed in the background.
    if (isWorthWaiting && found.latest?.isOthers && !found.failure && !this.isFresh(found))
      void this.cache.forceFetch(address, { context: load, forceRefresh: true, allowStale: true });
    return this.served(found);
  }

  /**
   * Refreshes a value that a later response contradicts, even if fresh, at most once in five minutes. Concurrent
   * callers share the call.
   * @returns the value afterwards
   */
  async revalidate(address: string, load: Load<Value>): Promise<CachedValue<Value>> {
    const now = this.rules.clock.elapsed();
    const forceRefresh = now - (this.revalidated.get(address) ?? -Infinity) >= revalidateIntervalMs;
    if (forceRefresh) this.revalidated.set(address, now);
    return this.served(await this.cache.forceFetch(address, { context: load, forceRefresh }));
  }

  /**
   * Refreshes a value unless it is fresh, and waits for the result.
   * @returns the error; undefined when the value is fresh now
   */
  async prefetch(address: string, load: Load<Value>): Promise<unknown> {
    const cached = this.cache.get(address);
    if (cached && !cached.failure && this.isFresh(cached)) return undefined;
    const renew = () => this.cache.forceFetch(address, { context: load, forceRefresh: true });
    const found = await renew();
    const isOld = found.latest?.isOthers && !this.isFresh(found);
    return (isOld ? await renew() : found).failure?.error;
  }

  /** Ages are in milliseconds. */
  entries(): [address: string, Fetched<Value>, ageMs: number][] {
    const now = this.rules.clock.elapsed();
    const entries: [string, Fetched<Value>, number][] = [];
    this.cache.forEach(
      ({ latest, requestedAt }, address) => latest && entries.push([address, latest, now - requestedAt]),
    );
    return entries;
  }

  private served({ latest, requestedAt, failure }: Entry<Value>): CachedValue<Value> {
    if (latest && !failure) return latest;
    if (latest && this.rules.clock.elapsed() - requestedAt < this.rules.maxAgeMs)
      return { ...latest, failure: failure?.error };
    throw failure?.error;
  }

  private isFresh({ latest, requestedAt }: Entry<Value>): boolean {
    return latest !== undefined && this.rules.clock.elapsed() - requestedAt < this.rules.freshMs(latest.value);
  }

  /** Whether another process's value, but not ours, may be served without waiting. */
  private avoidsTheWait(others: Entry<Value>, localEntry: Entry<Value> | undefined): boolean {
    const { staleWhileRevalidateMs = 0, clock } = this.rules;
    const isYoung = (cached: Entry<Value>) => clock.elapsed() - cached.requestedAt < staleWhileRevalidateMs;
    return isYoung(others) && !(localEntry?.latest && isYoung(localEntry));
  }

  private async renew(address: string, cached: Entry<Value> | undefined, load: Load<Value>): Promise<Entry<Value>> {
    const { clock, restore, onFailure } = this.rules;
    const fetchedAt = clock.now();
    const requestedAt = clock.elapsed();
    const restored = restore && (await this.restored(restore, address, cached?.latest?.fetchedAt ?? 0));
    if (restored && (this.isFresh(restored) || this.avoidsTheWait(restored, cached))) return restored;
    const earlier = restored && !(cached?.latest && cached.requestedAt > restored.requestedAt) ? restored : cached;
    try {
      return {
        latest: { value: await load(() => Promise.resolve(earlier?.latest?.value), fetchedAt), fetchedAt },
        requestedAt: requestedAt,
      };
    } catch (error) {
      if (!cached?.failure) onFailure?.(error, address);
      return { ...(earlier ?? { requestedAt: requestedAt }), failure: { error, at: clock.elapsed() } };
    }
  }

  /** @param localFetchedAt when our value was requested, milliseconds since 1970 UTC */
  private async restored(
    restore: NonNullable<Rules<Value>['restore']>,
    address: string,
    localFetchedAt: number,
  ): Promise<Entry<Value> | undefined> {
    const { clock } = this.rules;
    const now = clock.now();
    const elapsed = clock.elapsed();
    // After our clock was set back, other processes' values look older than ours.
    const since = localFetchedAt - now > maxClockSkewMs ? 0 : localFetchedAt;
    const found = await Promise.race([restore(address, since), pause(restoreWaitMs, undefined, { ref: false })]);
    return found && { latest: { ...found, isOthers: true }, requestedAt: elapsed - wallAgeMs(found.fetchedAt, now) };
  }
}
