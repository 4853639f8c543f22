import { randomBytes } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { newId } from '@site/platform/base/ids';
import request from 'supertest';
import { testObjectStore } from '../../../../services/platform/testing/object-store.js';
import { until } from '../../../../services/platform/testing/until.js';
import { MediaFiles } from './media-files.js';
import { startFakeServices, type FakeServices } from '../../testing/fake-services.js';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.js';

let services: FakeServices;
let gateway: TestGateway;
let bucket: Awaited<ReturnType<typeof testObjectStore>>;

beforeAll(async () => {
  services = await startFakeServices();
  bucket = await testObjectStore();
  gateway = await startTestGateway(services, { S3_BUCKET: bucket.settings.bucket, RATE_LIMIT_SCALE: '1000' });
});

afterAll(async () => {
  await gateway.close();
  services.kill();
  bucket.store.close();
});

function idOf(minutesAgo: number): string {
  const time = (Date.now() - minutesAgo * 60_000).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
}

const keyOf = (id = idOf(60), size = '640.jpg') => `snapshots/${id.slice(-2)}/${id}-${size}`;
const get = (path: string) => request(gateway.url).get(path);
const asModerator = () => ({ Authorization: `Bearer ${services.signIn('moderator').token}` });

async function stored(
  prefix: 'public' | 'pending',
  key = keyOf(),
  bytes = randomBytes(5_000),
): Promise<{ key: string; bytes: Buffer }> {
  await bucket.store.put(`${prefix}/${key}`, bytes, 'text/html');
  return { key, bytes };
}

describe('A published picture', () => {
  it.each([
    ['640.webp', 'image/webp'],
    ['640.jpg', 'image/jpeg'],
    ['96.png', 'image/png'],
  ])('%s is served as %s with headers that prevent scripts', async (size, mediaType) => {
    const { key, bytes } = await stored('public', keyOf(idOf(60), size));
    const answer = await get(`/media/${key}`).expect(200);
    expect(Buffer.from(answer.body as Buffer).equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': mediaType,
      'content-length': '5000',
      'cache-control': 'public, max-age=31536000, s-maxage=60, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'content-disposition': `inline; filename="image.${size.split('.')[1]}"`,
      etag: expect.stringMatching(/^"[^"]+"$/),
    });
  });

  it('may be a PDF, which is downloaded and never opened as a page', async () => {
    const { key } = await stored('public', keyOf(idOf(60), '1.pdf'));
    const { headers } = await get(`/media/${key}`).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    });
  });

  it("isn't sent again to clients that have it", async () => {
    const { key } = await stored('public');
    const { etag } = (await get(`/media/${key}`)).headers as { etag: string };
    const repeated = await get(`/media/${key}`).set('If-None-Match', `"other", W/${etag}`);
    expect([repeated.status, repeated.headers['etag'], repeated.headers['cache-control']]).toEqual([
      304,
      etag,
      'public, max-age=31536000, s-maxage=60, immutable',
    ]);
    expect(repeated.headers['content-length']).toBeUndefined();
    expect((await get(`/media/${key}`).set('If-None-Match', '"other"')).status).toBe(200);
  });

  it('is described by HEAD without a body', async () => {
    const { key } = await stored('public');
    const answer = await request(gateway.url).head(`/media/${key}`);
    expect([answer.status, answer.headers['content-length'], answer.headers['content-type']]).toEqual([
      200,
      '5000',
      'image/jpeg',
    ]);
  });

  it("is complete when it's large", async () => {
    const { key, bytes } = await stored('public', keyOf(), randomBytes(3 * 1024 * 1024));
    const answer = await get(`/media/${key}`);
    expect(answer.headers['content-length']).toBe(String(bytes.length));
    expect(Buffer.from(answer.body as Buffer).equals(bytes)).toBe(true);
  });

  it.each([
    ['an old one', 60],
    ['one that was made a moment ago', 0],
  ])('disappears within a quarter of a minute after its removal: %s', async (_which, minutesAgo) => {
    const { key } = await stored('public', keyOf(idOf(minutesAgo)));
    await get(`/media/${key}`).expect(200);
    await bucket.store.remove([`public/${key}`]);
    await until('it is gone', async () => (await get(`/media/${key}`)).status === 404, 15_000);
  });
});

describe('A pending picture', () => {
  it('exists only for moderators and admins, and is never cached', async () => {
    const { key, bytes } = await stored('pending');
    for (const role of ['admin', 'moderator'] as const) {
      const answer = await get(`/media/pending/${key}`).set('Authorization', `Bearer ${services.signIn(role).token}`);
      expect(Buffer.from(answer.body as Buffer).equals(bytes)).toBe(true);
      expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store', 'content-type': 'image/jpeg' });
    }
    for (const headers of [{}, { Authorization: 'Bearer wrong' }, { Cookie: 'token=x' }]) {
      const { status, body } = await get(`/media/pending/${key}`).set(headers);
      expect([status, body.errors]).toEqual([404, [{ message: 'There is no such picture.' }]]);
    }
    const ended = services.signIn('admin');
    services.sessions.delete(ended.sid);
    expect((await get(`/media/pending/${key}`).set('Authorization', `Bearer ${ended.token}`)).status).toBe(404);
    expect((await get(`/media/pending/${key}?token=${services.signIn('admin').token}`)).status).toBe(404);
  });

  it("can't be fetched as a published one, or vice versa", async () => {
    const { key } = await stored('pending');
    expect((await get(`/media/${key}`)).status).toBe(404);
    const published = await stored('public');
    expect((await get(`/media/pending/${published.key}`).set(asModerator())).status).toBe(404);
  });
});

describe("Anything that isn't one of our pictures", () => {
  it.each([
    ['an unknown picture', () => `/media/${keyOf()}`],
    ['the upload itself', () => `/media/staging/${newId()}`],
    ['a climb to the upload', () => `/media/../staging/${newId()}`],
    ['an escaped climb', () => `/media/snapshots/%2e%2e/%2e%2e/staging/${newId()}`],
    ['an escaped pending picture', () => `/media/%70ending/${keyOf()}`],
    ['a doubled slash', () => `/media//${keyOf()}`],
    ['a key in capitals', () => `/media/${keyOf().toUpperCase()}`],
    ['a folder', () => '/media/snapshots/'],
    ['the root', () => '/media/'],
    ['another folder than its id says', () => `/media/snapshots/zz/${idOf(60)}-640.jpg`],
    ['another type', () => `/media/${keyOf(idOf(60), '640.svg')}`],
    ['a property of objects', () => `/media/${keyOf(idOf(60), '640.constructor')}`],
    ['a size of zero', () => `/media/${keyOf(idOf(60), '0.jpg')}`],
    ['an id that is no UUIDv7', () => '/media/snapshots/3f/2f5b1a52-6a2e-4f0e-9a43-1b2c3d4e5f3f-640.jpg'],
    ['a NUL', () => `/media/${keyOf()}%00.jpg`],
  ])('%s returns 404 immediately', async (_name, path) => {
    await stored('pending');
    const startedAt = Date.now();
    const { port } = new URL(gateway.url);
    // A client library would normalize the path.
    const call = httpRequest({ host: '127.0.0.1', port, path: path(), method: 'GET' }).end();
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(Date.now() - startedAt).toBeLessThan(8_000);
  });

  it("can't be written, removed or listed", async () => {
    const { key } = await stored('public');
    for (const verb of ['post', 'put', 'delete', 'patch'] as const) {
      expect((await request(gateway.url)[verb](`/media/${key}`)).status).toBe(405);
    }
    expect(await bucket.store.stat(`public/${key}`)).toBeDefined();
  });
});

describe('A picture being processed', () => {
  const files = () => gateway.app.get(MediaFiles);
  const awaited = () => files().awaited;

  it("makes all its requests wait, and is served as soon as it's ready", async () => {
    const key = keyOf(newId());
    const publicResponses = Array.from({ length: 5 }, () => get(`/media/${key}`).then(({ status }) => status));
    await until('all of them wait', () => files().awaiting === 5);
    expect(awaited()).toBe(1);
    await stored('public', key);
    expect(await Promise.all(publicResponses)).toEqual([200, 200, 200, 200, 200]);
  });

  it("isn't assumed if its id is old or in the future", async () => {
    for (const minutesAgo of [3, -2]) {
      const startedAt = Date.now();
      expect((await get(`/media/${keyOf(idOf(minutesAgo))}`)).status).toBe(404);
      expect(Date.now() - startedAt).toBeLessThan(8_000);
    }
  });

  it('returns 503 with Retry-After after ten seconds, and immediately if too many requests wait', async () => {
    const startedAt = Date.now();
    const waiting = Array.from({ length: 32 }, () => get(`/media/${keyOf(newId())}`).then((answer) => answer));
    await until('all of them wait', () => awaited() === 32);
    expect((await get(`/media/${keyOf(newId())}`)).status).toBe(503);
    expect(Date.now() - startedAt).toBeLessThan(9_500);
    for (const { status, headers, body } of await Promise.all(waiting)) {
      expect([status, headers['retry-after'], headers['cache-control'], body.status]).toEqual([
        503,
        '5',
        'no-store',
        false,
      ]);
    }
    expect(Date.now() - startedAt).toBeGreaterThan(9_000);
  });
});
