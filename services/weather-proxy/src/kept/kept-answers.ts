import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.js';

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

interface Held<Value> {
  latest?: Fetched<Value>;
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
/** Further ahead than this is only a wrong clock. */
const furthestAheadMs = 60_000;

/**
 * The answers to one kind of question, by address. However many ask at once, the provider is asked once per time to
 * live, and its last good answer serves while it fails. Every cache in front of a provider is one of these.
 */
export class KeptAnswers<Value extends object> {
  private readonly answers: LRUCache<string, Held<Value>, Load<Value>>;

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
    const now = clock.now();
    const held = this.answers.get(address);
    const ageMs = held?.latest ? now - held.latest.fetchedAt : Infinity;
    const factor = held?.latest?.isOthers ? othersFactor : 1;
    if (held?.latest && !held.failure && ageMs < factor * freshMs(held.latest.value)) return held.latest;
    const sinceFailureMs = now - (held?.failure?.at ?? -Infinity);
    const isWorthWaiting = ageMs >= keepMs || (ageMs >= atOnceMs && sinceFailureMs >= distrustMs);
    const found =
      held && sinceFailureMs < pauseMs
        ? held
        : await this.answers.forceFetch(address, { context: load, forceRefresh: true, allowStale: !isWorthWaiting });
    const { latest, failure } = found;
    // Taken from another process although its time is up: renewed without anybody waiting.
    if (isWorthWaiting && latest?.isOthers && !failure && !this.isFresh(latest, now))
      void this.answers.forceFetch(address, { context: load, forceRefresh: true, allowStale: true });
    if (latest && !failure) return latest;
    if (latest && clock.now() - latest.fetchedAt < keepMs) return { ...latest, failure: failure?.error };
    throw failure?.error;
  }

  /**
   * Renews the value at `address` unless it is fresh, and waits until that is done: for whoever asks ahead of others.
   * @returns what it failed with; undefined when the value is fresh now
   */
  async renewAhead(address: string, load: Load<Value>): Promise<unknown> {
    const held = this.answers.get(address);
    if (held?.latest && !held.failure && this.isFresh(held.latest, this.rules.clock.now())) return undefined;
    const renew = () => this.answers.forceFetch(address, { context: load, forceRefresh: true });
    const found = await renew();
    const isOld = found.latest?.isOthers && !this.isFresh(found.latest, this.rules.clock.now());
    return (isOld ? await renew() : found).failure?.error;
  }

  /** Every value kept, with its address. */
  entries(): [address: string, Fetched<Value>][] {
    const entries: [string, Fetched<Value>][] = [];
    this.answers.forEach(({ latest }, address) => latest && entries.push([address, latest]));
    return entries;
  }

  private isFresh({ value, fetchedAt }: Fetched<Value>, now: number): boolean {
    const ageMs = now - fetchedAt;
    return ageMs > -furthestAheadMs && ageMs < this.rules.freshMs(value);
  }

  /** Whether what another process knew is young enough to be given at once, where what is held here is not. */
  private sparesTheWait(others: Fetched<Value>, own: Fetched<Value> | undefined, now: number): boolean {
    const { atOnceMs = 0 } = this.rules;
    const ageMs = now - others.fetchedAt;
    return ageMs > -furthestAheadMs && ageMs < atOnceMs && (!own || now - own.fetchedAt >= atOnceMs);
  }

  private async renew(address: string, held: Held<Value> | undefined, load: Load<Value>): Promise<Held<Value>> {
    const { clock, restore, onFailure } = this.rules;
    const fetchedAt = clock.now();
    const restored =
      restore &&
      (await Promise.race([
        restore(address, held?.latest?.fetchedAt ?? 0),
        pause(restoreWaitMs, undefined, { ref: false }),
      ]));
    if (restored && (this.isFresh(restored, fetchedAt) || this.sparesTheWait(restored, held?.latest, fetchedAt)))
      return { latest: { ...restored, isOthers: true } };
    const earlier = () => Promise.resolve(restored ?? held?.latest);
    try {
      return { latest: { value: await load(async () => (await earlier())?.value, fetchedAt), fetchedAt } };
    } catch (error) {
      if (!held?.failure) onFailure?.(error, address);
      const latest = await earlier();
      return { ...(latest && { latest }), failure: { error, at: clock.now() } };
    }
  }
}
