import type { Clock } from '../clock.js';
import { UpstreamError } from './upstream-error.js';

/**
 * Stops calling a provider that fails: after 5 failures in a row nothing is called for 10 s, then one call alone tries
 * (`docs/architecture.md`, Weather). A provider that answers 429 with Retry-After is left alone for that long at once.
 *
 * Written here and not taken from cockatiel because that one reads the system's clock, and waiting has to be tested.
 */

const failuresToOpen = 5;
const openForMs = 10_000;
/** However long a provider asks for, we look again after this. */
const longestPauseMs = 10 * 60_000;

export class Breaker {
  private failures = 0;
  /** Set while open: the moment from which one call may try. */
  private openUntil: number | undefined;
  private probe: Promise<void> | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly onChange: (open: boolean) => void = () => undefined,
  ) {}

  get isOpen(): boolean {
    return this.openUntil !== undefined;
  }

  /**
   * Runs `work` unless open. Whoever comes while one call tries waits for what becomes of it.
   * @throws UpstreamError `refused` when open
   */
  async run<Value>(work: (trying: boolean) => Promise<Value>): Promise<Value> {
    await this.probe;
    if (this.openUntil === undefined) return this.watch(work(false), false);
    // Several may have waited for the same try; the first of them starts the next one, if there is a next one.
    if (this.probe) return this.run(work);
    if (this.clock.now() < this.openUntil) throw new UpstreamError('not called: it keeps failing', 'refused');
    const attempt = this.watch(work(true), true);
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

  private async watch<Value>(attempt: Promise<Value>, trying: boolean): Promise<Value> {
    try {
      const value = await attempt;
      this.succeeded(trying);
      return value;
    } catch (error) {
      if (error instanceof UpstreamError && !error.isFailure) this.succeeded(trying);
      else this.failed(error, trying);
      throw error;
    }
  }

  private succeeded(trying: boolean): void {
    // A call that began before the breaker opened says nothing about the provider now.
    if (this.isOpen && !trying) return;
    const wasOpen = this.isOpen;
    this.failures = 0;
    this.openUntil = undefined;
    if (wasOpen) this.onChange(false);
  }

  private failed(error: unknown, trying: boolean): void {
    if (this.isOpen && !trying) return;
    this.failures += 1;
    const asked = error instanceof UpstreamError ? error.retryAfterMs : undefined;
    const toldToStop = error instanceof UpstreamError && error.outcome === 'rate_limited' && asked !== undefined;
    if (!trying && this.failures < failuresToOpen && !toldToStop) return;
    const wasOpen = this.isOpen;
    this.openUntil = this.clock.now() + Math.min(longestPauseMs, Math.max(openForMs, asked ?? 0));
    if (!wasOpen) this.onChange(true);
  }
}
