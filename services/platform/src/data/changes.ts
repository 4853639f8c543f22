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
 * Change notices: a transaction announces its change, Postgres notifies every process of the service on commit, and
 * they notify the gateways over `WatchChanges`. If a notice is lost, the gateways' cache TTL limits the delay.
 */

/** Announces that `topic` (or only its `id`) changed, once the manager's transaction commits. */
export async function announce(manager: EntityManager, topic: string, id?: string): Promise<void> {
  await manager.query('SELECT pg_notify($1, $2)', [channelOf(manager.connection), JSON.stringify({ topic, id })]);
}

const channelOf = (dataSource: DataSource) => `${schemaOf(dataSource)}_changes`;
const schemaOf = (dataSource: DataSource) => (dataSource.options as { schema?: string }).schema ?? 'public';

/** Retry intervals: after a broken connection, and for a standby, which doesn't support LISTEN until it is promoted. */
const [againMs, standbyAgainMs] = [500, 10_000];
/** "cannot execute LISTEN during recovery" */
const isStandby = (error: Error & { code?: string }) => error.code === '25006';

/** A process's connection to a database for all its listeners. LISTEN needs a direct connection, not a pooler. */
class ListenConnection {
  private readonly listeners = new Set<Listener>();
  private client: Client | undefined;
  /** Connected, but listeners may still be subscribing. */
  private isUp = false;
  private opening: Promise<void> | undefined;
  private subscribing: Promise<void> = Promise.resolve();
  private retry: NodeJS.Timeout | undefined;
  private onStandby = false;

  constructor(private readonly url: string) {}

  /** Resolves when the listener is subscribed, or when the attempt has failed and will be retried. */
  async add(listener: Listener): Promise<void> {
    this.listeners.add(listener);
    if (this.client && this.isUp) await this.subscribe(this.client, listener).catch(() => undefined);
    else if (!this.retry) await (this.opening ??= this.open().finally(() => (this.opening = undefined)));
  }

  /** @returns whether other listeners remain */
  remove(listener: Listener): boolean {
    this.listeners.delete(listener);
    return this.listeners.size > 0;
  }

  async close(): Promise<void> {
    clearTimeout(this.retry);
    await this.client?.end().catch(() => undefined);
  }

  get isListening(): boolean {
    return this.isUp;
  }

  private async open(): Promise<void> {
    const client = new Client({ connectionString: this.url, keepAlive: true, connectionTimeoutMillis: 2_000 });
    this.client = client;
    client.on('notification', ({ channel, payload }) => {
      for (const { channels, handlers } of this.listeners)
        if (channels.includes(channel)) handlers.onNotice(channel, payload ?? '');
    });
    client.on('error', (error) => this.report(error));
    client.on('end', () => {
      if (this.client === client) this.openLater();
    });
    try {
      await client.connect();
      this.isUp = true;
      for (const listener of [...this.listeners]) await this.subscribe(client, listener);
      this.onStandby = false;
    } catch (error) {
      // Reported once: a second region stays a standby for months.
      const isNews = !this.onStandby || !isStandby(error as Error);
      this.onStandby = isStandby(error as Error);
      if (isNews) this.report(error as Error);
      this.openLater();
      await client.end().catch(() => undefined);
    }
  }

  /** One listener at a time: a client runs a single statement at a time. */
  private subscribe(client: Client, listener: Listener): Promise<void> {
    const subscribed = this.subscribing.then(async () => {
      for (const channel of listener.channels) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      if (this.listeners.has(listener)) listener.handlers.onConnected();
    });
    this.subscribing = subscribed.catch(() => undefined);
    return subscribed;
  }

  private report(error: Error): void {
    for (const { handlers } of this.listeners) handlers.onError(error);
  }

  private openLater(): void {
    this.isUp = false;
    if (this.retry || this.listeners.size === 0) return;
    this.retry = setTimeout(
      () => {
        this.retry = undefined;
        this.opening = this.open().finally(() => (this.opening = undefined));
      },
      this.onStandby ? standbyAgainMs : againMs,
    );
  }
}

/** By database URL. */
const connections = new Map<string, ListenConnection>();

/**
 * Returns whether this process is connected to listen on the database of `url`. A server stop or crash ends that
 * immediately.
 */
export const isListening = (url: string): boolean => connections.get(url)?.isListening ?? false;

/**
 * Listens on channels of Postgres and reconnects after a broken connection. The listeners of a process share one
 * connection.
 */
export class Listener {
  private connection: ListenConnection | undefined;

  constructor(
    private readonly url: string,
    readonly channels: readonly string[],
    readonly handlers: {
      onNotice: (channel: string, payload: string) => void;
      /** Called after every (re)connect, because notices may have been missed. */
      onConnected: () => void;
      onError: (error: Error) => void;
    },
  ) {}

  async start(): Promise<void> {
    this.connection = connections.get(this.url) ?? new ListenConnection(this.url);
    connections.set(this.url, this.connection);
    await this.connection.add(this);
  }

  async stop(): Promise<void> {
    const { connection, url } = this;
    if (!connection || connection.remove(this)) return;
    if (connections.get(url) === connection) connections.delete(url);
    await connection.close();
  }
}

/** Change notices of this service's schema, on commit. */
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

  /** Ends all open streams; streams opened later end after their first notice. */
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
    // Signals that the gateway is connected and that all its cached data may be stale.
    return new Observable((subscriber) => {
      subscriber.next({ topic: '*' });
      return this.feed.notices.subscribe(subscriber);
    });
  }
}
