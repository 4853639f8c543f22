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

/** The connection on which a process listens to a database, for all of its listeners. LISTEN needs a direct one, not a pooler. */
class ListenConnection {
  private readonly listeners = new Set<Listener>();
  private client: Client | undefined;
  /** Connected, but its listeners may still be subscribing. */
  private isUp = false;
  private opening: Promise<void> | undefined;
  private subscribing: Promise<void> = Promise.resolve();
  private retry: NodeJS.Timeout | undefined;
  private onStandby = false;

  constructor(private readonly url: string) {}

  /** Resolves when the listener is subscribed, or the attempt has failed and is to be repeated. */
  async add(listener: Listener): Promise<void> {
    this.listeners.add(listener);
    if (this.client && this.isUp) await this.subscribe(this.client, listener).catch(() => undefined);
    else if (!this.retry) await (this.opening ??= this.open().finally(() => (this.opening = undefined)));
  }

  /** @returns whether others still listen */
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
      // Said once: a second region is like this for months.
      const isNews = !this.onStandby || !isStandby(error as Error);
      this.onStandby = isStandby(error as Error);
      if (isNews) this.report(error as Error);
      this.openLater();
      await client.end().catch(() => undefined);
    }
  }

  /** One listener after the other: a client takes one statement at a time. */
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

/** By address. */
const connections = new Map<string, ListenConnection>();

/** Whether this process is connected to the database of `url` to listen: a server that stops or crashes ends that at once. */
export const isListening = (url: string): boolean => connections.get(url)?.isListening ?? false;

/** Listens on channels of Postgres, and again after a broken connection. The listeners of a process share one connection. */
export class Listener {
  private connection: ListenConnection | undefined;

  constructor(
    private readonly url: string,
    readonly channels: readonly string[],
    readonly handlers: {
      onNotice: (channel: string, payload: string) => void;
      /** Called after every (re)connect, as notices may have been missed. */
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
