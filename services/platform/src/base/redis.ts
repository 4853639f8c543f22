import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as Redis from 'redis';
import { redisAddress, redisAddressForms } from './redis-address.js';

/**
 * The one way to Redis (or Valkey): a server, a cluster, or a server that sentinels know, told apart by the address. A
 * process that wants Redis asks here, so that all of them understand the same addresses.
 */

const require = createRequire(import.meta.url);

export interface RedisOptions {
  /** Fail at once while Redis is away, instead of keeping commands until it is back. */
  failWhileAway?: boolean;
}

/** A lost connection is sought again forever, at most every five seconds. */
const retryMs = (retries: number) => Math.min(100 * 2 ** retries, 5_000);

/**
 * A client of that Redis, not yet connected. Whoever opens it listens to its `error` event.
 * @throws Error when `url` is no Redis address
 */
export function openRedis(url: string, { failWhileAway = false }: RedisOptions = {}) {
  const address = redisAddress(url);
  if (!address) throw new Error(`The Redis address ${redisAddressForms}`);
  const tls = address.tls && { tls: true as const, ...(address.caFile && { ca: readFileSync(address.caFile) }) };
  const socket = { reconnectStrategy: retryMs, ...tls };
  const options = {
    ...(address.username !== undefined && { username: address.username }),
    ...(address.password !== undefined && { password: address.password }),
    disableOfflineQueue: failWhileAway,
  };
  // Loaded here, so that an installation without Redis does not pay for its client: seven megabytes a process.
  const { createClient, createCluster, createSentinel } = require('redis') as typeof Redis;
  const [first] = address.nodes;
  if (address.kind === 'cluster') {
    const cluster = createCluster({
      rootNodes: address.nodes.map((node) => ({ socket: node })),
      defaults: { ...options, socket },
      minimizeConnections: true,
    });
    // It only tells of its nodes; whoever listens wants what the other two tell.
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
 * Connects, however long that takes: a server's client tries again by itself, those of clusters and sentinels give up.
 * @param given whether it has been given up meanwhile; then it comes back unconnected
 */
export async function connectRedis(client: RedisClient, given: () => boolean = () => false): Promise<void> {
  for (let retries = 0; !given(); retries += 1) {
    try {
      await client.connect();
      // Nobody else would close it any more.
      if (given()) await client.destroy();
      return;
    } catch (error) {
      if (given()) return;
      client.emit('error', error);
      await sleep(retryMs(retries), undefined, { ref: false });
    }
  }
}

/**
 * The same, in the shape that BullMQ's adapter knows: one connection with `quit` and `duplicate`. Clusters and sentinels
 * have several, so what the adapter would miss is put in between; connection names, which only serve for looking, are not
 * set. All keys of the queues have one hash tag, by which a cluster knows where each command goes.
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
      return typeof value === 'function' ? (value as (...words: unknown[]) => unknown).bind(target) : value;
    },
  });
}
