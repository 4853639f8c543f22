/**
 * Whether a push service may be asked now. Each has its own, so that one that hangs, fails or has enough of us costs the others
 * nothing.
 *
 * - Five failures in a row: left alone for ten seconds, then one message tries.
 * - 429 with Retry-After: left alone for that long, ten minutes at most.
 * - It refuses who we are (400, 401, 403) for more than a twentieth of its messages: our key is wrong, or it has blocked us. Left
 *   alone for a minute at a time, and somebody has to look; nobody is unsubscribed for it. Endpoints that have never accepted
 *   anything do not count: anybody can invent some that are refused.
 */

const failuresToOpen = 5;
const openForMs = 10_000;
const longestPauseMs = 10 * 60_000;
const refusedForMs = 60_000;
/** Of the latest so many messages. */
const windowSize = 100;
const mostRefusedShare = 0.05;
const leastRefused = 5;

export type Answer = 'accepted' | 'refused' | 'failed';

/** Whether to ask; when not, after how long. */
export type Admission = { go: true; isTry: boolean } | { go: false; waitMs: number };

export class OriginHealth {
  private failures = 0;
  private pausedUntil: number | undefined;
  private trying = false;
  /** Of the latest messages, whether each was refused. */
  private latest: boolean[] = [];
  /** Set while it refuses who we are. */
  refusesUs = false;

  /** @param now milliseconds of a clock that is never set back */
  constructor(private readonly now: () => number = () => performance.now()) {}

  get isPaused(): boolean {
    return this.pausedUntil !== undefined;
  }

  admit(): Admission {
    if (this.pausedUntil === undefined) return { go: true, isTry: false };
    const waitMs = this.pausedUntil - this.now();
    if (waitMs > 0) return { go: false, waitMs };
    // One message finds out for all the others.
    if (this.trying) return { go: false, waitMs: 1_000 };
    this.trying = true;
    return { go: true, isTry: true };
  }

  /**
   * @param isTry as `admit` said
   * @param isProven whether the endpoint has accepted something before
   */
  note(answer: Answer, isTry: boolean, isProven = true): void {
    if (isTry) this.trying = false;
    if (answer === 'refused' && !isProven) return;
    this.latest = [...this.latest.slice(-windowSize + 1), answer === 'refused'];
    if (answer === 'failed') return this.noteFailure(isTry);
    this.failures = 0;
    if (answer === 'accepted') {
      // What was under way when it was paused says nothing about now.
      if (this.isPaused && !isTry) return;
      if (this.isPaused) this.latest = [];
      this.pausedUntil = undefined;
      this.refusesUs = false;
      return;
    }
    const refused = this.latest.filter(Boolean).length;
    const isMany = refused >= leastRefused && refused > this.latest.length * mostRefusedShare;
    if (!isTry && !isMany) return;
    this.refusesUs = true;
    this.pause(refusedForMs);
  }

  private noteFailure(isTry: boolean): void {
    this.failures += 1;
    if (isTry || this.failures >= failuresToOpen) this.pause(openForMs);
  }

  /** It asked to be left alone. */
  pause(forMs: number): void {
    this.trying = false;
    const until = this.now() + Math.min(forMs, longestPauseMs);
    this.pausedUntil = Math.max(this.pausedUntil ?? 0, until);
  }
}
