import { unavailable } from '@site/proto/grpc';
import request from 'supertest';
import { testObjectStore } from '../../../../services/platform/testing/object-store.js';
import { until } from '../../../../services/platform/testing/until.js';
import { startFakeServices, type FakeServices } from '../../testing/fake-services.js';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.js';

const listPosts = 'weather.v1.SocialService/ListPosts';
const day = 86_400_000;
const name = 'social/ab/00000000-0000-7123-8456-0123456789ab';
const imageInfo = {
  state: 'ready',
  width: 640,
  height: 360,
  sizes: [
    { key: `${name}-640.webp`, width: 640, height: 360, mediaType: 'image/webp', sizeBytes: 3 },
    { key: `${name}-640.jpg`, width: 640, height: 360, mediaType: 'image/jpeg', sizeBytes: 3 },
  ],
};
const post = (changes: object = {}) => ({
  pageName: 'Arkansas Weather',
  pagePicture: imageInfo,
  image: imageInfo,
  message: 'Storms after 4 PM.',
  createdTime: '2026-11-20T20:15:30.000Z',
  url: 'https://www.facebook.com/1/posts/2',
  likesCount: 41,
  commentsCount: 7,
  sharesCount: 5,
  ...changes,
});
const fetchedAgo = (ms: number) => new Date(Date.now() - ms).toISOString();
const posts = (changes: object = {}) => ({
  posts: [post()],
  ok: true,
  fetchedAt: fetchedAgo(60_000),
  stale: false,
  reason: '',
  ...changes,
});

let services: FakeServices;
let gateway: TestGateway | undefined;
let bucket: Awaited<ReturnType<typeof testObjectStore>>;
beforeAll(async () => {
  bucket = await testObjectStore();
});
beforeEach(async () => {
  services = await startFakeServices();
});
afterEach(async () => {
  await gateway?.close();
  gateway = undefined;
  services.kill();
});
afterAll(() => bucket.store.close());

async function answering(response: () => object) {
  services.weather.handlers[listPosts] = response;
  gateway = await startTestGateway(services, { S3_BUCKET: bucket.settings.bucket, RATE_LIMIT_SCALE: '100' });
  const { url } = gateway;
  return () => request(url).get('/main/social/posts');
}

describe('GET /main/social/posts', () => {
  it("uses the specification's names and our own pictures", async () => {
    const response = posts();
    const get = await answering(() => response);

    const { status, body, headers } = await get();

    expect(status).toBe(200);
    expect(body).toEqual({
      status: true,
      action: 'Social posts',
      data: {
        ok: true,
        updatedAt: response.fetchedAt,
        stale: false,
        posts: [
          {
            pageName: 'Arkansas Weather',
            pagePicture: `/media/${name}-640.jpg`,
            image: `/media/${name}-640.jpg`,
            message: 'Storms after 4 PM.',
            created_time: '2026-11-20T20:15:30.000Z',
            url: 'https://www.facebook.com/1/posts/2',
            likesCount: 41,
            commentsCount: 7,
            sharesCount: 5,
          },
        ],
      },
    });
    expect(headers['cache-control']).toContain('public');
    expect((await get().set('If-None-Match', headers['etag'] ?? '')).status).toBe(304);
  });

  it('has null for unavailable pictures, and 0 for invalid counts', async () => {
    const bare = post({ image: undefined, pagePicture: undefined, message: '', likesCount: 0 });
    const get = await answering(() => posts({ posts: [bare] }));

    const [first] = (await get()).body.data.posts;
    expect(first).toMatchObject({ image: null, pagePicture: null, message: '', likesCount: 0 });
  });

  it('serves the pictures, and returns 404 immediately for unknown ones', async () => {
    await bucket.store.put(`public/${name}-640.jpg`, Buffer.from('jpg'), 'image/jpeg');
    const get = await answering(() => posts());
    const { image } = (await get()).body.data.posts[0] as { image: string };
    const { url } = gateway ?? { url: '' };

    const found = await request(url).get(image);
    expect([found.status, found.headers['content-type']]).toEqual([200, 'image/jpeg']);
    const started = performance.now();
    expect((await request(url).get('/media/social/ab/00000000-0000-7123-8456-ffff456789ab-640.jpg')).status).toBe(404);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('calls the weather proxy once for any number of visitors', async () => {
    const get = await answering(() => posts());
    await Promise.all(Array.from({ length: 50 }, get));

    expect(services.weather.callsOf(listPosts)).toBeLessThanOrEqual(2);
  });

  it.each([
    ['not configured', '600'],
    ['failed', '60'],
  ])("returns 503 with the specification's message without posts: %s", async (reason, retryAfter) => {
    const get = await answering(() => ({ posts: [], ok: false, stale: false, reason }));

    const { status, body, headers } = await get();

    const message = 'Failed to load Facebook posts. Showing fallback content.';
    expect([status, body.status, body.message, body.errors]).toEqual([503, false, message, [{ message }]]);
    expect([headers['retry-after'], headers['cache-control']]).toEqual([retryAfter, 'no-store']);
  });

  it('passes on that posts are stale', async () => {
    const fetchedAt = fetchedAgo(3 * day);
    const get = await answering(() => posts({ stale: true, fetchedAt }));

    expect((await get()).body.data).toMatchObject({ ok: true, stale: true, updatedAt: fetchedAt });
  });

  it('keeps the posts, marked stale, while the weather proxy is down', async () => {
    const get = await answering(() => posts());
    expect((await get()).body.data.stale).toBe(false);
    services.weather.handlers[listPosts] = () => {
      throw unavailable('No.');
    };
    // Losing the service causes the notice "*", which makes the gateway refresh.
    services.weather.kill();

    const { body } = await until(
      'stale posts',
      async () => {
        const response = await get();
        return response.body.data?.stale ? response : undefined;
      },
      20_000,
    );
    expect(body.data.posts).toHaveLength(1);
  });

  it('returns 503 until the weather proxy has responded once', async () => {
    let up = false;
    const get = await answering(() => {
      if (!up) throw unavailable('No.');
      return posts();
    });
    expect((await get()).status).toBe(503);
    up = true;

    await until('posts', async () => (await get()).status === 200);
  });

  it('shows nothing older than a week', async () => {
    const get = await answering(() => posts({ stale: true, fetchedAt: fetchedAgo(8 * day) }));

    expect((await get()).status).toBe(503);
  });
});
