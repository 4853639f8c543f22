/** Opens connections to a Redis (or Valkey) server, or to a managed service behind one address. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Redis from 'redis';
import { nameDependency } from './outage-log.js';

const require = createRequire(import.meta.url);

export interface RedisOptions {
  /** Fails immediately while Redis is down instead of queueing commands. */
  failWhileAway?: boolean;
}

/** Lost connections are retried forever. */
const retryMs = (retries: number) => Math.min(100 * 2 ** retries, 5_000);

/**
 * Returns a client that isn't connected yet. The caller must handle its `error` event.
 * @param url redis:// or rediss://, with the path of a CA file as `ca` if it isn't one of the system's
 */
export function openRedis(url: string, { failWhileAway = false }: RedisOptions = {}) {
  nameDependency(url, 'redis', 6379);
  const caFile = new URL(url).searchParams.get('ca');
  // Required lazily: the client takes 7 MB per process.
  const { createClient } = require('redis') as typeof Redis;
  return createClient({
    url,
    socket: { reconnectStrategy: retryMs, ...(caFile && { tls: true as const, ca: readFileSync(caFile) }) },
    disableOfflineQueue: failWhileAway,
  });
}

export type RedisClient = ReturnType<typeof openRedis>;
