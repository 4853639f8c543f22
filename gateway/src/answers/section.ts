import type { Logger } from '@site/platform/base/tokens';
import { coalesced } from './coalesced.js';

/** "fresh": the latest attempt succeeded. "stale": it failed, the last good answer stays. "missing": there never was one. */
type SectionState = 'fresh' | 'stale' | 'missing';

/** After a failure the next attempt comes sooner than usual, but not at once. */
const retryMs = 1_000;
/** The notices of one transaction, or of a moderator's quick clicks, become one refresh. */
const gatherMs = 50;

/** One service's share of the public answers, kept in memory and renewed on notice of a change, and from time to time. */
export class Section<Value> {
  value: Value | undefined;
  state: SectionState = 'missing';
  private timer: NodeJS.Timeout | undefined;
  private gathering: NodeJS.Timeout | undefined;
  private stopped = false;
  private attempts = 0;
  /** Asks the service now. Never fails: `state` says how it went. */
  readonly refresh: () => Promise<void>;

  constructor(
    private readonly settings: {
      name: string;
      load: () => Promise<Value>;
      /** Whether an answer is from before the one that is kept, which then stays. */
      isOlder?: (candidate: Value, kept: Value) => boolean;
      /** How long an answer is kept without any notice of a change. */
      keepMs: number;
      /** After every attempt, whether it succeeded or not. */
      onAttempt: () => Promise<void>;
      logger: Logger;
    },
  ) {
    this.refresh = coalesced(() => this.attempt());
  }

  /** Something changed: refreshes soon, once for all changes until then. */
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
    try {
      const loaded = await this.settings.load();
      const isOlder = this.value !== undefined && this.settings.isOlder?.(loaded, this.value);
      if (!isOlder) this.value = loaded;
      this.state = 'fresh';
      if (before !== 'fresh' && this.attempts > 1)
        this.settings.logger.info({ section: this.settings.name }, 'a section is fresh again');
    } catch (error) {
      this.state = this.value === undefined ? 'missing' : 'stale';
      if (this.stopped) return;
      if (before !== this.state || this.attempts === 1)
        this.settings.logger.warn({ err: error, section: this.settings.name }, 'a section could not be refreshed');
    }
    if (this.stopped) return;
    const wait = this.state === 'fresh' ? this.settings.keepMs * (0.9 + Math.random() / 5) : retryMs;
    this.timer = setTimeout(() => void this.refresh(), wait);
    this.timer.unref();
    // A failure to make the answer must not end the process: the last answer stays.
    await this.settings.onAttempt().catch((error: unknown) => {
      this.settings.logger.error({ err: error, section: this.settings.name }, 'an answer could not be made');
    });
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    clearTimeout(this.gathering);
  }
}
