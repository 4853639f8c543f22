import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http';
import request from 'supertest';
import { until } from '../../../../services/platform/testing/until.js';
import { startFakeServices, type FakeServices } from '../../testing/fake-services.js';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.js';

const path = '/media/snapshots/a2/01a1fb55-69c7-766f-8ee9-d5a97b08f9a2-1280.jpg';
const sizeBytes = 8 * 1024 * 1024;

let services: FakeServices;
let gateway: TestGateway;
let behavior: RequestListener;
const store = createServer((incoming, answer) => behavior(incoming, answer));

beforeAll(async () => {
  services = await startFakeServices();
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
  gateway = await startTestGateway(services, {
    S3_ENDPOINT: `http://127.0.0.1:${(store.address() as { port: number }).port}`,
  });
});

afterAll(async () => {
  await gateway.close();
  services.kill();
  store.closeAllConnections();
  store.close();
});

const headers = { ETag: '"x"', 'Content-Length': sizeBytes };

it.each<[string, RequestListener]>([
  ['hangs up', (incoming) => incoming.socket.destroy()],
  ['refuses', (_incoming, answer) => answer.writeHead(403).end()],
  ['fails', (_incoming, answer) => answer.writeHead(500).end()],
  ['does not answer', () => undefined],
])('returns 503 with Retry-After while the object store %s', async (_name, misbehave) => {
  behavior = misbehave;
  const answer = await request(gateway.url).get(path);
  expect([answer.status, answer.headers['retry-after'], answer.headers['cache-control']]).toEqual([
    503,
    '5',
    'no-store',
  ]);
  expect(answer.body.message).toBe('We can’t show pictures right now. Try again in a minute.');
});

it('aborts instead of passing off half a picture as complete', async () => {
  behavior = (incoming, answer) => {
    answer.writeHead(200, headers);
    if (incoming.method === 'HEAD') return void answer.end();
    answer.write(randomBytes(1024 * 1024), () => incoming.socket.destroy());
  };
  await expect(request(gateway.url).get(path)).rejects.toThrow('aborted');
});

it('stops reading from the object store when the client disconnects', async () => {
  let upstream: 'reading' | 'left' | undefined;
  behavior = (incoming, answer) => {
    answer.writeHead(200, headers);
    if (incoming.method === 'HEAD') return void answer.end();
    upstream = 'reading';
    answer.on('close', () => (upstream = 'left'));
    answer.write(randomBytes(1024));
  };
  const call = httpRequest(`${gateway.url}${path}`).end();
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  expect(upstream).toBe('reading');
  call.destroy();
  await until('the gateway has let go of the store', () => upstream === 'left');
});

it('reads from the object store no faster than the client', async () => {
  let written = 0;
  behavior = (incoming, answer) => {
    answer.writeHead(200, { ...headers, 'Content-Length': 100 * 1024 * 1024 });
    if (incoming.method === 'HEAD') return void answer.end();
    const more = () => {
      if (answer.destroyed) return;
      written += 64 * 1024;
      if (answer.write(Buffer.alloc(64 * 1024))) setImmediate(more);
      else answer.once('drain', more);
    };
    more();
  };
  const call = httpRequest(`${gateway.url}${path}`).end();
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  answer.pause();
  let before = -1;
  let looksWithoutChange = 0;
  await until('the store is held back, at twenty looks in a row', () => {
    looksWithoutChange = before === written ? looksWithoutChange + 1 : 0;
    before = written;
    return looksWithoutChange >= 20;
  });
  expect(written).toBeLessThan(50 * 1024 * 1024);
  call.destroy();
});
