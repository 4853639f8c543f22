import { Controller, Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import {
  ChangesServiceControllerMethods,
  type ChangesServiceController,
  type WatchChangesResponse,
} from '@site/proto/gen/nest/changes/v1/changes';
import { Client } from 'pg';
import { Observable, Subject } from 'rxjs';
import { DataSource, type EntityManager } from 'typeorm';
import { LOGGER, type Logger } from '../base/tokens.js';

/**
 * Change notices: a transaction announces what it changed, Postgres tells every process of the service on commit, and they
 * tell the gateways over `WatchChanges`. Should a notice get lost, the time to live of what the gateways hold makes up for it.
 */

/** Announces, once the manager's transaction is committed, that `topic` (or the one `id` of it) changed. */
export async function announce(manager: EntityManager, topic: string, id?: string): Promise<void> {
  await manager.query('SELECT pg_notify($1, $2)', [channelOf(manager.connection), JSON.stringify({ topic, id })]);
}

const channelOf = (dataSource: DataSource) => `${schemaOf(dataSource)}_changes`;
const schemaOf = (dataSource: DataSource) => (dataSource.options as { schema?: string }).schema ?? 'public';

/** How long it takes to try again: after a broken connection, and with a standby, which knows no LISTEN until it is promoted. */
const [againMs, standbyAgainMs] = [500, 10_000];
/** "cannot execute LISTEN during recovery" */
const isStandby = (error: Error & { code?: string }) => error.code === '25006';

/** Listens on channels of Postgres, and reconnects when it has to. LISTEN needs a direct connection, not a pooler. */
export class Listener {
  private client: Client | undefined;
  private stopped = false;
  private retry: NodeJS.Timeout | undefined;
  private onStandby = false;

  constructor(
    private readonly url: string,
    private readonly channels: string[],
    private readonly handlers: {
      onNotice: (channel: string, payload: string) => void;
      /** Called after every (re)connect, as notices may have been missed. */
      onConnected: () => void;
      onError: (error: Error) => void;
    },
  ) {}

  async start(): Promise<void> {
    if (this.stopped) return;
    const client = new Client({ connectionString: this.url, keepAlive: true, connectionTimeoutMillis: 2_000 });
    this.client = client;
    client.on('notification', ({ channel, payload }) => this.handlers.onNotice(channel, payload ?? ''));
    client.on('error', (error) => this.handlers.onError(error));
    client.on('end', () => this.scheduleRetry());
    try {
      await client.connect();
      for (const channel of this.channels) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      this.onStandby = false;
      this.handlers.onConnected();
    } catch (error) {
      // Said once: a second region is like this for months.
      const isNews = !this.onStandby || !isStandby(error as Error);
      this.onStandby = isStandby(error as Error);
      if (isNews) this.handlers.onError(error as Error);
      this.scheduleRetry();
      await client.end().catch(() => undefined);
    }
  }

  private scheduleRetry(): void {
    if (this.stopped || this.retry) return;
    this.retry = setTimeout(
      () => {
        this.retry = undefined;
        void this.start();
      },
      this.onStandby ? standbyAgainMs : againMs,
    );
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.retry);
    await this.client?.end().catch(() => undefined);
  }
}

/** The change notices of this service's schema, as they are committed. */
@Injectable()
export class ChangeFeed implements OnModuleInit, OnModuleDestroy {
  private readonly subject = new Subject<WatchChangesResponse>();
  readonly notices: Observable<WatchChangesResponse> = this.subject.asObservable();
  private readonly listener: Listener;

  constructor(@Inject(DataSource) dataSource: DataSource, @Inject(LOGGER) logger: Logger) {
    this.listener = new Listener((dataSource.options as { url: string }).url, [channelOf(dataSource)], {
      onNotice: (_channel, payload) => this.subject.next(JSON.parse(payload) as WatchChangesResponse),
      onConnected: () => this.subject.next({ topic: '*' }),
      onError: (error) => logger.warn({ err: error }, 'the change feed lost its connection'),
    });
  }

  async onModuleInit() {
    await this.listener.start();
  }

  /** Ends every open stream; one that is opened from now on ends after its first notice. */
  end(): void {
    this.subject.complete();
  }

  async onModuleDestroy() {
    this.end();
    await this.listener.stop();
  }
}

@Controller()
@ChangesServiceControllerMethods()
export class ChangesController implements ChangesServiceController {
  constructor(@Inject(ChangeFeed) private readonly feed: ChangeFeed) {}

  watchChanges(): Observable<WatchChangesResponse> {
    // Tells a gateway that it is connected, and that anything it holds may be out of date.
    return new Observable((subscriber) => {
      subscriber.next({ topic: '*' });
      return this.feed.notices.subscribe(subscriber);
    });
  }
}
