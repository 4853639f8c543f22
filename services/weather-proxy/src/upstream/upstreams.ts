import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/tokens';
import { CLOCK, type Clock } from '../clock.js';
import { Breaker } from './breaker.js';
import { breakerOpen } from './metrics.js';
import { Upstream, type UpstreamSettings } from './upstream.js';

/** Opens the ways out of the house and closes them with it; every provider gets its connections and breakers here. */
@Injectable()
export class Upstreams implements OnApplicationShutdown {
  private readonly opened: { close(): Promise<void> }[] = [];

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

  /** A breaker for one purpose of a provider, seen in metrics and log. */
  breaker(provider: string, purpose: string): Breaker {
    return new Breaker(this.clock, (open) => {
      breakerOpen.set({ provider, purpose }, open ? 1 : 0);
      this.logger.warn({ provider, purpose, open }, open ? 'not called any more: it keeps failing' : 'answers again');
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.opened.map((closable) => closable.close()));
  }
}
