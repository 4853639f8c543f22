/**
 * The upstream clock, last reported by the weather proxy and advanced by the monotonic clock, so that a wrong system
 * time can't hide an alert or keep one too long.
 */
import { Injectable } from '@nestjs/common';

/** Network delay makes the clock appear seconds slow. A larger difference means that it was set back. */
const correctionMs = 30_000;
/** Keeps responses from changing every second. */
const stepMs = 10_000;

@Injectable()
export class SourceClock {
  /** Upstream time minus `performance.now()`. */
  private offsetMs: number | undefined;

  /** @param sourceTime RFC 3339; ignored if absent or unreadable */
  hear(sourceTime: string | undefined): void {
    const sourceTimeMs = Date.parse(sourceTime ?? '');
    if (Number.isNaN(sourceTimeMs)) return;
    const offsetMs = sourceTimeMs - performance.now();
    const isNewer = this.offsetMs === undefined || offsetMs > this.offsetMs;
    if (isNewer || this.offsetMs! - offsetMs > correctionMs) this.offsetMs = offsetMs;
  }

  /** Milliseconds since 1970 UTC; local before the first report. Small corrections never set it back. */
  now(): number {
    return this.offsetMs === undefined ? Date.now() : this.offsetMs + performance.now();
  }

  /** Both clocks, RFC 3339 UTC in steps of ten seconds; the upstream time is null before the first report. */
  times(): { sourceTime: string | null; serverTime: string } {
    const step = (ms: number) => new Date(Math.floor(ms / stepMs) * stepMs).toISOString();
    return { sourceTime: this.offsetMs !== undefined ? step(this.now()) : null, serverTime: step(Date.now()) };
  }
}
