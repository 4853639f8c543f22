import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.js';

/** Something a provider gave, and when it was asked for. */
export interface Fetched<Value> {
  value: Value;
  /** Milliseconds since 1970 UTC. */
  fetchedAt: number;
}

/**
 * What lies at the addresses of one kind of resource: however many ask at once, an address is fetched once per time to
 * live. Kept in the process; what has to survive a restart is the finished answer, in Postgres.
 */
export class ResourceCache<Value extends object> {
  private readonly known: LRUCache<string, Fetched<Value>>;
  private readonly underway = new Map<string, Promise<Fetched<Value>>>();

  constructor(
    private readonly options: {
      clock: Clock;
      /** Within this age nothing is fetched. */
      freshMs: number;
      /** When fetching fails, a value up to this age still serves. */
      keepOnFailureMs: number;
      most: number;
    },
  ) {
    this.known = new LRUCache({ max: options.most });
  }

  /** The value at `address`, from memory or by `load`. Rejects as `load` does. */
  async get(address: string, load: () => Promise<Value>): Promise<Fetched<Value>> {
    const held = this.known.get(address);
    if (held && this.ageOf(held) < this.options.freshMs) return held;
    const underway = this.underway.get(address) ?? this.fetch(address, load);
    try {
      return await underway;
    } catch (error) {
      if (held && this.ageOf(held) < this.options.keepOnFailureMs) return held;
      throw error;
    }
  }

  private ageOf(held: Fetched<Value>): number {
    return this.options.clock.now() - held.fetchedAt;
  }

  private fetch(address: string, load: () => Promise<Value>): Promise<Fetched<Value>> {
    const fetchedAt = this.options.clock.now();
    const underway = load()
      .then((value) => {
        const fetched = { value, fetchedAt };
        this.known.set(address, fetched);
        return fetched;
      })
      .finally(() => this.underway.delete(address));
    this.underway.set(address, underway);
    return underway;
  }
}
