import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { startFakeServices, type FakeServices } from '../testing/fake-services.js';
import { phonePhoto } from '../testing/image-files.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const create = 'submissions.v1.SnapshotsService/CreateSnapshot';
const uploadFolder = mkdtempSync(join(tmpdir(), 'uploads-'));
let services: FakeServices;
let gateway: TestGateway;
let photo: Buffer;

let behavior: RequestListener;
const store = createServer((incoming, response) => behavior(incoming, response));

beforeAll(async () => {
  services = await startFakeServices();
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
  gateway = await startTestGateway(services, {
    UPLOAD_DIR: uploadFolder,
    S3_ENDPOINT: `http://127.0.0.1:${(store.address() as { port: number }).port}`,
    RATE_LIMIT_SCALE: '1000',
  });
  photo = await phonePhoto();
});

afterAll(async () => {
  await gateway.close();
  services.kill();
  store.closeAllConnections();
  store.close();
  rmSync(uploadFolder, { recursive: true, force: true });
});

const send = () =>
  request(gateway.url)
    .post('/main/snapshot/create')
    .field({ first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', location: 'Conway' })
    .attach('snapshot_file_path', photo, 'photo.jpg');

/** Headers with the object's size, for HEAD. */
const lengthFor = ({ method }: IncomingMessage, sizeBytes: number) => ({
  ETag: '"x"',
  'Content-Length': method === 'HEAD' ? sizeBytes : 0,
});

it.each<[string, RequestListener]>([
  ['hangs up', (incoming) => incoming.socket.destroy()],
  ['refuses without reading', (_incoming, response) => response.writeHead(403).end()],
  ['asks to slow down', (incoming, response) => incoming.resume().on('end', () => response.writeHead(503).end())],
  [
    'confirms what it then does not have',
    (incoming, response) =>
      incoming.resume().on('end', () => response.writeHead(incoming.method === 'PUT' ? 200 : 404).end()),
  ],
  [
    'confirms what it has only in part',
    (incoming, response) => incoming.resume().on('end', () => response.writeHead(200, lengthFor(incoming, 17)).end()),
  ],
])('acknowledges nothing while the object store %s', async (_name, misbehave) => {
  behavior = misbehave;
  const { status, body, headers } = await send();
  expect([status, headers['retry-after']]).toEqual([503, '5']);
  expect(body).toMatchObject({
    status: false,
    errors: [{ message: 'We can’t save pictures right now. Try again in a minute.' }],
  });
  expect(services.submissions.callsOf(create)).toBe(0);
  expect(readdirSync(uploadFolder)).toEqual([]);
});

it('accepts uploads again as soon as the object store does', async () => {
  services.submissions.handlers[create] = () => ({ id: 'a', replayed: false });
  let sizeBytes = 0;
  behavior = (incoming, response) => {
    incoming.on('data', (chunk: Buffer) => (sizeBytes += chunk.length));
    incoming.on('end', () => response.writeHead(200, lengthFor(incoming, sizeBytes)).end());
  };
  expect((await send()).status).toBe(201);
  expect(sizeBytes).toBe(photo.length);
});
