/** Opens connections to providers, and reports their health. */
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '@site/platform/base/clock';
import { Breaker } from './breaker.js';
import { DailyBudget } from './daily-budget.js';
import type { LeftOutPart } from '../readings/skipped-parts.js';
import { breakerOpen, recordsLeftOut } from './metrics.js';
import { Upstream, type UpstreamSettings } from './upstream.js';
import type { UpstreamError } from './upstream-error.js';

/** By purpose: "forecasts", "alerts". */
export interface PurposeHealth {
  purpose: string;
  /** Milliseconds since 1970 UTC; undefined if never. */
  lastSuccessAt: number | undefined;
  /** Undefined after a success, and before the first call. */
  lastFailure: UpstreamError | undefined;
}

/** Unusable parts of a response that was otherwise used. */
interface LeftOut {
  provider: string;
  resource: string;
  parts: readonly LeftOutPart[];
  /** By the monotonic clock. */
  at: number;
}

/** So that an operator sees what one response in many lacked. */
const reportLeftOutForMs = 15 * 60_000;

/** All providers' connections and breakers, which close with the service. */
@Injectable()
export class Upstreams implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly opened: { close(): Promise<void> }[] = [];
  private readonly breakers: { provider: string; purpose: string; breaker: Breaker; reported: boolean }[] = [];
  private readonly leftOut = new Map<string, LeftOut>();
  private readonly budgets = new Map<string, DailyBudget>();

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(DataSource) private readonly dataSource: DataSource,
  ) {}

  open(settings: UpstreamSettings): Upstream {
    const { provider } = settings;
    return this.closedAtEnd(
      new Upstream({ ...settings, onLeftOut: (resource, parts) => this.noteLeftOut(provider, resource, parts) }),
    );
  }

  /** Closes it when the service stops. */
  closedAtEnd<Closable extends { close(): Promise<void> }>(closable: Closable): Closable {
    this.opened.push(closable);
    return closable;
  }

  /** Unless `reported`, it appears in the provider's health only while open. */
  breaker(provider: string, purpose: string, { reported = true } = {}): Breaker {
    const breaker = new Breaker(this.clock, (open) => {
      breakerOpen.set({ provider, purpose }, open ? 1 : 0);
      this.logger.warn(
        { provider, purpose, open },
        open ? 'breaker open: not calling a provider that keeps failing' : 'responding again',
      );
    });
    this.breakers.push({ provider, purpose, breaker, reported });
    return breaker;
  }

  /** For all replicas together. */
  budget(provider: string, callsPerDay: number): DailyBudget {
    const { clock, logger, dataSource } = this;
    const budget = new DailyBudget(provider, callsPerDay, { clock, logger, dataSource });
    this.budgets.set(provider, budget);
    return budget;
  }

  private noteLeftOut(provider: string, resource: string, parts: readonly LeftOutPart[]): void {
    if (parts.length === 0) return;
    const key = `${provider} ${resource}`;
    recordsLeftOut.inc({ provider, resource }, parts.length);
    if (this.leftOut.get(key)?.parts.join() !== parts.join())
      this.logger.warn({ provider, resource, parts }, 'left out unusable parts of a response');
    this.leftOut.set(key, { provider, resource, parts, at: this.clock.elapsed() });
  }

  /** Returns the state of a provider's breakers and budget, and what its responses of 15 minutes left out. */
  health(provider: string): {
    purposes: PurposeHealth[];
    isBudgetSpent: boolean;
    leftOut: { resource: string; parts: readonly LeftOutPart[] }[];
  } {
    const since = this.clock.elapsed() - reportLeftOutForMs;
    return {
      leftOut: [...this.leftOut.values()].filter((each) => each.provider === provider && each.at > since),
      purposes: this.breakers
        .filter((each) => each.provider === provider && (each.reported || each.breaker.isOpen))
        .map(({ purpose, breaker: { lastSuccessAt, lastFailure } }) => ({ purpose, lastSuccessAt, lastFailure })),
      isBudgetSpent: this.budgets.get(provider)?.isSpent ?? false,
    };
  }

  async onModuleInit(): Promise<void> {
    await Promise.all([...this.budgets.values()].map((budget) => budget.open()));
  }

  /** Must run before the database connection closes. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.budgets.values()].map((budget) => budget.close()));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.opened.map((closable) => closable.close()));
  }
}
