import { status, type ServiceError } from '@grpc/grpc-js';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { Subject, type Subscription } from 'rxjs';
import { Clients, serviceNames, type ServiceName } from './clients.js';

/** Topic "*" means that anything may have changed. */
export interface Change {
  service: ServiceName;
  topic: string;
  id?: string | undefined;
}

const reconnectMs = 500;
/** A service without such a stream may gain one in its next version. */
const streamRetryDelayMs = 60_000;

/** The first notice after a reconnect is "*": earlier ones may have been lost. */
@Injectable()
export class Changes implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly subject = new Subject<Change>();
  private readonly streams = new Map<ServiceName, Subscription>();
  private readonly timers = new Map<ServiceName, NodeJS.Timeout>();
  private stopped = false;
  readonly notices = this.subject.asObservable();

  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    for (const service of serviceNames) this.watch(service);
  }

  private watch(service: ServiceName): void {
    let connected = false;
    const ended = (inMs: number) => {
      if (this.stopped) return;
      // Notices are lost until the stream reconnects, so caches refresh now.
      if (connected) this.subject.next({ service, topic: '*' });
      this.again(service, inMs);
    };
    const stream = this.clients.changes(service).subscribe({
      next: ({ topic, id }) => {
        connected = true;
        this.subject.next({ service, topic, id });
      },
      error: (error: ServiceError) => {
        const absent = error.code === status.UNIMPLEMENTED;
        if (!absent) this.logger.debug({ service, code: error.code }, 'change stream ended');
        ended(absent ? streamRetryDelayMs : reconnectMs);
      },
      complete: () => ended(reconnectMs),
    });
    this.streams.set(service, stream);
  }

  private again(service: ServiceName, inMs: number): void {
    const timer = setTimeout(() => this.watch(service), inMs * (0.75 + Math.random() / 2));
    timer.unref();
    this.timers.set(service, timer);
  }

  onModuleDestroy(): void {
    this.stopped = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
    for (const stream of this.streams.values()) stream.unsubscribe();
  }
}
