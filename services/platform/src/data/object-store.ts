/** Client of the object store for uploads and images. */
import { readFileSync } from 'node:fs';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, CopyConditions } from 'minio';
import type { StoreConfiguration } from '../base/config.js';
import { nameDependency } from '../base/outage-log.js';
import { RoleKeys, roleOf, type StoreKey, type StoreRole } from './store-role.js';

export type ObjectStoreSettings = StorePlace & (StoreKey | { role: StoreRole });

export interface StorePlace {
  endpoint: string;
  bucket: string;
  region: string;
  /** Path of the store's CA (PEM); default: the system's CAs. */
  caFile?: string | undefined;
}

/** Reads the settings from a process's configuration (`objectStoreVariables`). */
export const objectStoreSettings = (config: StoreConfiguration): ObjectStoreSettings => ({
  endpoint: config.S3_ENDPOINT,
  bucket: config.S3_BUCKET,
  region: config.S3_REGION,
  caFile: config.S3_CA_FILE,
  ...(config.S3_CREDENTIALS === 'role'
    ? { role: roleOf(config, config.S3_REGION) }
    : { accessKey: config.S3_ACCESS_KEY ?? '', secretKey: config.S3_SECRET_KEY ?? '' }),
});

export interface StoredObject {
  sizeBytes: number;
  mediaType: string;
  etag: string;
}

const presignedForSeconds = 300;

/**
 * A store silent for this long counts as down. Node's socket timeout only emits an event, so the socket is closed here.
 */
const agentOptions = { keepAlive: true, timeout: 10_000 };

function endSilentSockets(agent: HttpAgent): HttpAgent {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const socket = connect(options, callback);
    socket?.on('timeout', () =>
      socket.destroy(Object.assign(new Error('the object store does not respond'), { code: 'ETIMEDOUT' })),
    );
    return socket;
  };
  return agent;
}

/** The store for uploads: any S3 with Put, Get, Head, Delete, List and Copy. */
export class ObjectStore {
  private readonly client: () => Promise<Client>;
  private readonly bucket: string;
  private readonly agent: HttpAgent;
  /** The store's CA, for users of presigned URLs. */
  readonly tls: { ca?: Buffer };

  constructor(settings: ObjectStoreSettings) {
    const { protocol, hostname, port } = new URL(settings.endpoint);
    const useSSL = protocol === 'https:';
    this.tls = settings.caFile ? { ca: readFileSync(settings.caFile) } : {};
    this.agent = endSilentSockets(
      useSSL ? new HttpsAgent({ ...agentOptions, ...this.tls }) : new HttpAgent(agentOptions),
    );
    if (port) nameDependency(settings.endpoint, 'object store', Number(port));
    this.bucket = settings.bucket;
    const open = ({ accessKey, secretKey, sessionToken }: StoreKey) =>
      new Client({
        endPoint: hostname,
        port: port ? Number(port) : useSSL ? 443 : 80,
        useSSL,
        accessKey,
        secretKey,
        ...(sessionToken && { sessionToken }),
        region: settings.region,
        pathStyle: true,
        transportAgent: this.agent,
        // The client's own retries would write to the console.
        retryOptions: { disableRetry: true },
      });
    this.client = clients(settings, open);
  }

  /**
   * Creates the bucket if it doesn't exist. Safe for concurrent processes. Some stores don't let a key limited to
   * prefixes query the bucket; another process has created it then.
   */
  async ensureBucket(): Promise<void> {
    const client = await this.client();
    const exists = await client.bucketExists(this.bucket).catch((error: Error & { code?: string }) => {
      if (error.code === 'AccessDenied') return true;
      throw error;
    });
    if (exists) return;
    await client.makeBucket(this.bucket).catch((error: Error & { code?: string }) => {
      if (error.code !== 'BucketAlreadyOwnedByYou' && error.code !== 'BucketAlreadyExists') throw error;
    });
  }

  /** Readiness check: rejects if the store doesn't respond or refuses our key. */
  async ping(): Promise<void> {
    await (await this.client()).bucketExists(this.bucket);
  }

  /** Returns a URL that accepts one PUT of `key` for five minutes. */
  async presignedPut(key: string): Promise<string> {
    return (await this.client()).presignedPutObject(this.bucket, key, presignedForSeconds);
  }

  async put(key: string, bytes: Buffer, mediaType: string): Promise<void> {
    await this.persistently((client) =>
      client.putObject(this.bucket, key, bytes, bytes.length, { 'Content-Type': mediaType }),
    );
  }

  /** Reads a whole object. @throws NoSuchKey if there is none */
  async get(key: string): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of await this.persistently((client) => client.getObject(this.bucket, key)))
      chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  /** Returns undefined if there is no such object. */
  async stream(key: string): Promise<Readable | undefined> {
    return this.persistently((client) => client.getObject(this.bucket, key)).catch(undefinedIfMissing);
  }

  /** Returns an object's size, type and ETag without its bytes; undefined if there is none. */
  async stat(key: string): Promise<StoredObject | undefined> {
    const stat = await this.persistently((client) => client.statObject(this.bucket, key)).catch(undefinedIfMissing);
    if (!stat) return undefined;
    const metadata = stat.metaData as Record<string, string>;
    return { sizeBytes: stat.size, mediaType: metadata['content-type'] ?? 'application/octet-stream', etag: stat.etag };
  }

  async copy(from: string, to: string): Promise<void> {
    await this.persistently((client) =>
      client.copyObject(this.bucket, to, `/${this.bucket}/${from}`, new CopyConditions()),
    );
  }

  /** Ignores missing objects. */
  async remove(keys: string[]): Promise<void> {
    const removed = (key: string) => this.persistently((client) => client.removeObject(this.bucket, key));
    await Promise.all(keys.map((key) => removed(key).catch(undefinedIfMissing)));
  }

  async list(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of this.entries(prefix)) keys.push(key);
    return keys;
  }

  /** Lists the objects below a prefix, with their time of last change, page by page. */
  async *entries(prefix: string): AsyncGenerator<{ key: string; changedAt: Date }> {
    for await (const item of (await this.client()).listObjectsV2(this.bucket, prefix, true)) {
      const { name, lastModified } = item as { name?: string; lastModified?: Date };
      if (name && lastModified) yield { key: name, changedAt: lastModified };
    }
  }

  close(): void {
    this.agent.destroy();
  }

  /**
   * Retries 500 and 503, as S3 recommends. All our requests are safe to repeat, because an object's bytes never change.
   * If the store doesn't respond, the caller decides.
   */
  private async persistently<Result>(operation: (client: Client) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await operation(await this.client());
      } catch (error) {
        if (attempt === attempts || !/Retryable HTTP status/.test((error as Error).message)) throw error;
        await pause(pauseMs(attempt));
      }
    }
  }
}

const attempts = 3;
const pauseMs = (attempt: number) => 50 * 2 ** attempt * (0.5 + Math.random());

/** Returns a client, reused until its key is replaced. */
function clients(settings: StoreKey | { role: StoreRole }, open: (key: StoreKey) => Client): () => Promise<Client> {
  if (!('role' in settings)) {
    const client = open(settings);
    return () => Promise.resolve(client);
  }
  const keys = new RoleKeys(settings.role);
  let last: { key: StoreKey; client: Client } | undefined;
  return async () => {
    const key = await keys.current();
    if (last?.key !== key) last = { key, client: open(key) };
    return last.client;
  };
}

function undefinedIfMissing(error: Error & { code?: string }): undefined {
  if (error.code === 'NoSuchKey' || error.code === 'NotFound') return undefined;
  throw error;
}
