import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.js';

/** The provider publishes no rate limit; a cautious budget for forecasts, in addition to alerts and radar. */
const callsPerSecond = 5;
/** Half-days, hours, raw grid. */
const callsPerCell = 3;
/** Forecasts change about once an hour; from 15 minutes on, pages show their forecast's age. */
const longestMs = 12 * 60_000;

/** The forecast TTL: longer the more cells are viewed, so that a statewide storm keeps to `callsPerSecond`. */
export class Pace {
  private readonly cells: LRUCache<string, true>;

  constructor(
    private readonly usualMs: number,
    clock: Clock,
  ) {
    this.cells = new LRUCache({ max: 25_000, ttl: longestMs, ttlResolution: 0, perf: { now: () => clock.elapsed() } });
  }

  asked(cell: string): void {
    this.cells.set(cell, true);
  }

  get freshMs(): number {
    this.cells.purgeStale();
    const neededMs = (this.cells.size * callsPerCell * 1_000) / callsPerSecond;
    return Math.max(this.usualMs, Math.min(longestMs, neededMs));
  }
}
