import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close().closeAllConnections()));

async function listening(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function probe(port: number, ...path: string[]): Promise<number> {
  const child = spawn('/bin/bash', [join(import.meta.dirname, 'healthcheck.sh'), ...path], {
    env: { METRICS_PORT: String(port) },
    stdio: 'ignore',
  });
  const [code] = (await once(child, 'exit')) as [number];
  return code;
}

describe('healthcheck.sh', () => {
  it('reports whether the process returns 200 on the path', async () => {
    const port = await listening(({ url }, response) => {
      response.writeHead(url === '/readyz' ? 503 : 200).end('{}');
    });
    expect([await probe(port), await probe(port, '/healthz'), await probe(port, '/readyz')]).toEqual([0, 0, 1]);
  });

  it('times out on an unresponsive process, and fails without one', async () => {
    expect(await probe(await listening(() => undefined))).toBe(1);
    const removed = await listening(() => undefined);
    await new Promise((closed) => servers.pop()!.close(closed));
    expect(await probe(removed)).toBe(1);
  });
});
