import { inBackground } from '@site/platform/base/request-context';
import type { Logger } from '@site/platform/base/injection-tokens';
import { coalesced } from './coalesced.js';
import { steadyClock } from './steady-clock.js';

/** "stale": the latest attempt failed, the last good data stays. "missing": no attempt succeeded. */
type SectionState = 'fresh' | 'stale' | 'missing';

/** Shorter than the regular interval. */
const retryMs = 1_000;
/** Debounces the notices of a transaction or of a moderator's quick clicks. */
const gatherMs = 50;

/** One service's part of the public responses: its last message, polled and refreshed on change notices. */
export class Section<Value> {
  value: Value | undefined;
  state: SectionState = 'missing';
  /** When `value` was requested, by `steadyClock`: latency may overstate its age but must not understate it. */
  requestedAt = 0;
  private timer: NodeJS.Timeout | undefined;
  private gathering: NodeJS.Timeout | undefined;
  private stopped = false;
  private attempts = 0;
  /** Never rejects; `state` shows the result. */
  readonly refresh: () => Promise<void>;

  constructor(
    private readonly settings: {
      name: string;
      load: () => Promise<Value>;
      /** If true, the current value stays. */
      isOlder?: (candidate: Value, current: Value) => boolean;
      refreshIntervalMs: number;
      onAttempt?: () => Promise<void>;
      logger: Logger;
    },
  ) {
    this.refresh = coalesced(() => inBackground(() => this.attempt()));
  }

  /** Refreshes after a short pause that collects further notices. */
  changed(): void {
    if (this.stopped) return;
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined;
      void this.refresh();
    }, gatherMs);
  }

  private async attempt(): Promise<void> {
    clearTimeout(this.timer);
    const before = this.state;
    this.attempts += 1;
    const requestedAt = steadyClock.elapsed();
    try {
      const loaded = await this.settings.load();
      const isOlder = this.value !== undefined && this.settings.isOlder?.(loaded, this.value);
      if (!isOlder) {
        this.value = loaded;
        this.requestedAt = requestedAt;
      }
      this.state = 'fresh';
      if (before !== 'fresh' && this.attempts > 1)
        this.settings.logger.info({ section: this.settings.name }, 'section recovered');
    } catch (error) {
      this.state = this.value === undefined ? 'missing' : 'stale';
      if (this.stopped) return;
      if (before !== this.state || this.attempts === 1)
        this.settings.logger.warn({ err: error, section: this.settings.name }, 'could not refresh a section');
    }
    if (this.stopped) return;
    const wait = this.state === 'fresh' ? this.settings.refreshIntervalMs * (0.9 + Math.random() / 5) : retryMs;
    this.timer = setTimeout(() => void this.refresh(), wait);
    this.timer.unref();
    // A failed build must not end the process; the last response stays.
    await this.settings.onAttempt?.().catch((error: unknown) => {
      this.settings.logger.error({ err: error, section: this.settings.name }, 'could not build a response');
    });
  }

  /** Stops polling, for the end of the process. */
  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    clearTimeout(this.gathering);
  }
}
