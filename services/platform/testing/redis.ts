/** Redis servers for tests; Debian's package contains the program. */
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

/** Starts a server on a free port. */
export async function redisServer(settings: Record<string, string | number> = {}): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-redis-'));
  const port = await freePort();
  const lines = Object.entries({ port, bind: '127.0.0.1', dir: folder, save: '""', ...settings });
  const file = join(folder, 'redis.conf');
  writeFileSync(file, `${lines.map(([name, value]) => `${name} ${value}`).join('\n')}\n`);
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
    const running = spawn(program, [file], { stdio: ['ignore', 'pipe', 'pipe'] });
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
