/**
 * Circuit breaker of one push service.
 *
 * - Five failures in a row: pauses for ten seconds, then one message probes.
 * - 429 with Retry-After: pauses for that long, ten minutes at most.
 * - More than a twentieth of its messages refused for our credentials (400, 401, 403): our key is wrong, or it has
 *   blocked us. Pauses for a minute at a time until an operator fixes it; no one is unsubscribed. Endpoints that have
 *   never accepted a message don't count, because anyone can invent them.
 */

const failuresToOpen = 5;
const openForMs = 10_000;
const maxPauseMs = 10 * 60_000;
const rejectionPauseMs = 60_000;
/** Latest messages considered. */
const windowSize = 100;
const maxRejectedShare = 0.05;
const minRejections = 5;

export type SendResult = 'accepted' | 'refused' | 'failed';

export type Admission = { go: true; isTry: boolean } | { go: false; waitMs: number };

/** State of the breaker; `refusesUs` is set while the service rejects our credentials. */
export class OriginHealth {
  private failures = 0;
  private pausedUntil: number | undefined;
  private trying = false;
  private latest: boolean[] = [];
  refusesUs = false;

  /** @param now milliseconds of a monotonic clock */
  constructor(private readonly now: () => number = () => performance.now()) {}

  get isPaused(): boolean {
    return this.pausedUntil !== undefined;
  }

  /** Returns whether a message may be sent now; with `isTry`, as the probe after a pause. */
  admit(): Admission {
    if (this.pausedUntil === undefined) return { go: true, isTry: false };
    const waitMs = this.pausedUntil - this.now();
    if (waitMs > 0) return { go: false, waitMs };
    // Only one message probes.
    if (this.trying) return { go: false, waitMs: 1_000 };
    this.trying = true;
    return { go: true, isTry: true };
  }

  /**
   * @param isTry as returned by `admit`
   * @param isProven whether the endpoint has accepted a message before
   */
  note(result: SendResult, isTry: boolean, isProven = true): void {
    if (isTry) this.trying = false;
    if (result === 'refused' && !isProven) return;
    this.latest = [...this.latest.slice(-windowSize + 1), result === 'refused'];
    if (result === 'failed') return this.noteFailure(isTry);
    this.failures = 0;
    if (result === 'accepted') {
      // Requests from before the pause say nothing about the present.
      if (this.isPaused && !isTry) return;
      if (this.isPaused) this.latest = [];
      this.pausedUntil = undefined;
      this.refusesUs = false;
      return;
    }
    const rejections = this.latest.filter(Boolean).length;
    const isMany = rejections >= minRejections && rejections > this.latest.length * maxRejectedShare;
    if (!isTry && !isMany) return;
    this.refusesUs = true;
    this.pause(rejectionPauseMs);
  }

  private noteFailure(isTry: boolean): void {
    this.failures += 1;
    if (isTry || this.failures >= failuresToOpen) this.pause(openForMs);
  }

  /** Pauses for at most ten minutes; never shortens a pause. */
  pause(forMs: number): void {
    this.trying = false;
    const until = this.now() + Math.min(forMs, maxPauseMs);
    this.pausedUntil = Math.max(this.pausedUntil ?? 0, until);
  }
}
