import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testObjectStore } from '../../testing/object-store.js';
import { ObjectStore } from './object-store.js';

/** With scripted responses: every store sometimes refuses requests. */

let server: Server;
let store: ObjectStore;
let statuses: number[];
let target: string[];

beforeEach(async () => {
  target = [];
  server = createServer((request, response) => {
    target.push(request.method ?? '');
    request.resume();
    request.on('end', () => response.writeHead(statuses.shift() ?? 204, { ETag: '"1"', 'Content-Length': 0 }).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  store = new ObjectStore({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accessKey: 'test-key',
    secretKey: 'test-secret',
    bucket: 'uploads',
    region: 'us-east-1',
  });
});
afterEach(async () => {
  store.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it.each([
  ['removes', 'DELETE', 204, () => store.remove(['staging/1'])],
  ['keeps', 'PUT', 200, () => store.put('staging/1', Buffer.from('picture'), 'image/png')],
])('%s an object although the store fails twice', async (_what, method, done, act) => {
  statuses = [500, 503, done];
  await act();
  expect(target).toEqual([method, method, method]);
});

it('rejects when the store keeps failing', async () => {
  statuses = Array<number>(10).fill(503);
  await expect(store.remove(['staging/1'])).rejects.toThrow('503');
  expect(target).toHaveLength(3);
});

it('does not retry a missing object', async () => {
  statuses = [404];
  expect(await store.stat('staging/1')).toBeUndefined();
  expect(target).toEqual(['HEAD']);
});

it('lists more objects than one S3 response contains', async () => {
  const { store: real } = await testObjectStore();
  const keys = Array.from({ length: 1_010 }, (_, index) => `public/snapshots/${String(index).padStart(4, '0')}`);
  for (let at = 0; at < keys.length; at += 50)
    await Promise.all(keys.slice(at, at + 50).map((key) => real.put(key, Buffer.from('p'), 'image/png')));

  const listed = await real.list('public/');

  expect(listed.sort()).toEqual(keys);
  real.close();
});
