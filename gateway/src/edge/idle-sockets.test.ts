import { connect, type Socket } from 'node:net';
import { until } from '../../../services/platform/testing/until.js';
import { setupGateway } from '../testing/given-gateway.js';

/** Sockets of clients that neither close nor read. */

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
const sockets = new Set<Socket>();
beforeAll(() => {
  provided.gateway.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
});
const open = () => {
  const socket = connect({ port: Number(new URL(provided.gateway.url).port), host: '127.0.0.1', allowHalfOpen: true });
  return socket.on('error', () => undefined);
};
const asUpgrade = (protocol: string, path = '/about') =>
  `GET ${path} HTTP/1.1\r\nHost: weather.example\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`;

describe('an upgrade request', () => {
  it.each([
    ['websocket', '/about'],
    ['websocket', '/main/weather/alerts'],
    ['websocket', '/no/such/page'],
    ['h2c', '/main/home'],
    ['websocket', '/admin/main/overview'],
  ])('to %s is answered and its connection closed, whatever the client does: %s', async (protocol, path) => {
    const socket = open();
    let text = '';
    socket.setEncoding('latin1').on('data', (part: string) => (text += part));
    socket.write(asUpgrade(protocol, path) + asUpgrade(protocol, path));
    await until('the connection to be closed', () => /^HTTP\/1\.1 \d+ /.test(text) && sockets.size === 0);
    expect(text).toMatch(/\r\nConnection: close\r\n/i);
    socket.destroy();
  });

  it('with a body that never comes is refused', async () => {
    const socket = open().resume();
    const headers = 'Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Type: application/json';
    socket.write(`POST /main/news/letter/create HTTP/1.1\r\n${headers}\r\nContent-Length: 9\r\n\r\n{`);
    await until('the connection to be accepted', () => sockets.size === 1);
    await until('the connection to be closed', () => sockets.size === 0);
    socket.destroy();
  }, 30_000);
});

describe('a connection without progress', () => {
  it('has a deadline of 30 seconds', () => expect(provided.gateway.server.timeout).toBe(30_000));

  describe('after its deadline', () => {
    const defaults = 30_000;
    beforeEach(() => (provided.gateway.server.timeout = 1_000));
    afterEach(() => (provided.gateway.server.timeout = defaults));
    const pipelined = (count: number) => 'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count);

    it.each([1, 40])('is closed if its client reads none of %i responses', async (count) => {
      const socket = open().pause();
      socket.write(pipelined(Math.max(8, count)));
      await until('the connection to be accepted', () => sockets.size === 1);
      await until('the connection to be closed', () => sockets.size === 0);
      socket.destroy();
    });

    it('is closed if its client half-closes it', async () => {
      const socket = open().pause();
      socket.end(pipelined(8));
      await until('the connection to be accepted', () => sockets.size === 1);
      await until('the connection to be closed', () => sockets.size === 0);
      socket.destroy();
    });

    it('stays while a slow client reads', async () => {
      const socket = open();
      let bytes = 0;
      const startedAt = performance.now();
      socket.write(pipelined(8));
      // Far more than the buffers of the system hold, at about 3 MB per second.
      for await (const chunk of socket) {
        bytes += (chunk as Buffer).length;
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (performance.now() - startedAt > 3_000) break;
      }
      expect(performance.now() - startedAt).toBeGreaterThan(3_000);
      expect(bytes).toBeGreaterThan(0);
      socket.destroy();
    });
  });
});
