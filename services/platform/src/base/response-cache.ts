/** A read-through cache of another process's or a provider's responses, in memory. */
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { maxClockSkewMs, wallAgeMs, type Clock } from './clock.js';
import { withDeadline } from './deadline.js';
import { inBackground } from './request-context.js';

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
  /** Whether a value is still right, whatever its age; if not, callers wait for a newer one. */
  isCurrent?: (value: Value) => boolean;
  /** Stale-if-error: maximum age while the provider fails. */
  maxAgeMs: number;
  /** Stale-while-revalidate: maximum age to serve while fetching a newer value. */
  staleWhileRevalidateMs?: number;
  /** For this long after a failure, serves stale values of any age without waiting. */
  distrustMs?: number;
  /** Minimum time between a failure and the next call. */
  pauseMs?: number;
  /** How long to wait for a newer value while an older one may be served; default: for the loader. */
  waitMs?: number;
  /** Whether an error is passed on and leaves nothing in the cache, not even the earlier value. */
  isFinal?: (error: unknown, hasValue: boolean) => boolean;
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
    const ready = this.ready(address, load);
    if (ready) return ready;
    const cached = this.cache.get(address);
    if (cached && this.isPaused(cached)) return this.served(cached);
    const found = await this.inTime(cached, this.renewed(address, load));
    // Past its TTL: refreshed in the background.
    if (found.latest?.isOthers && !found.failure && !this.isFresh(found)) this.renewInBackground(address, load);
    return this.served(found);
  }

  /** Returns a value that may be served without waiting, and refreshes one past its TTL in the background. */
  ready(address: string, load: Load<Value>): CachedValue<Value> | undefined {
    const { freshMs, maxAgeMs, staleWhileRevalidateMs = 0, distrustMs = 0 } = this.rules;
    const cached = this.cache.get(address);
    if (!cached?.latest) return undefined;
    const ageMs = this.elapsedSince(cached.requestedAt);
    const factor = cached.latest.isOthers ? othersFactor : 1;
    const isCurrent = this.isCurrent(cached.latest.value);
    if (!cached.failure && isCurrent && ageMs < factor * freshMs(cached.latest.value)) return cached.latest;
    if (ageMs >= maxAgeMs) return undefined;
    if (this.isPaused(cached)) return this.served(cached);
    const isTrusted = !cached.failure || this.elapsedSince(cached.failure.at) >= distrustMs;
    if (!isCurrent || (ageMs >= staleWhileRevalidateMs && isTrusted)) return undefined;
    this.renewInBackground(address, load);
    return this.served(cached);
  }

  /** Returns the last value unless it is too old to be served, without loading one. */
  peek(address: string): Fetched<Value> | undefined {
    const cached = this.cache.peek(address);
    return cached && this.elapsedSince(cached.requestedAt) < this.rules.maxAgeMs ? cached.latest : undefined;
  }

  /** Whether `get` would respond without loading a value. */
  hasFresh(address: string): boolean {
    const cached = this.cache.peek(address);
    return cached !== undefined && !cached.failure && this.isFresh(cached);
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
    if (this.hasFresh(address)) return undefined;
    const found = await this.renewed(address, load);
    const isOld = found.latest?.isOthers && !this.isFresh(found);
    return (isOld ? await this.renewed(address, load) : found).failure?.error;
  }

  /** Ages are in milliseconds. */
  entries(): [address: string, Fetched<Value>, ageMs: number][] {
    const entries: [string, Fetched<Value>, number][] = [];
    this.cache.forEach(
      ({ latest, requestedAt }, address) => latest && entries.push([address, latest, this.elapsedSince(requestedAt)]),
    );
    return entries;
  }

  private served({ latest, requestedAt, failure }: Entry<Value>): CachedValue<Value> {
    if (latest && !failure) return latest;
    if (latest && this.elapsedSince(requestedAt) < this.rules.maxAgeMs) return { ...latest, failure: failure?.error };
    throw failure?.error;
  }

  private elapsedSince = (timestamp: number) => this.rules.clock.elapsed() - timestamp;

  private isCurrent = (value: Value) => this.rules.isCurrent?.(value) ?? true;

  private isFresh({ latest, requestedAt }: Entry<Value>): boolean {
    if (!latest || !this.isCurrent(latest.value)) return false;
    return this.elapsedSince(requestedAt) < this.rules.freshMs(latest.value);
  }

  private isPaused = ({ failure }: Entry<Value>) =>
    failure !== undefined && this.elapsedSince(failure.at) < (this.rules.pauseMs ?? 0);

  /** Concurrent callers share one call. */
  private renewed = (address: string, load: Load<Value>) =>
    this.cache.forceFetch(address, { context: load, forceRefresh: true });

  private renewInBackground(address: string, load: Load<Value>): void {
    this.renewed(address, load).catch(() => undefined);
  }

  /** Stops waiting while an older value may be served; a late one is still cached. */
  private async inTime(cached: Entry<Value> | undefined, renewed: Promise<Entry<Value>>): Promise<Entry<Value>> {
    const { waitMs, maxAgeMs, isFinal } = this.rules;
    if (waitMs === undefined || !cached?.latest || this.elapsedSince(cached.requestedAt) >= maxAgeMs) return renewed;
    try {
      return await withDeadline(renewed, waitMs);
    } catch (error) {
      if (isFinal?.(error, true)) throw error;
      cached.failure = { error, at: this.rules.clock.elapsed() };
      return cached;
    }
  }

  /** Whether another process's value, but not ours, may be served without waiting. */
  private avoidsTheWait(others: Entry<Value>, localEntry: Entry<Value> | undefined): boolean {
    const { staleWhileRevalidateMs = 0 } = this.rules;
    const isYoung = (cached: Entry<Value>) => this.elapsedSince(cached.requestedAt) < staleWhileRevalidateMs;
    return isYoung(others) && !(localEntry?.latest && isYoung(localEntry));
  }

  private async renew(address: string, cached: Entry<Value> | undefined, load: Load<Value>): Promise<Entry<Value>> {
    const { clock, restore, onFailure, isFinal } = this.rules;
    const fetchedAt = clock.now();
    const requestedAt = clock.elapsed();
    const restored = restore && (await this.restored(restore, address, cached?.latest?.fetchedAt ?? 0));
    if (restored && (this.isFresh(restored) || this.avoidsTheWait(restored, cached))) return restored;
    const earlier = restored && !(cached?.latest && cached.requestedAt > restored.requestedAt) ? restored : cached;
    try {
      return {
        latest: { value: await load(() => Promise.resolve(earlier?.latest?.value), fetchedAt), fetchedAt },
        requestedAt,
      };
    } catch (error) {
      if (isFinal?.(error, earlier?.latest !== undefined)) throw error;
      if (!cached?.failure) onFailure?.(error, address);
      return { ...(earlier ?? { requestedAt }), failure: { error, at: clock.elapsed() } };
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
