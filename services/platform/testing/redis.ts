/** Redis servers for tests that need a specific topology; Debian's package contains the program. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'redis';
import { freePort } from '../local/ports.mjs';
import { until } from './until.js';

const program = process.env['REDIS_SERVER'] ?? 'redis-server';

const redisIsThere = spawnSync(program, ['--version']).status === 0;

/** Without Redis, these tests are reported as skipped; CI has one. */
export const describeWithRedis = redisIsThere ? describe : describe.skip;

export interface RedisServer {
  port: number;
  /** Kills it like a machine failure. */
  kill(): Promise<void>;
  /** Restarts it on the same port with its saved data. */
  start(): Promise<void>;
  runCommand(...args: string[]): Promise<unknown>;
  remove(): Promise<void>;
}

/** Starts a server on a free port. @param sentinel lines of a sentinel's configuration; then it is a sentinel */
export async function redisServer(settings: Record<string, string | number> = {}, sentinel = ''): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-redis-'));
  const port = await freePort();
  const lines = Object.entries({ port, bind: '127.0.0.1', dir: folder, save: '""', ...settings });
  const file = join(folder, 'redis.conf');
  writeFileSync(file, `${lines.map(([name, value]) => `${name} ${value}`).join('\n')}\n${sentinel}\n`);
  let child: ChildProcess | undefined;
  const runCommand = async (...args: string[]) => {
    const client = createClient({ socket: { host: '127.0.0.1', port, reconnectStrategy: false } });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await client.sendCommand(args);
    } finally {
      client.destroy();
    }
  };
  const start = async () => {
    const running = spawn(program, [file, ...(sentinel ? ['--sentinel'] : [])], { stdio: ['ignore', 'pipe', 'pipe'] });
    child = running;
    let output = '';
    for (const stream of [running.stdout, running.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-2_000)));
    await until('Redis to answer', () => {
      if (running.exitCode !== null) throw new Error(`Redis ended with ${running.exitCode}:\n${output}`);
      return runCommand('PING').then(
        () => true,
        () => false,
      );
    });
  };
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    port,
    kill,
    start,
    runCommand,
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a cluster of `count` nodes without replicas, and waits until it is usable. */
export async function redisCluster(count: number): Promise<RedisServer[]> {
  const nodes: RedisServer[] = [];
  // Cluster nodes' second port; the default is the first plus 10,000, free or not.
  const busPorts: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const busPort = await freePort();
    busPorts.push(busPort);
    nodes.push(await redisServer({ 'cluster-enabled': 'yes', 'cluster-port': busPort, appendonly: 'yes' }));
  }
  const share = Math.ceil(16_384 / count);
  for (const [index, node] of nodes.entries()) {
    const last = Math.min((index + 1) * share, 16_384) - 1;
    await node.runCommand('CLUSTER', 'ADDSLOTSRANGE', String(index * share), String(last));
    await node.runCommand('CLUSTER', 'SET-CONFIG-EPOCH', String(index + 1));
    if (index > 0) await node.runCommand('CLUSTER', 'MEET', '127.0.0.1', String(nodes[0]?.port), String(busPorts[0]));
  }
  for (const node of nodes)
    await until('the cluster to be whole', async () => {
      const info = String(await node.runCommand('CLUSTER', 'INFO'));
      return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${count}`);
    });
  return nodes;
}

/** Starts a server with a replica, and a sentinel that promotes it after half a second. */
export async function redisWithSentinel(): Promise<{ main: RedisServer; replica: RedisServer; sentinel: RedisServer }> {
  const main = await redisServer();
  const replica = await redisServer({ replicaof: `127.0.0.1 ${main.port}` });
  const sentinel = await redisServer(
    {},
    [
      `sentinel monitor site 127.0.0.1 ${main.port} 1`,
      'sentinel down-after-milliseconds site 500',
      'sentinel failover-timeout site 2000',
    ].join('\n'),
  );
  await until('the sentinel to know the replica', async () =>
    JSON.stringify(await sentinel.runCommand('SENTINEL', 'REPLICAS', 'site')).includes(String(replica.port)),
  );
  await until('the replica to follow', async () =>
    String(await replica.runCommand('INFO', 'replication')).includes('master_link_status:up'),
  );
  return { main, replica, sentinel };
}
