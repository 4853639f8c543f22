import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { metrics } from '@site/platform/base/metrics';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { Gauge } from 'prom-client';
import { Clients, serviceNames, type ServiceName } from './clients.js';
import { noResponse } from './connection.js';

const pollIntervalMs = 5_000;
/** After the first failure, which may only mean a busy moment. */
const soonMs = 1_000;

const dependencyUp = new Gauge({
  name: 'dependency_up',
  help: 'Health of a service that the gateway calls: 1, or 0 if it is unreachable or one of its dependencies is failing',
  labelNames: ['dependency'],
  registers: [metrics],
});

/** Polls the services' health, so that /readyz costs them nothing. Two failures in a row count as failing. */
@Injectable()
export class DependencyHealth implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly reasons = new Map<ServiceName, string>();
  private readonly suspected = new Set<ServiceName>();
  private readonly unreached = new Set<ServiceName>(serviceNames);
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** "content: database" */
  get failing(): string[] {
    return [...this.reasons].map(([name, reason]) => `${name}: ${reason}`).sort();
  }

  /** Whether every service has answered at least once. */
  get haveAllResponded(): boolean {
    return this.unreached.size === 0;
  }

  onApplicationBootstrap(): void {
    void this.poll();
  }

  private async poll(): Promise<void> {
    await Promise.all(serviceNames.map(async (name) => this.note(name, (await this.clients.failing(name)).join(', '))));
    const pauseMs = this.suspected.size > 0 ? soonMs : pollIntervalMs;
    if (!this.stopped) this.timer = setTimeout(() => void this.poll(), pauseMs).unref();
  }

  private note(name: ServiceName, reason: string): void {
    if (this.stopped) return;
    if (!reason.startsWith(noResponse)) this.unreached.delete(name);
    const before = this.reasons.get(name) ?? '';
    if (reason && !before && !this.suspected.has(name)) return void this.suspected.add(name);
    this.suspected.delete(name);
    dependencyUp.set({ dependency: name }, reason ? 0 : 1);
    if (reason) this.reasons.set(name, reason);
    else this.reasons.delete(name);
    if (reason && reason !== before) this.logger.warn({ dependency: name, reason }, 'a service is failing');
    else if (before && !reason) this.logger.info({ dependency: name }, 'the service recovered');
  }

  onModuleDestroy(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }
}
