import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { furthestAheadMs, wallAgeMs, type Clock } from '../clock.js';

/** A response, and when it was requested, in milliseconds since 1970 UTC. */
export interface Fetched<Value> {
  value: Value;
  fetchedAt: number;
  isOthers?: true;
}

/** `failure` is the latest refresh's error. */
export interface Known<Value> extends Fetched<Value> {
  failure?: unknown;
}

/** `earlier` is the previous value, for loaders that build on it. */
type Load<Value> = (earlier: () => Promise<Value | undefined>, askedAt: number) => Promise<Value>;

/** Times by the monotonic clock. */
interface Held<Value> {
  latest?: Fetched<Value>;
  /** When `latest` was requested. */
  askedAt: number;
  failure?: { error: unknown; at: number };
}

interface Rules<Value> {
  clock: Clock;
  /** TTL. Evaluated on every read, since a budget may run low. */
  freshMs: (value: Value) => number;
  /** Stale-if-error: maximum age while the provider fails. */
  keepMs: number;
  /** Stale-while-revalidate: maximum age to serve while fetching a newer value. */
  atOnceMs?: number;
  /**
   * For this long after a failure, stale values of any age are served without waiting, since the next call would
   * probably fail too.
   */
  distrustMs?: number;
  /** Minimum time between a failure and the next call. */
  pauseMs?: number;
  /** Maximum count, or total size with `sizeOf`; least recently used values are evicted. */
  most: number;
  sizeOf?: (value: Value | undefined) => number;
  /** Reads another process's value from after `since` (milliseconds since 1970 UTC). Must not reject. */
  restore?: (address: string, since: number) => Promise<Fetched<Value> | undefined>;
  /** Called for the first of several failures in a row. */
  onFailure?: (error: unknown, address: string) => void;
}

/** Maximum delay by a slow `restore`. */
const restoreWaitMs = 400;
/**
 * Longer TTL for another replica's values, so that it refreshes them first and the provider is called once for any
 * number of replicas.
 */
const othersFactor = 1.25;
/** Minimum time between refreshes of a contradicted value. */
const doubtEveryMs = 5 * 60_000;
const mostDoubted = 10_000;

/**
 * Read-through cache in front of a provider. Concurrent requests share one call per TTL, and the last good value is
 * served while the provider fails.
 */
export class KeptAnswers<Value extends object> {
  private readonly answers: LRUCache<string, Held<Value>, Load<Value>>;
  private readonly doubted = new LRUCache<string, number>({ max: mostDoubted });

  constructor(private readonly rules: Rules<Value>) {
    this.answers = new LRUCache<string, Held<Value>, Load<Value>>({
      maxSize: rules.most,
      sizeCalculation: ({ latest }) => rules.sizeOf?.(latest?.value) ?? 1,
      // Callers get their response even if its entry has been evicted meanwhile.
      ignoreFetchAbort: true,
      fetchMethod: (address, held, { context: load }) => this.renew(address, held, load),
    });
  }

  /** Rejects as `load` does when no cached value may be served. */
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
    // Past its TTL: refreshed in the background.
    if (isWorthWaiting && found.latest?.isOthers && !found.failure && !this.isFresh(found))
      void this.answers.forceFetch(address, { context: load, forceRefresh: true, allowStale: true });
    return this.given(found);
  }

  /**
   * Refreshes a value that a later response contradicts, even if fresh: immediately the first time, then at most once
   * in five minutes. Concurrent callers share the call.
   * @returns the value afterwards
   */
  async doubt(address: string, load: Load<Value>): Promise<Known<Value>> {
    const now = this.rules.clock.elapsed();
    const forceRefresh = now - (this.doubted.get(address) ?? -Infinity) >= doubtEveryMs;
    if (forceRefresh) this.doubted.set(address, now);
    return this.given(await this.answers.forceFetch(address, { context: load, forceRefresh }));
  }

  /**
   * Prefetches: refreshes a value unless it is fresh, and waits for the result.
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

  /** Ages are in milliseconds. */
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

  /** Whether another process's value may be served without waiting, but not our own. */
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

  /** @param ownAt when our value was requested, milliseconds since 1970 UTC */
  private async restored(
    restore: NonNullable<Rules<Value>['restore']>,
    address: string,
    ownAt: number,
  ): Promise<Held<Value> | undefined> {
    const { clock } = this.rules;
    const [now, elapsed] = [clock.now(), clock.elapsed()];
    // After our clock was set back, other processes' values look older than ours but aren't.
    const since = ownAt - now > furthestAheadMs ? 0 : ownAt;
    const found = await Promise.race([restore(address, since), pause(restoreWaitMs, undefined, { ref: false })]);
    return found && { latest: { ...found, isOthers: true }, askedAt: elapsed - wallAgeMs(found.fetchedAt, now) };
  }
}
