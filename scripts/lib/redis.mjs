import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './ports.mjs';

/** A Redis of our own, configured as the operators' is, that can be stopped, started again and wiped. */
export async function startRedis({ program = process.env.REDIS_SERVER || 'redis-server' } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-redis-'));
  const port = await freePort();
  let server;

  const send = (command) =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.setTimeout(1_000, () => socket.destroy(new Error('no answer')));
      socket.once('error', reject);
      socket.once('connect', () => socket.write(`${command}\r\n`));
      socket.once('data', (answer) => {
        socket.end();
        resolve(answer.toString('utf8').trim());
      });
    });

  async function start() {
    const words = ['--port', port, '--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes', '--save', ''];
    server = spawn(program, [...words.map(String), '--maxmemory-policy', 'noeviction'], { stdio: 'ignore' });
    let failure;
    server.once('error', (error) => (failure = error));
    for (let tries = 0; tries < 200; tries += 1) {
      if (failure) throw new Error(`${program} does not start: ${failure.message}`);
      if ((await send('PING').catch(() => '')) === '+PONG') return;
      await wait(50);
    }
    throw new Error(`${program} does not answer`);
  }

  async function stop(signal = 'SIGKILL') {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    stop,
    /** Forgets everything, as a Redis without a disk does when its machine loses power. */
    flush: () => send('FLUSHALL'),
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
