/** Loops that process rows as they arrive: woken by notices, polling as a fallback, retrying failed rows. */
import { Counter, Gauge } from 'prom-client';
import type { DataSource } from 'typeorm';
import { metrics } from '../base/metrics.js';
import { isDenied, isOutage } from '../base/outage.js';
import { inBackground } from '../base/request-context.js';
import type { Logger } from '../base/injection-tokens.js';
import { Listener } from '../data/listener.js';

const loopFailures = new Counter({
  name: 'work_loop_failures_total',
  help: 'Rounds of a loop that failed as a whole, because the database or another dependency was down',
  labelNames: ['loop'],
  registers: [metrics],
});
const rowFailures = new Counter({
  name: 'work_loop_row_failures_total',
  help: 'Attempts on single rows that failed while the loop continued with the others',
  labelNames: ['loop'],
  registers: [metrics],
});
const running = new Set<{ name: string; rows: FailedRows }>();
new Gauge({
  name: 'work_loop_failed_rows',
  help: 'Rows whose latest attempt in this process failed; each is retried',
  labelNames: ['loop'],
  registers: [metrics],
  collect() {
    this.reset();
    for (const { name, rows } of running) this.inc({ loop: name }, rows.count);
  },
});

/** A row's lock or statement timeout doesn't indicate a problem with the database. */
const rowTimeouts = new Set(['55P03', '57014']);
/** Syntax error or access rule violation: schema or grants don't fit this release. */
const schemaErrors = /^42...$/;

/** Returns whether a row exceeded a timeout. A retry may succeed. */
export const isRowTimeout = (error: unknown): boolean =>
  rowTimeouts.has(String((error as { code?: unknown } | null)?.code));

/** Returns whether a failure is specific to the row. Outages, missing rights and wrong schemas fail every row. */
export function isRowFailure(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code);
  return isRowTimeout(error) || !(isOutage(error) || isDenied(error) || schemaErrors.test(code));
}

const firstRetryMs = 1_000;
const maxRetryDelayMs = 60_000;
/** A row due for this long without an attempt is gone or was handled elsewhere. */
const failureTtlMs = 300_000;

/** Returns the milliseconds before the next attempt: 1 s after the first, doubling, at most a minute. */
export const retryAfterMs = (attempts: number): number =>
  Math.min(maxRetryDelayMs, firstRetryMs * 2 ** Math.min(attempts - 1, 20));

interface Failure {
  reason: string;
  attempts: number;
}

interface FailedRow extends Failure {
  /** On the monotonic clock. */
  retryAt: number;
}

export type Attempt<Result> = { result: Result; failed?: undefined } | { result?: undefined; failed: Failure };
type FailedAttempt<Row> = Failure & { row: Row };

/** Failed rows of a loop in this process; a restart retries them all. */
export class FailedRows {
  private readonly failed = new Map<string, FailedRow>();

  constructor(
    private readonly loop: string,
    private readonly logger?: Logger,
  ) {}

  get count(): number {
    return this.failed.size;
  }

  has = (key: string): boolean => this.failed.has(key);

  /** The latest failure of each row. */
  get failures(): { key: string; reason: string }[] {
    return [...this.failed].map(([key, { reason }]) => ({ key, reason }));
  }

  /** Forgets rows that no longer exist. */
  pruneExcept(keys: ReadonlySet<string>): void {
    for (const key of this.failed.keys()) if (!keys.has(key)) this.failed.delete(key);
  }

  /** Keys of rows not due for another attempt. Forgets rows that are gone. */
  get waiting(): string[] {
    const now = performance.now();
    for (const [key, { retryAt }] of this.failed) if (retryAt + failureTtlMs < now) this.failed.delete(key);
    return [...this.failed].filter(([, { retryAt }]) => retryAt > now).map(([key]) => key);
  }

  /** Without the part before a colon, for keys such as "claim:<id>". */
  get waitingIds(): string[] {
    return this.waiting.map((key) => key.slice(key.indexOf(':') + 1));
  }

  /** Milliseconds until a row is due again; Infinity if none is waiting. */
  get dueInMs(): number {
    const now = performance.now();
    return Math.min(...[...this.failed.values()].map(({ retryAt }) => (retryAt > now ? retryAt - now : Infinity)));
  }

  /**
   * Attempts one row; counts failures and logs each reason once. In a transaction that continues, `work` must use a
   * savepoint (`manager.transaction`).
   * @throws the error of an outage, which isn't the row's
   */
  async attempt<Result>(key: string, work: () => Promise<Result>): Promise<Attempt<Result>> {
    try {
      const result = await work();
      this.failed.delete(key);
      return { result };
    } catch (error) {
      if (!isRowFailure(error)) throw error;
      const previous = this.failed.get(key);
      const attempts = (previous?.attempts ?? 0) + 1;
      // Postgres text can't contain NUL.
      const reason = (error instanceof Error ? error.message : String(error)).replaceAll('\0', '');
      this.failed.set(key, { attempts, reason, retryAt: performance.now() + retryAfterMs(attempts) });
      rowFailures.inc({ loop: this.loop });
      if (previous?.reason !== reason)
        this.logger?.error({ err: error, loop: this.loop, row: key, attempts }, 'a row failed; it is retried later');
      return { failed: { reason, attempts } };
    }
  }

  /**
   * Does the work for all rows together or, if that fails, one at a time.
   * @throws the error of an outage
   */
  async attemptAll<Row>(
    rows: readonly Row[],
    keyOf: (row: Row) => string,
    work: (rows: readonly Row[]) => Promise<unknown>,
  ): Promise<{ succeeded: Row[]; failed: FailedAttempt<Row>[] }> {
    if (rows.length === 0) return { succeeded: [], failed: [] };
    try {
      await work(rows);
      for (const row of rows) this.failed.delete(keyOf(row));
      return { succeeded: [...rows], failed: [] };
    } catch (error) {
      if (!isRowFailure(error)) throw error;
    }
    const ended = { succeeded: [] as Row[], failed: [] as FailedAttempt<Row>[] };
    for (const row of rows) {
      const { failed } = await this.attempt(keyOf(row), () => work([row]));
      if (failed) ended.failed.push({ row, ...failed });
      else ended.succeeded.push(row);
    }
    return ended;
  }
}

export interface WorkLoopSettings {
  /** For metrics and logs, such as "outbox". */
  name: string;
  logger: Logger;
  /**
   * One round. Returns true if there may be more to do immediately, or the milliseconds until the next poll; otherwise
   * it is due after `intervalMs`, or earlier for a failed row. Throws if nothing can be done now, which is logged once
   * until a round succeeds.
   */
  runOnce: (rows: FailedRows) => Promise<boolean | number | void>;
  intervalMs: number;
  /** Before the first round; default 0. */
  firstAfterMs?: number;
  /** After a failed round; default `intervalMs`. */
  retryMs?: number;
  /** Starts a round on this channel's notices, and on reconnecting, because notices may be lost. */
  wakeOn?: { dataSource: DataSource; channel: string };
}

/** Polling interval of a loop that notices wake, in case one is lost. */
export const safetyPollMs = (): number => 25_000 + Math.random() * 10_000;
/** Polling interval of such a loop after a failed round, or with work that it can't do yet. */
export const soonMs = 1_000;

/** Repeats rounds of work until stopped, on notices and by polling. */
export class WorkLoop {
  readonly rows: FailedRows;
  private readonly listener: Listener | undefined;
  private timer: NodeJS.Timeout | undefined;
  private underWay: Promise<void> | undefined;
  private isWoken = false;
  private isFailing = false;
  private stopped = false;

  constructor(private readonly settings: WorkLoopSettings) {
    const { name, logger, wakeOn } = settings;
    this.rows = new FailedRows(name, logger);
    loopFailures.inc({ loop: name }, 0);
    rowFailures.inc({ loop: name }, 0);
    if (!wakeOn) return;
    this.listener = new Listener(wakeOn.dataSource, [wakeOn.channel], {
      onNotice: () => this.wake(),
      onConnected: () => this.wake(),
      onError: (error) => logger.warn({ err: error, loop: name }, 'a loop lost its notice connection'),
    });
  }

  get isStopped(): boolean {
    return this.stopped;
  }

  async start(): Promise<void> {
    running.add({ name: this.settings.name, rows: this.rows });
    this.pollIn(this.settings.firstAfterMs ?? 0);
    await this.listener?.start();
  }

  /** Starts a round now, or another one after the current. */
  wake(): void {
    if (this.stopped) return;
    if (this.underWay) {
      this.isWoken = true;
      return;
    }
    clearTimeout(this.timer);
    this.underWay = inBackground(() => this.work()).then((nextMs) => {
      this.underWay = undefined;
      if (this.isWoken) this.wake();
      else this.pollIn(nextMs);
    });
  }

  /** Stops polling and listening, and waits for the round in progress. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    for (const loop of running) if (loop.rows === this.rows) running.delete(loop);
    await this.listener?.stop();
    await this.underWay;
  }

  private pollIn(milliseconds: number): void {
    if (!this.stopped) this.timer = inBackground(() => setTimeout(() => this.wake(), milliseconds));
  }

  /**
   * Never rejects.
   * @returns the milliseconds until the next poll
   */
  private async work(): Promise<number> {
    const { name, logger, runOnce, intervalMs, retryMs = intervalMs } = this.settings;
    this.isWoken = false;
    try {
      let next: boolean | number | void;
      do next = await runOnce(this.rows);
      while (next === true && !this.stopped);
      if (this.isFailing) logger.info({ loop: name }, 'a loop recovered');
      this.isFailing = false;
      // One more, because timers can fire a fraction of a millisecond early.
      return Math.min(typeof next === 'number' ? next : intervalMs, this.rows.dueInMs + 1);
    } catch (error) {
      loopFailures.inc({ loop: name });
      if (!this.isFailing) logger.warn({ err: error, loop: name }, 'a loop failed; it is retried');
      this.isFailing = true;
      return retryMs;
    }
  }
}
