import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { furthestAheadMs, wallAgeMs, type Clock } from '../clock.js';

/** A provider's response, and when it was requested, in milliseconds since 1970 UTC. */
export interface Fetched<Value> {
  value: Value;
  fetchedAt: number;
  /** Another replica fetched it. */
  isOthers?: true;
}

/** A cached value as returned to callers. `failure` is the error of the latest refresh, if it failed. */
export interface Known<Value> extends Fetched<Value> {
  failure?: unknown;
}

/** Calls the provider, at `askedAt`. `earlier` is the previous value, for loaders that build on it. */
type Load<Value> = (earlier: () => Promise<Value | undefined>, askedAt: number) => Promise<Value>;

/** A cache entry. `askedAt` and the failure's `at` are by the monotonic clock. */
interface Held<Value> {
  latest?: Fetched<Value>;
  /** When `latest` was requested. */
  askedAt: number;
  failure?: { error: unknown; at: number };
}

interface Rules<Value> {
  clock: Clock;
  /** TTL: up to this age a value is served without a refresh. Evaluated on every read, since a budget may run low. */
  freshMs: (value: Value) => number;
  /** Stale-if-error: up to this age a value is served when the provider fails. */
  keepMs: number;
  /** Stale-while-revalidate: up to this age a value is served without waiting while a newer one is fetched. */
  atOnceMs?: number;
  /**
   * For this long after a failure, stale values of any age are served without waiting, since the provider would
   * probably fail again.
   */
  distrustMs?: number;
  /** For this long after a failure there are no further calls. */
  pauseMs?: number;
  /** Maximum number of values, or their total size if they have one; least recently used are evicted first. */
  most: number;
  sizeOf?: (value: Value | undefined) => number;
  /** Reads another process's last value if it is from after `since` (milliseconds since 1970 UTC). Must not reject. */
  restore?: (address: string, since: number) => Promise<Fetched<Value> | undefined>;
  /** Called for the first of several failures in a row. */
  onFailure?: (error: unknown, address: string) => void;
}

/** Maximum time a slow `restore` may delay a response or a failure. */
const restoreWaitMs = 400;
/**
 * Values from another replica get a longer TTL, so that that replica refreshes them first and the provider is called
 * once for any number of replicas.
 */
const othersFactor = 1.25;
/** Minimum time between refreshes of a value because another response contradicts it. */
const doubtEveryMs = 5 * 60_000;
const mostDoubted = 10_000;

/**
 * Read-through cache by address, in front of every provider. Concurrent requests share one provider call per TTL, and
 * the last good value is served while the provider fails.
 */
export class KeptAnswers<Value extends object> {
  private readonly answers: LRUCache<string, Held<Value>, Load<Value>>;
  /** When values were last refreshed as doubtful, by address. */
  private readonly doubted = new LRUCache<string, number>({ max: mostDoubted });

  constructor(private readonly rules: Rules<Value>) {
    this.answers = new LRUCache<string, Held<Value>, Load<Value>>({
      maxSize: rules.most,
      sizeCalculation: ({ latest }) => rules.sizeOf?.(latest?.value) ?? 1,
      // Callers still get their response when its entry has been evicted meanwhile.
      ignoreFetchAbort: true,
      fetchMethod: (address, held, { context: load }) => this.renew(address, held, load),
    });
  }

  /**
   * Returns the value at `address`, from memory or by `load`. Rejects as `load` does when no cached value may be
   * served.
   */
  async get(address: string, load: Load<Value>): Promise<Known<Value>> {
    const { clock, freshMs, keepMs, atOnceMs = 0, distrustMs = 0, pauseMs = 0 } = this.rules;
    const now = clock.elapsed();
    const held = this.answers.get(address);
    const ageMs = held?.latest ? now - held.askedAt : Infinity;
    const factor = held?.latest?.isOthers ? othersFactor : 1;
    if (held?.latest && !held.failure && ageMs < factor * freshMs(held.latest.value)) return held.latest;
    const sinceFailureMs = now - (held?.failure?.at ?? -Infinity);
    const isWorthWaiting = ageMs >= keepMs || (ageMs >= atOnceMs && sinceFailureMs >= distrustMs);
    const found =
      held && sinceFailureMs < pauseMs
        ? held
        : await this.answers.forceFetch(address, { context: load, forceRefresh: true, allowStale: !isWorthWaiting });
    // Another process's value past its TTL: refreshed in the background.
    if (isWorthWaiting && found.latest?.isOthers && !found.failure && !this.isFresh(found))
      void this.answers.forceFetch(address, { context: load, forceRefresh: true, allowStale: true });
    return this.given(found);
  }

  /**
   * Refreshes a value that a later response contradicts, however fresh it is: immediately the first time, then at most
   * once in five minutes. Concurrent callers share the call.
   * @returns the value afterwards
   */
  async doubt(address: string, load: Load<Value>): Promise<Known<Value>> {
    const now = this.rules.clock.elapsed();
    const forceRefresh = now - (this.doubted.get(address) ?? -Infinity) >= doubtEveryMs;
    if (forceRefresh) this.doubted.set(address, now);
    return this.given(await this.answers.forceFetch(address, { context: load, forceRefresh }));
  }

  /**
   * Refreshes the value at `address` unless it is fresh, and waits for the result: for prefetching.
   * @returns the error; undefined when the value is fresh now
   */
  async renewAhead(address: string, load: Load<Value>): Promise<unknown> {
    const held = this.answers.get(address);
    if (held && !held.failure && this.isFresh(held)) return undefined;
    const renew = () => this.answers.forceFetch(address, { context: load, forceRefresh: true });
    const found = await renew();
    const isOld = found.latest?.isOthers && !this.isFresh(found);
    return (isOld ? await renew() : found).failure?.error;
  }

  /** Returns every cached value, with its address and its age in milliseconds. */
  entries(): [address: string, Fetched<Value>, ageMs: number][] {
    const now = this.rules.clock.elapsed();
    const entries: [string, Fetched<Value>, number][] = [];
    this.answers.forEach(({ latest, askedAt }, address) => latest && entries.push([address, latest, now - askedAt]));
    return entries;
  }

  private given({ latest, askedAt, failure }: Held<Value>): Known<Value> {
    if (latest && !failure) return latest;
    if (latest && this.rules.clock.elapsed() - askedAt < this.rules.keepMs)
      return { ...latest, failure: failure?.error };
    throw failure?.error;
  }

  private isFresh({ latest, askedAt }: Held<Value>): boolean {
    return latest !== undefined && this.rules.clock.elapsed() - askedAt < this.rules.freshMs(latest.value);
  }

  /** Whether another process's value may be served without waiting although our own may not. */
  private sparesTheWait(others: Held<Value>, own: Held<Value> | undefined): boolean {
    const { atOnceMs = 0, clock } = this.rules;
    const isYoung = (held: Held<Value>) => clock.elapsed() - held.askedAt < atOnceMs;
    return isYoung(others) && !(own?.latest && isYoung(own));
  }

  private async renew(address: string, held: Held<Value> | undefined, load: Load<Value>): Promise<Held<Value>> {
    const { clock, restore, onFailure } = this.rules;
    const [fetchedAt, askedAt] = [clock.now(), clock.elapsed()];
    const restored = restore && (await this.restored(restore, address, held?.latest?.fetchedAt ?? 0));
    if (restored && (this.isFresh(restored) || this.sparesTheWait(restored, held))) return restored;
    const earlier = restored && !(held?.latest && held.askedAt > restored.askedAt) ? restored : held;
    try {
      return {
        latest: { value: await load(() => Promise.resolve(earlier?.latest?.value), fetchedAt), fetchedAt },
        askedAt,
      };
    } catch (error) {
      if (!held?.failure) onFailure?.(error, address);
      return { ...(earlier ?? { askedAt }), failure: { error, at: clock.elapsed() } };
    }
  }

  /**
   * Reads another process's value.
   * @param ownAt when our value was requested, milliseconds since 1970 UTC
   */
  private async restored(
    restore: NonNullable<Rules<Value>['restore']>,
    address: string,
    ownAt: number,
  ): Promise<Held<Value> | undefined> {
    const { clock } = this.rules;
    const [now, elapsed] = [clock.now(), clock.elapsed()];
    // After our clock was set back, values from other processes look older than ours but aren't.
    const since = ownAt - now > furthestAheadMs ? 0 : ownAt;
    const found = await Promise.race([restore(address, since), pause(restoreWaitMs, undefined, { ref: false })]);
    return found && { latest: { ...found, isOthers: true }, askedAt: elapsed - wallAgeMs(found.fetchedAt, now) };
  }
}
