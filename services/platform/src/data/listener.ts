/** LISTEN and NOTIFY of Postgres. All listeners of a process share one connection. */
import { Client } from 'pg';
import type { DataSource } from 'typeorm';

const urlOf = (dataSource: DataSource) => (dataSource.options as { url: string }).url;
/** Returns the schema of a data source, which is also the name prefix of its channels. */
export const schemaOf = (dataSource: DataSource) => (dataSource.options as { schema?: string }).schema ?? 'public';

/** Returns the name of a service's notice channel, such as "content_changes". */
export const channelOf = (dataSource: DataSource, topic: 'changes' | 'outbox' | 'confirmations'): string =>
  `${schemaOf(dataSource)}_${topic}`;

/** Retry interval after a broken connection. */
const retryIntervalMs = 500;

/** LISTEN needs a direct connection, not a pooler. */
class ListenConnection {
  private readonly listeners = new Set<Listener>();
  private client: Client | undefined;
  /** Connected, but listeners may still be subscribing. */
  private isUp = false;
  private opening: Promise<void> | undefined;
  private subscribing: Promise<void> = Promise.resolve();
  private retry: NodeJS.Timeout | undefined;

  constructor(private readonly url: string) {}

  /** Resolves when the listener is subscribed, or the attempt has failed and will be retried. */
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
      if (this.client === client) this.scheduleReopen();
    });
    try {
      await client.connect();
      this.isUp = true;
      for (const listener of [...this.listeners]) await this.subscribe(client, listener);
    } catch (error) {
      this.report(error as Error);
      this.scheduleReopen();
      await client.end().catch(() => undefined);
    }
  }

  /** Subscribes one by one: a client runs a single statement at a time. */
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

  private scheduleReopen(): void {
    this.isUp = false;
    if (this.retry || this.listeners.size === 0) return;
    this.retry = setTimeout(() => {
      this.retry = undefined;
      this.opening = this.open().finally(() => (this.opening = undefined));
    }, retryIntervalMs);
  }
}

/** By database URL. */
const connections = new Map<string, ListenConnection>();

/** Returns whether this process is connected to listen. A server stop or crash ends that immediately. */
export const isListening = (dataSource: DataSource): boolean =>
  connections.get(urlOf(dataSource))?.isListening ?? false;

/** Listens on channels of Postgres and reconnects after a broken connection. */
export class Listener {
  private connection: ListenConnection | undefined;
  private readonly url: string;

  constructor(
    dataSource: DataSource,
    readonly channels: readonly string[],
    readonly handlers: {
      onNotice: (channel: string, payload: string) => void;
      /** Called after every (re)connect, because notices may have been missed. */
      onConnected: () => void;
      onError: (error: Error) => void;
    },
  ) {
    this.url = urlOf(dataSource);
  }

  /** Resolves after the first attempt to subscribe; a failed one is retried until `stop`. */
  async start(): Promise<void> {
    this.connection = connections.get(this.url) ?? new ListenConnection(this.url);
    connections.set(this.url, this.connection);
    await this.connection.add(this);
  }

  /** Closes the shared connection with its last listener. */
  async stop(): Promise<void> {
    const { connection, url } = this;
    if (!connection || connection.remove(this)) return;
    if (connections.get(url) === connection) connections.delete(url);
    await connection.close();
  }
}
