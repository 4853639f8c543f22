import { Injectable } from '@nestjs/common';

/**
 * The clock by which alerts begin, end and grow old: the source's, as the weather proxy told it last, carried on by a clock of
 * ours that nobody sets. A gateway whose own time is wrong hides nothing, ends nothing and keeps nothing for too long.
 */

/** What is told late on the way makes the clock seem slow by seconds; by more than this the source itself was set back. */
const correctionMs = 30_000;
/** In answers the time goes in steps of this, so that they do not change with every second. */
const stepMs = 10_000;

@Injectable()
export class SourceClock {
  /** The source's time less `performance.now()`, both in milliseconds; undefined until it was heard. */
  private offsetMs: number | undefined;

  /**
   * Takes what the source's clock says at this moment.
   * @param sourceTime RFC 3339; absent or unreadable when nobody knows it, and then nothing changes
   */
  hear(sourceTime: string | undefined): void {
    const heardMs = Date.parse(sourceTime ?? '');
    if (Number.isNaN(heardMs)) return;
    const offsetMs = heardMs - performance.now();
    const isLater = this.offsetMs === undefined || offsetMs > this.offsetMs;
    if (isLater || this.offsetMs! - offsetMs > correctionMs) this.offsetMs = offsetMs;
  }

  /** Whether the source's clock was ever heard. */
  get isKnown(): boolean {
    return this.offsetMs !== undefined;
  }

  /** Milliseconds since 1970 UTC by the source's clock; by our own until it was heard. Never goes back by seconds. */
  now(): number {
    return this.offsetMs === undefined ? Date.now() : this.offsetMs + performance.now();
  }

  /** Both clocks at this moment, RFC 3339 UTC in steps of ten seconds; the source's is null until it was heard. */
  times(): { sourceTime: string | null; serverTime: string } {
    const step = (ms: number) => new Date(Math.floor(ms / stepMs) * stepMs).toISOString();
    return { sourceTime: this.isKnown ? step(this.now()) : null, serverTime: step(Date.now()) };
  }
}
