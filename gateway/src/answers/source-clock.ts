import { Injectable } from '@nestjs/common';

/**
 * The clock by which alerts begin, end and grow old: the source's, as the weather proxy last told it, carried on by a local
 * clock that nobody sets. So a gateway whose own time is wrong neither hides an alert nor keeps one for too long.
 */

/** A delay on the way makes the clock seem slow by seconds; by more than this, the source itself was set back. */
const correctionMs = 30_000;
/** In answers the time advances in steps of this, so that they do not change every second. */
const stepMs = 10_000;

@Injectable()
export class SourceClock {
  /** The source's time less `performance.now()`, both in milliseconds; undefined until it was heard. */
  private offsetMs: number | undefined;

  /**
   * Takes what the source's clock says at this moment.
   * @param sourceTime RFC 3339; when it is absent or unreadable nothing changes
   */
  hear(sourceTime: string | undefined): void {
    const heardMs = Date.parse(sourceTime ?? '');
    if (Number.isNaN(heardMs)) return;
    const offsetMs = heardMs - performance.now();
    const isLater = this.offsetMs === undefined || offsetMs > this.offsetMs;
    if (isLater || this.offsetMs! - offsetMs > correctionMs) this.offsetMs = offsetMs;
  }

  /** Milliseconds since 1970 UTC by the source's clock; by our own until it was heard. Small corrections never set it back. */
  now(): number {
    return this.offsetMs === undefined ? Date.now() : this.offsetMs + performance.now();
  }

  /** Both clocks at this moment, RFC 3339 UTC in steps of ten seconds; the source's is null until it was heard. */
  times(): { sourceTime: string | null; serverTime: string } {
    const step = (ms: number) => new Date(Math.floor(ms / stepMs) * stepMs).toISOString();
    return { sourceTime: this.offsetMs !== undefined ? step(this.now()) : null, serverTime: step(Date.now()) };
  }
}
