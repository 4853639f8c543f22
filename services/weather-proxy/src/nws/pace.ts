import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.js';

/** The provider names no limit. This is what one careful client may ask for forecasts, beside alerts and radar. */
const callsPerSecond = 5;
/** Half-days, hours, raw grid. */
const callsPerCell = 3;
/** Forecasts change about once an hour; from 15 minutes on pages say how old theirs is. */
const longestMs = 12 * 60_000;

/** How long forecasts hold: longer the more cells people look at, so that a statewide storm stays within the provider's patience. */
export class Pace {
  private readonly cells: LRUCache<string, true>;

  constructor(
    private readonly usualMs: number,
    clock: Clock,
  ) {
    this.cells = new LRUCache({ max: 25_000, ttl: longestMs, ttlResolution: 0, perf: { now: () => clock.elapsed() } });
  }

  /** Somebody looks at a cell. */
  asked(cell: string): void {
    this.cells.set(cell, true);
  }

  get freshMs(): number {
    this.cells.purgeStale();
    const neededMs = (this.cells.size * callsPerCell * 1_000) / callsPerSecond;
    return Math.max(this.usualMs, Math.min(longestMs, neededMs));
  }
}
