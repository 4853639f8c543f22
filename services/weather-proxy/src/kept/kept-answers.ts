import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { furthestAheadMs, wallAgeMs, type Clock } from '../clock.js';

/** Something a provider gave, and when it was asked for, in milliseconds since 1970 UTC. */
export interface Fetched<Value> {
  value: Value;
  fetchedAt: number;
  /** Another replica asked for it. */
  isOthers?: true;
}

/** What is given out. `failure` is what the latest attempt to renew it failed with, if it did. */
export interface Known<Value> extends Fetched<Value> {
  failure?: unknown;
}

/** Asks the provider, at `askedAt`. `earlier` is the value known before, for one that builds on it. */
type Load<Value> = (earlier: () => Promise<Value | undefined>, askedAt: number) => Promise<Value>;

/** What is kept. Its own times are by the clock that is never set back. */
interface Held<Value> {
  latest?: Fetched<Value>;
  /** When `latest` was asked for. */
  askedAt: number;
  failure?: { error: unknown; at: number };
}

interface Rules<Value> {
  clock: Clock;
  /** Up to this age a value is given without asking again. Looked up each time, since a budget may run low. */
  freshMs: (value: Value) => number;
  /** Up to this age a value still serves when no newer one can be had. */
  keepMs: number;
  /** Up to this age a value is given at once while a newer one is fetched. */
  atOnceMs?: number;
  /** For this long after a failure old values of any age are given at once: waiting would probably be in vain. */
  distrustMs?: number;
  /** For this long after a failure nobody asks again. */
  pauseMs?: number;
  /** How many values are kept, or their total size if they have one; those unused for longest go first. */
  most: number;
  sizeOf?: (value: Value | undefined) => number;
  /** Finds what another process knew last, if it is from after `since` (milliseconds since 1970 UTC). Must not reject. */
  restore?: (address: string, since: number) => Promise<Fetched<Value> | undefined>;
  /** Told about the first of several failures in a row. */
  onFailure?: (error: unknown, address: string) => void;
}

/** How long a slow `restore` may hold up an answer or a failure. */
const restoreWaitMs = 400;
/** What another replica fetched is renewed by that one first, so that a provider is asked once however many replicas there are. */
const othersFactor = 1.25;
/** How often a value may be asked for again because something contradicts it. */
const doubtEveryMs = 5 * 60_000;
const mostDoubted = 10_000;

/**
 * The answers to one kind of question, by address. However many ask at once, the provider is asked once per time to
 * live, and its last good answer serves while it fails. Every cache in front of a provider is one of these.
 */
export class KeptAnswers<Value extends object> {
  private readonly answers: LRUCache<string, Held<Value>, Load<Value>>;
  /** When values were last doubted, by address. */
  private readonly doubted = new LRUCache<string, number>({ max: mostDoubted });

  constructor(private readonly rules: Rules<Value>) {
    this.answers = new LRUCache<string, Held<Value>, Load<Value>>({
      maxSize: rules.most,
      sizeCalculation: ({ latest }) => rules.sizeOf?.(latest?.value) ?? 1,
      // Whoever is waiting for an answer still gets it when its room has gone to another meanwhile.
      ignoreFetchAbort: true,
      fetchMethod: (address, held, { context: load }) => this.renew(address, held, load),
    });
  }

  /** The value at `address`, from memory or by `load`. Rejects as `load` does when nothing else serves. */
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
    // Taken from another process although its time is up: renewed without anybody waiting.
    if (isWorthWaiting && found.latest?.isOthers && !found.failure && !this.isFresh(found))
      void this.answers.forceFetch(address, { context: load, forceRefresh: true, allowStale: true });
    return this.given(found);
  }

  /**
   * Asks again for a value that a later answer contradicts, however fresh it is: at once the first time, then at most once in
   * five minutes. Callers at the same time share the call.
   * @returns the value known afterwards
   */
  async doubt(address: string, load: Load<Value>): Promise<Known<Value>> {
    const now = this.rules.clock.elapsed();
    const forceRefresh = now - (this.doubted.get(address) ?? -Infinity) >= doubtEveryMs;
    if (forceRefresh) this.doubted.set(address, now);
    return this.given(await this.answers.forceFetch(address, { context: load, forceRefresh }));
  }

  /**
   * Renews the value at `address` unless it is fresh, and waits until that is done: for whoever asks ahead of others.
   * @returns what it failed with; undefined when the value is fresh now
   */
  async renewAhead(address: string, load: Load<Value>): Promise<unknown> {
    const held = this.answers.get(address);
    if (held && !held.failure && this.isFresh(held)) return undefined;
    const renew = () => this.answers.forceFetch(address, { context: load, forceRefresh: true });
    const found = await renew();
    const isOld = found.latest?.isOthers && !this.isFresh(found);
    return (isOld ? await renew() : found).failure?.error;
  }

  /** Every value kept, with its address and its age in milliseconds. */
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

  /** Whether what another process knew is young enough to be given at once, where what is held here is not. */
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

  /** What another process knew. @param ownAt when what is held here was asked for, milliseconds since 1970 UTC */
  private async restored(
    restore: NonNullable<Rules<Value>['restore']>,
    address: string,
    ownAt: number,
  ): Promise<Held<Value> | undefined> {
    const { clock } = this.rules;
    const [now, elapsed] = [clock.now(), clock.elapsed()];
    // After our clock was set back, what others know looks older than ours and is not.
    const since = ownAt - now > furthestAheadMs ? 0 : ownAt;
    const found = await Promise.race([restore(address, since), pause(restoreWaitMs, undefined, { ref: false })]);
    return found && { latest: { ...found, isOthers: true }, askedAt: elapsed - wallAgeMs(found.fetchedAt, now) };
  }
}
