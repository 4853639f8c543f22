import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../../services/platform/local/ports.mjs';
import { until } from '../../services/platform/testing/until.js';

let ingress: ChildProcess;
let port: number;
let targetPort: number;
let servers: Server[];

async function startTarget(answer: string): Promise<Server> {
  const server = createServer((request, response) => {
    void text(request).then((body) => response.end(`${answer} ${request.method} ${body.length}`));
  });
  servers.push(server);
  server.listen(targetPort, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const get = async (options = {}) =>
  (await fetch(`http://127.0.0.1:${port}/`, { headers: { Connection: 'close' }, ...options })).text();

beforeEach(async () => {
  servers = [];
  port = await freePort();
  targetPort = await freePort();
  ingress = spawn(process.execPath, [join(import.meta.dirname, 'ingress.mjs')], {
    env: { ...process.env, PORT: String(port), TARGET: `localhost:${targetPort}`, MAX_SILENCE_MS: '1000' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(ingress.stdout!, 'data');
});

afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  ingress.kill();
  await once(ingress, 'exit');
});

describe('the ingress', () => {
  it('forwards requests and responses of any size', async () => {
    await startTarget('nginx');
    expect(await get()).toBe('nginx GET 0');
    expect(await get({ method: 'POST', body: 'x'.repeat(5_000_000) })).toBe('nginx POST 5000000');
  });

  it('holds a connection until its target accepts it', async () => {
    const answer = get();
    const rejected = connect(targetPort, '127.0.0.1');
    const [error] = (await once(rejected, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
    await startTarget('late');
    expect(await answer).toBe('late GET 0');
  });

  it('fails no request while one target replaces another', async () => {
    const publicResponses: string[] = [];
    let answer = get();
    for (const name of ['one', 'two', 'three']) {
      const target = await startTarget(name);
      const closed = once(target, 'close');
      let requests = 0;
      // Closing resets connections not yet accepted. There are none while the only request is being answered.
      target.on('request', () => (requests += 1) === 3 && target.close());
      while (requests < 3) {
        publicResponses.push(await answer);
        answer = get();
      }
      await closed;
    }
    await startTarget('four');
    publicResponses.push(await answer);
    const thrice = (name: string) => Array<string>(3).fill(`${name} GET 0`);
    expect(publicResponses).toEqual([...thrice('one'), ...thrice('two'), ...thrice('three'), 'four GET 0']);
  });

  describe('closes both sides of a connection without progress', () => {
    const connections = new Set<Socket>();
    async function connected(handle: (socket: Socket) => void): Promise<Socket> {
      const target = createServer();
      servers.push(target);
      target.removeAllListeners('connection');
      target.on('connection', (socket: Socket) => {
        connections.add(socket);
        socket.once('close', () => connections.delete(socket)).on('error', () => undefined);
        socket.once('end', () => socket.destroy()).resume();
        handle(socket);
      });
      target.listen(targetPort, '127.0.0.1');
      await once(target, 'listening');
      const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined);
      await until('the connection to arrive', () => connections.size === 1);
      return client;
    }
    const untilClosed = () => until('both sides to be closed', () => connections.size === 0);

    it('that is silent', async () => {
      const client = await connected(() => undefined);
      await untilClosed();
      client.destroy();
    });

    it('whose client reads nothing', async () => {
      const client = await connected((socket) => socket.write(Buffer.alloc(50_000_000)));
      client.pause();
      await untilClosed();
      client.destroy();
    });

    it('whose target closed while the client keeps its side open', async () => {
      const client = await connected((socket) => socket.end('bye'));
      client.resume();
      await untilClosed();
      client.destroy();
    });

    it('but not one whose client reads slowly', async () => {
      const client = await connected((socket) => socket.write(Buffer.alloc(50_000_000)));
      const startedAt = performance.now();
      for await (const chunk of client) {
        expect((chunk as Buffer).length).toBeGreaterThan(0);
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (performance.now() - startedAt > 3_000) break;
      }
      expect(performance.now() - startedAt).toBeGreaterThan(3_000);
      client.destroy();
    });
  });
});
