import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { freePort } from '../../../services/platform/local/ports.mjs';
import { end, newFolder } from '../../lib/processes.mjs';
import { until } from '../../lib/until.mjs';

/** Starts a Redis as in an installation, which can be stopped, restarted and wiped. */
export async function startRedis({ program = process.env.REDIS_SERVER || 'redis-server' } = {}) {
  const folder = newFolder('redis');
  const port = await freePort();
  let server;

  const send = (command) =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.setTimeout(1_000, () => socket.destroy(new Error('no answer')));
      socket.once('error', reject);
      socket.once('connect', () => socket.write(`${command}\r\n`));
      socket.once('data', (response) => {
        socket.end();
        resolve(response.toString('utf8').trim());
      });
    });

  async function start() {
    const args = ['--port', port, '--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes', '--save', ''];
    server = spawn(program, [...args.map(String), '--maxmemory-policy', 'noeviction'], { stdio: 'ignore' });
    let failure;
    server.once('error', (error) => (failure = error));
    await until(`${program} to answer`, async () => failure ?? (await send('PING')) === '+PONG', { intervalMs: 50 });
    if (failure) throw new Error(`${program} does not start: ${failure.message}`);
  }

  const stop = () => end(server, { signal: 'SIGKILL' });

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    stop,
    /** Deletes everything, like a Redis without a disk that loses power. */
    flush: () => send('FLUSHALL'),
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
