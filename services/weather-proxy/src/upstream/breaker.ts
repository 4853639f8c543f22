/**
 * Circuit breaker: after 5 failures in a row it stays open for 10 s, then sends a single probe. A 429 with Retry-After
 * opens it immediately for that long.
 *
 * Not cockatiel's: it reads the system clock, which tests can't control.
 */
import type { Clock } from '@site/platform/base/clock';
import { UpstreamError } from './upstream-error.js';

const failuresToOpen = 5;
const openForMs = 10_000;
/** Limit of a provider's Retry-After. */
const maxPauseMs = 10 * 60_000;

export interface Guard {
  run<Value>(work: (trying: boolean) => Promise<Value>): Promise<Value>;
}

/**
 * Combines breakers: `outer` for a provider that fails as a whole, and then gets a single probe; `inner` for one
 * failing resource, while others would keep closing the outer one.
 */
export const both = (outer: Breaker, inner: Breaker): Guard => ({
  run: (work) => outer.run((tryingOuter) => inner.run((tryingInner) => work(tryingOuter || tryingInner))),
});

/** Guards the calls for one purpose of a provider. */
export class Breaker implements Guard {
  private failures = 0;
  /** Set while open. */
  private openUntil: number | undefined;
  private probe: Promise<void> | undefined;
  /** For the dashboard. `lastFailure` is undefined after a success. */
  lastSuccessAt: number | undefined;
  lastFailure: UpstreamError | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly onChange: (open: boolean) => void = () => undefined,
  ) {}

  get isOpen(): boolean {
    return this.openUntil !== undefined;
  }

  /**
   * Calls during a probe wait for its outcome.
   * @throws UpstreamError `refused` when open
   */
  async run<Value>(work: (trying: boolean) => Promise<Value>): Promise<Value> {
    await this.probe;
    if (this.openUntil === undefined) return this.watch(work, false);
    // Several calls may have waited for a probe; the first may start the next.
    if (this.probe) return this.run(work);
    const retryAfterMs = this.openUntil - this.clock.elapsed();
    if (retryAfterMs > 0) throw new UpstreamError('not called: the breaker is open', 'refused', { retryAfterMs });
    const attempt = this.watch(work, true);
    const probe = attempt.then(
      () => undefined,
      () => undefined,
    );
    this.probe = probe;
    void probe.then(() => {
      this.probe = undefined;
    });
    return attempt;
  }

  private async watch<Value>(work: (trying: boolean) => Promise<Value>, trying: boolean): Promise<Value> {
    const startedAt = this.clock.elapsed();
    try {
      const value = await work(trying);
      this.note(undefined);
      this.succeeded(trying);
      return value;
    } catch (error) {
      // An inner breaker's refusal says nothing about the provider.
      if (error instanceof UpstreamError && error.outcome === 'refused') throw error;
      if (error instanceof UpstreamError && !error.isFailure) {
        this.note(undefined);
        this.succeeded(trying);
      } else {
        this.note(error);
        this.failed(error, trying, startedAt);
      }
      throw error;
    }
  }

  private note(error: unknown): void {
    if (error === undefined) this.lastSuccessAt = this.clock.now();
    this.lastFailure =
      error === undefined || error instanceof UpstreamError ? error : new UpstreamError('internal error', 'invalid');
  }

  private succeeded(trying: boolean): void {
    // A call from before the breaker opened.
    if (this.isOpen && !trying) return;
    const wasOpen = this.isOpen;
    this.failures = 0;
    this.openUntil = undefined;
    if (wasOpen) this.onChange(false);
  }

  private failed(error: unknown, trying: boolean, startedAt: number): void {
    if (this.isOpen && !trying) return;
    this.failures += 1;
    const requestedDelayMs = error instanceof UpstreamError ? error.retryAfterMs : undefined;
    const isRateLimited =
      error instanceof UpstreamError && error.outcome === 'rate_limited' && requestedDelayMs !== undefined;
    if (!trying && this.failures < failuresToOpen && !isRateLimited) return;
    const wasOpen = this.isOpen;
    // From the start of the call, so that a hanging provider is probed as often as a failing one.
    const pausedUntil = this.clock.elapsed() + Math.min(maxPauseMs, requestedDelayMs ?? 0);
    this.openUntil = Math.max(startedAt + openForMs, pausedUntil);
    if (!wasOpen) this.onChange(true);
  }
}
