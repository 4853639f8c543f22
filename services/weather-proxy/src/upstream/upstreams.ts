import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/tokens';
import { CLOCK, type Clock } from '../clock.js';
import { Breaker } from './breaker.js';
import { DailyBudget } from './daily-budget.js';
import { breakerOpen } from './metrics.js';
import { Upstream, type UpstreamSettings } from './upstream.js';
import type { UpstreamError } from './upstream-error.js';

/** How one purpose of a provider ("forecasts", "alerts") has lately been. */
export interface PurposeHealth {
  purpose: string;
  /** Milliseconds since 1970 UTC; undefined if never. */
  lastSuccessAt: number | undefined;
  /** What the latest call failed with; undefined when it did not, or when there was none. */
  lastFailure: UpstreamError | undefined;
}

/** Opens the ways out of the house and closes them with it; every provider gets its connections and breakers here. */
@Injectable()
export class Upstreams implements OnApplicationShutdown {
  private readonly opened: { close(): Promise<void> }[] = [];
  private readonly breakers: { provider: string; purpose: string; breaker: Breaker; reported: boolean }[] = [];
  private readonly budgets = new Map<string, DailyBudget>();

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A way to one provider's host. */
  open(settings: UpstreamSettings): Upstream {
    return this.closedAtEnd(new Upstream(settings));
  }

  /** Remembers to close something with the service. */
  closedAtEnd<Closable extends { close(): Promise<void> }>(closable: Closable): Closable {
    this.opened.push(closable);
    return closable;
  }

  /** A breaker for one purpose of a provider, seen in metrics and log; not `reported`, in the provider's health only while open. */
  breaker(provider: string, purpose: string, { reported = true } = {}): Breaker {
    const breaker = new Breaker(this.clock, (open) => {
      breakerOpen.set({ provider, purpose }, open ? 1 : 0);
      this.logger.warn({ provider, purpose, open }, open ? 'not called any more: it keeps failing' : 'answers again');
    });
    this.breakers.push({ provider, purpose, breaker, reported });
    return breaker;
  }

  /** How many calls of a provider may be made in a day. */
  budget(provider: string, callsPerDay: number): DailyBudget {
    const budget = new DailyBudget(this.clock, callsPerDay);
    this.budgets.set(provider, budget);
    return budget;
  }

  /** How a provider has lately been, purpose by purpose, and whether the calls of the day are used up. */
  health(provider: string): { purposes: PurposeHealth[]; isBudgetSpent: boolean } {
    return {
      purposes: this.breakers
        .filter((each) => each.provider === provider && (each.reported || each.breaker.isOpen))
        .map(({ purpose, breaker: { lastSuccessAt, lastFailure } }) => ({ purpose, lastSuccessAt, lastFailure })),
      isBudgetSpent: this.budgets.get(provider)?.isSpent ?? false,
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.opened.map((closable) => closable.close()));
  }
}
