/** Limits a provider's calls per day, across all replicas. */
import { inBackground } from '@site/platform/base/request-context';
import type { Logger } from '@site/platform/base/injection-tokens';
import type { DataSource } from 'typeorm';
import type { Clock } from '@site/platform/base/clock';

const dayMs = 86_400_000;
/** From here on, cached values get a longer TTL. */
const scarceFrom = 0.8;
/** For investigating a month's usage. */
const retentionDays = 40;
const retryMs = 5_000;

interface Parts {
  dataSource: DataSource;
  clock: Clock;
  logger: Logger;
}

/**
 * A provider's calls per UTC day, counted in Postgres for all replicas. A replica reads the total with each call, so
 * they can exceed the budget by one call each; while Postgres is down each counts its own, and adds them later.
 */
export class DailyBudget {
  private day = 0;
  /** As last read from Postgres. */
  private counted = 0;
  /** Our own calls not yet in `counted`. */
  private uncounted = 0;
  private saving: Promise<void> | undefined;
  private retry: NodeJS.Timeout | undefined;
  private isAway = false;
  private isClosed = false;

  constructor(
    private readonly provider: string,
    private readonly callsPerDay: number,
    private readonly parts: Parts,
  ) {}

  /** Reads the day's calls. Never rejects. */
  async open(): Promise<void> {
    this.startDay();
    await this.save();
  }

  get isScarce(): boolean {
    return this.used >= this.callsPerDay * scarceFrom;
  }

  get isSpent(): boolean {
    return this.used >= this.callsPerDay;
  }

  /** Counts a call before it is made. Never waits for the database. */
  count(): void {
    this.startDay();
    this.uncounted += 1;
    void inBackground(() => this.save());
  }

  /** Saves uncounted calls. Never rejects. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.retry);
    await this.saving;
    if (this.uncounted > 0) await this.save();
  }

  private get used(): number {
    this.startDay();
    return this.counted + this.uncounted;
  }

  private startDay(): void {
    const today = Math.floor(this.parts.clock.now() / dayMs);
    if (today === this.day) return;
    this.day = today;
    this.counted = 0;
    this.uncounted = 0;
  }

  /** One statement at a time; calls made meanwhile go into the next. */
  private save(): Promise<void> {
    this.saving ??= this.saveAll().finally(() => (this.saving = undefined));
    return this.saving;
  }

  private async saveAll(): Promise<void> {
    do {
      const { day, uncounted } = this;
      try {
        const counted = await this.add(day, uncounted);
        if (this.isAway) this.parts.logger.info({ provider: this.provider }, 'the daily call budget is shared again');
        this.isAway = false;
        if (day !== this.day) continue;
        this.counted = counted;
        this.uncounted -= uncounted;
      } catch (error) {
        if (!this.isAway)
          this.parts.logger.warn(
            { err: error, provider: this.provider },
            'the daily call budget is counted by this replica alone',
          );
        this.isAway = true;
        clearTimeout(this.retry);
        if (!this.isClosed) this.retry = setTimeout(() => void this.save(), retryMs).unref();
        return;
      }
    } while (this.uncounted > 0);
  }

  /** @returns the day's calls of all replicas */
  private async add(day: number, calls: number): Promise<number> {
    const date = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10);
    const [row] = await this.parts.dataSource.query<{ calls: number }[]>(
      `INSERT INTO provider_calls (provider, day, calls) VALUES ($1, $2, $3)
       ON CONFLICT (provider, day) DO UPDATE SET calls = provider_calls.calls + excluded.calls
       RETURNING calls`,
      [this.provider, date(day), calls],
    );
    if (row?.calls === calls)
      await this.parts.dataSource.query('DELETE FROM provider_calls WHERE provider = $1 AND day < $2', [
        this.provider,
        date(day - retentionDays),
      ]);
    return row?.calls ?? calls;
  }
}
