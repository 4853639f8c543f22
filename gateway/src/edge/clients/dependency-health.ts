import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { metrics } from '@site/platform/base/metrics';
import { LOGGER, type Logger } from '@site/platform/base/tokens';
import { Gauge } from 'prom-client';
import { Clients, serviceNames, type ServiceName } from './clients.js';

const everyMs = 5_000;

const dependencyUp = new Gauge({
  name: 'dependency_up',
  help: 'Whether a service that the gateway calls serves: 1, or 0 when it is away or one of its own dependencies fails',
  labelNames: ['dependency'],
  registers: [metrics],
});

/** Asks every service for its health all few seconds, so that /readyz answers at once and costs the services nothing. */
@Injectable()
export class DependencyHealth implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly reasons = new Map<ServiceName, string>();
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The services that don't serve, each with the reason: "content: database". */
  get failing(): string[] {
    return [...this.reasons].map(([name, reason]) => `${name}: ${reason}`).sort();
  }

  onApplicationBootstrap(): void {
    void this.look();
  }

  private async look(): Promise<void> {
    await Promise.all(serviceNames.map(async (name) => this.note(name, (await this.clients.failing(name)).join(', '))));
    if (!this.stopped) this.timer = setTimeout(() => void this.look(), everyMs).unref();
  }

  private note(name: ServiceName, reason: string): void {
    if (this.stopped) return;
    dependencyUp.set({ dependency: name }, reason ? 0 : 1);
    const before = this.reasons.get(name) ?? '';
    if (reason) this.reasons.set(name, reason);
    else this.reasons.delete(name);
    if (reason && reason !== before) this.logger.warn({ dependency: name, reason }, 'a service does not serve');
    else if (before && !reason) this.logger.info({ dependency: name }, 'the service serves again');
  }

  onModuleDestroy(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }
}
