/**
 * Opens connections to Redis (or Valkey): a server, a cluster, or a server behind sentinels, depending on the address.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as Redis from 'redis';
import { nameDependency } from './outage-log.js';
import { redisAddress, redisAddressForms } from './redis-address.js';

const require = createRequire(import.meta.url);

export interface RedisOptions {
  /** Fails immediately while Redis is down instead of queueing commands. */
  failWhileAway?: boolean;
}

/** Lost connections are retried forever. */
const retryMs = (retries: number) => Math.min(100 * 2 ** retries, 5_000);

/**
 * Returns a client that isn't connected yet. The caller must handle its `error` event.
 * @throws Error when `url` is not a Redis address
 */
export function openRedis(url: string, { failWhileAway = false }: RedisOptions = {}) {
  const address = redisAddress(url);
  if (!address) throw new Error(`The Redis address ${redisAddressForms}`);
  nameDependency(url, 'redis', 6379);
  const tls = address.tls && { tls: true as const, ...(address.caFile && { ca: readFileSync(address.caFile) }) };
  const socket = { reconnectStrategy: retryMs, ...tls };
  const options = {
    ...(address.username !== undefined && { username: address.username }),
    ...(address.password !== undefined && { password: address.password }),
    disableOfflineQueue: failWhileAway,
  };
  // Required lazily: the client takes 7 MB per process.
  const { createClient, createCluster, createSentinel } = require('redis') as typeof Redis;
  const [first] = address.nodes;
  if (address.kind === 'cluster') {
    const cluster = createCluster({
      rootNodes: address.nodes.map((node) => ({ socket: node })),
      defaults: { ...options, socket },
      minimizeConnections: true,
    });
    // A cluster client only emits events per node; callers expect those of the others.
    cluster.on('connect', () => void cluster.emit('ready'));
    cluster.on('node-error', (error: unknown) => void cluster.emit('error', error));
    cluster.on('node-reconnecting', () => void cluster.emit('reconnecting'));
    cluster.on('disconnect', () => void cluster.emit('end'));
    return cluster;
  }
  if (address.kind === 'sentinel')
    return createSentinel({
      name: address.masterName ?? '',
      sentinelRootNodes: address.nodes,
      nodeClientOptions: { ...options, socket },
      sentinelClientOptions: { socket: { ...tls } },
      scanInterval: 10_000,
      passthroughClientErrorEvents: true,
      maxCommandRediscovers: failWhileAway ? 0 : 16,
    });
  return createClient({
    ...options,
    socket: { ...socket, ...first },
    ...(address.database !== undefined && { database: address.database }),
  });
}

export type RedisClient = ReturnType<typeof openRedis>;

/**
 * Connects, however long it takes: clients of clusters and sentinels give up by themselves.
 * @param isAborted whether the caller has given up; the client is then returned unconnected
 */
export async function connectRedis(client: RedisClient, isAborted: () => boolean = () => false): Promise<void> {
  for (let retries = 0; !isAborted(); retries += 1) {
    try {
      await client.connect();
      // No one else would close it.
      if (isAborted()) await client.destroy();
      return;
    } catch (error) {
      if (isAborted()) return;
      client.emit('error', error);
      await sleep(retryMs(retries), undefined, { ref: false });
    }
  }
}

/**
 * Returns a client in the shape that BullMQ's adapter expects: one connection with `quit` and `duplicate`, which
 * clusters and sentinels lack. Connection names aren't set. All queue keys share one hash tag, which a cluster routes
 * commands by.
 */
export function openAsOneConnection(url: string): object {
  const client = openRedis(url);
  return redisAddress(url)?.kind === 'server' ? client : asOneConnection(client, () => openAsOneConnection(url));
}

function asOneConnection(client: RedisClient, duplicate: () => object): object {
  let connecting = false;
  let ended = false;
  const end = async (how: 'close' | 'destroy') => {
    ended = true;
    if (client.isOpen) await client[how]();
  };
  const instead: Record<string, unknown> = {
    async connect() {
      connecting = true;
      ended = false;
      await connectRedis(client, () => ended);
      connecting = false;
    },
    quit: () => end('close'),
    destroy: () => void end('destroy').catch(() => undefined),
    duplicate,
    clientSetName: () => Promise.resolve('OK'),
  };
  return new Proxy(client, {
    get(target, name) {
      if (name === 'isOpen') return connecting || target.isOpen;
      if (typeof name === 'string' && Object.hasOwn(instead, name)) return instead[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value;
    },
  });
}
