import { until } from '@site/platform/testing/until';
import { watchChanges } from '@site/platform/testing/watch-changes';
import { testObjectStore } from '@site/platform/testing/object-store';
import sharp from 'sharp';
import type { LastGood } from '../cache/last-good.js';
import { WeatherBench, type Weather } from '../testing/weather.js';

let bench: WeatherBench;
let bucket: Awaited<ReturnType<typeof testObjectStore>>;
beforeAll(async () => {
  bench = await WeatherBench.open();
  bucket = await testObjectStore('social');
});
afterEach(async () => {
  await bench.reset();
  // One at a time: the tests' object store fails on concurrent removals.
  for (const key of await bucket.store.list('')) await bucket.store.remove([key]);
});
afterAll(async () => {
  await bench.close();
  bucket.store.close();
});

const nowhere = 'http://127.0.0.1:9';

const configured = (environment: Record<string, string> = {}) =>
  bench.start({
    FACEBOOK_PAGE_ID: '100000000000001',
    FACEBOOK_PAGE_ACCESS_TOKEN: 'CANARY_facebook',
    SOCIAL_POLL_SECONDS: '1',
    // A store enables the radar, too.
    MRMS_WMS_URL: nowhere,
    NEXRAD_WMS_URL: nowhere,
    S3_ENDPOINT: bucket.settings.endpoint,
    S3_ACCESS_KEY: bucket.settings.accessKey,
    S3_SECRET_KEY: bucket.settings.secretKey,
    S3_BUCKET: bucket.settings.bucket,
    ...environment,
  });
const calls = (part = '') => bench.simulator.calls(part).filter(({ provider }) => provider === 'facebook');
const loaded = (weather: Weather) =>
  until(
    'the posts',
    async () => {
      const answer = await weather.posts();
      return answer.ok && !answer.stale ? answer : undefined;
    },
    20_000,
  );
const keptPosts = async () =>
  (await bench.database.dataSource.query<LastGood[]>(`SELECT * FROM last_good WHERE key LIKE 'social/%'`))[0];

describe('the page’s posts', () => {
  it('are the latest ten, newest first, with everything a card shows', async () => {
    const { posts, fetchedAt, reason } = await loaded(await configured());

    expect(posts).toHaveLength(10);
    const times = posts.map(({ createdTime }) => createdTime);
    expect(times).toEqual([...times].sort().reverse());
    expect(times[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
    expect(posts[0]).toMatchObject({
      pageName: 'Arkansas Storm Team (simulated)',
      message: 'Simulated post: storms enter western Arkansas after 4 PM.',
      url: 'https://www.facebook.com/100000000000001/posts/1',
      likesCount: 41,
      commentsCount: 7,
      sharesCount: 5,
    });
    expect(reason).toBe('');
    expect(Math.abs(Date.now() - Date.parse(fetchedAt ?? ''))).toBeLessThan(20_000);
  });

  it('have 0 for missing counts, and may lack text or a picture', async () => {
    const { posts } = await loaded(await configured());

    expect(posts[1]).toMatchObject({ likesCount: 12, sharesCount: 0 });
    expect(posts[4]).toMatchObject({ likesCount: 0, commentsCount: 0, sharesCount: 0 });
    expect(posts[3]?.message).toBe('');
    expect(posts[2]?.image).toBeNull();
  });

  it('are requested from the configured version of the API', async () => {
    await loaded(await configured({ FACEBOOK_GRAPH_VERSION: 'v26.0', SOCIAL_POLL_SECONDS: '600' }));
    const versions = calls('?fields=').map(({ path }) => path.split('/').find((part) => /^v\d/.test(part)));
    expect(new Set(versions)).toEqual(new Set(['v26.0']));
  });

  it('are requested with the fields and the limit of the specification, and without users’ names', async () => {
    await loaded(await configured({ SOCIAL_POLL_SECONDS: '600' }));

    const target = calls('?fields=').map(({ path }) => new URL(path, 'http://x'));
    expect(target.map(({ pathname }) => pathname).sort()).toEqual([
      '/v23.0/100000000000001',
      '/v23.0/100000000000001/posts',
    ]);
    const page = target.find(({ pathname }) => !pathname.endsWith('/posts'));
    const posts = target.find(({ pathname }) => pathname.endsWith('/posts'));
    expect(Object.fromEntries(page?.searchParams ?? [])).toEqual({
      fields: 'name,picture',
      access_token: 'CANARY_facebook',
    });
    expect(Object.fromEntries(posts?.searchParams ?? [])).toEqual({
      fields:
        'message,full_picture,created_time,permalink_url,likes.limit(0).summary(true),comments.limit(0).summary(true),shares',
      limit: '10',
      access_token: 'CANARY_facebook',
    });
  });

  it('are announced to the gateways', async () => {
    const weather = await configured();
    const changes = watchChanges('weather-proxy', weather.service.address);
    await until('the announcement', () => changes.notices.some(({ topic }) => topic === 'social'));
    changes.close();
  });
});

describe('pictures of posts', () => {
  it('are our own encodings, at most 640 pixels wide, without location or camera data', async () => {
    const { posts } = await loaded(await configured());

    const image = posts[0]?.image;
    expect(image).toMatchObject({ state: 'ready', width: 640, height: 360 });
    expect(posts[0]?.pagePicture).toMatchObject({ width: 50, height: 50 });
    expect(image?.sizes.map(({ mediaType }) => mediaType)).toEqual(['image/webp', 'image/jpeg']);
    for (const { key, width, height, sizeBytes } of image?.sizes ?? []) {
      // The gateway's pattern for media keys; the folder is the end of the id.
      expect(key).toMatch(
        /^social\/([0-9a-f]{2})\/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{10}\1-640\.(webp|jpg)$/,
      );
      const bytes = await bucket.store.get(`public/${key}`);
      expect(bytes.length).toBe(sizeBytes);
      const metadata = await sharp(bytes).metadata();
      expect([metadata.width, metadata.height]).toEqual([width, height]);
      expect(metadata.exif).toBeUndefined();
    }
    const original = await (await fetch(`${bench.simulator.url}/facebook/pictures/1.jpg`)).arrayBuffer();
    expect((await sharp(original).metadata()).exif).toBeDefined();
  });

  it('are fetched once, although their addresses are signed differently each time', async () => {
    const weather = await configured();
    await loaded(weather);
    await until('three rounds', () => calls('/posts?').length > 2);

    const fetched = calls('/pictures/').map(({ path }) => path.split('?')[0]);
    expect(fetched.length).toBe(new Set(fetched).size);
  });

  it('create the bucket if it doesn’t exist', async () => {
    // The service's own key has no such permission.
    const owner = {
      S3_ACCESS_KEY: process.env['TEST_S3_ACCESS_KEY'] ?? '',
      S3_SECRET_KEY: process.env['TEST_S3_SECRET_KEY'] ?? '',
    };
    const weather = await configured({ S3_BUCKET: `${bucket.settings.bucket}-new`, ...owner });

    expect((await loaded(weather)).posts[0]?.image).toMatchObject({ state: 'ready' });
  });

  it('that were unavailable come with a later poll', async () => {
    bench.simulator.setMode('facebook', { mode: 'http', status: 500, path: '/pictures/3.jpg', times: 1 });
    const weather = await configured();

    await until('the missing picture', async () => (await weather.posts()).posts[3]?.image);
  });

  it('are fetched again when the store has lost them', async () => {
    const first = await configured();
    await loaded(first);
    await until('the saved posts', keptPosts);
    await bench.stop(first);
    for (const key of await bucket.store.list('public/social/')) await bucket.store.remove([key]);

    const repeated = await configured();
    const key = await until('the picture', async () => {
      const found = (await repeated.posts()).posts[0]?.image?.sizes[0]?.key;
      return found && (await bucket.store.stat(`public/${found}`)) ? found : undefined;
    });
    expect(key).toContain('social/');
  });

  it('are removed a week after a post last showed them, not earlier', async () => {
    const unused = 'public/social/ab/00000000-0000-7000-8000-0000000000ab-640.jpg';
    await bucket.store.put(unused, Buffer.from('old'), 'image/jpeg');
    const weather = await configured();
    await loaded(weather);
    await until('the first sweep', () => calls('/posts?').length > 1);
    expect(await bucket.store.stat(unused)).toBeDefined();

    weather.clock.advance(8 * 24 * 3_600_000);

    await until('the second sweep', async () => !(await bucket.store.stat(unused)));
    const visible = (await weather.posts()).posts.flatMap(({ image }) => image?.sizes ?? []);
    for (const { key } of visible) expect(await bucket.store.stat(`public/${key}`)).toBeDefined();
  });

  it.each([
    { mode: 'html' },
    { mode: 'malformed' },
    { mode: 'empty' },
    { mode: 'huge' },
    { mode: 'redirect' },
    { mode: 'http', status: 403 },
    { mode: 'http', status: 404 },
    { mode: 'reset' },
  ] as const)('that are unavailable leave the posts without pictures: %j', async (behavior) => {
    bench.simulator.setMode('facebook', { ...behavior, path: '/pictures/' });
    const { posts } = await loaded(await configured());

    expect(posts).toHaveLength(10);
    expect(posts.every(({ image, pagePicture }) => !image && !pagePicture)).toBe(true);
    expect(await bucket.store.list('public/social/')).toEqual([]);
    expect(bench.simulator.calls().some(({ provider }) => provider === 'trap')).toBe(false);
  });
});

describe('when the provider fails', () => {
  it('returns nothing when there never was a response', async () => {
    bench.simulator.setMode('facebook', { mode: 'http', status: 400 });
    const weather = await configured();
    await until('an attempt', () => calls().length >= 2);

    const answer = await weather.posts();
    expect(answer).toEqual({ posts: [], ok: false, stale: false, reason: 'failed' });
  });

  it.each([
    { mode: 'http', status: 400 },
    { mode: 'http', status: 401 },
    { mode: 'http', status: 429 },
    { mode: 'http', status: 500 },
    { mode: 'html' },
    { mode: 'malformed' },
    { mode: 'empty' },
    { mode: 'null' },
    { mode: 'huge' },
    { mode: 'gzip_bomb' },
    { mode: 'redirect' },
    { mode: 'reset' },
    { mode: 'hang' },
  ] as const)('the last good posts stay, marked stale, with their true age: %j', async (behavior) => {
    const weather = await configured();
    await loaded(weather);
    bench.simulator.setMode('facebook', behavior);

    const answer = await until('a failed attempt', async () => {
      const found = await weather.posts();
      return found.stale ? found : undefined;
    });

    expect(answer).toMatchObject({ ok: true, reason: '' });
    expect(answer.posts).toHaveLength(10);
    weather.clock.advance(3_600_000);
    const later = await weather.posts();
    expect(later.fetchedAt).toBe(answer.fetchedAt);
    expect(Math.abs(Date.now() - Date.parse(later.fetchedAt ?? ''))).toBeLessThan(60_000);
  });

  it('the last good posts survive a restart, for a week', async () => {
    const first = await configured();
    const existing = await loaded(first);
    await until('the saved posts', keptPosts);
    await bench.stop(first);
    bench.simulator.setMode('facebook', { mode: 'http', status: 400 });

    const weather = await configured();
    await until('a failed attempt', async () => (await weather.posts()).stale);
    expect(await weather.posts()).toMatchObject({ ok: true, stale: true, posts: existing.posts });

    weather.clock.advance(7 * 24 * 3_600_000);
    expect(await weather.posts()).toEqual({ posts: [], ok: false, stale: false, reason: 'failed' });
  });

  it('the posts are fresh again afterwards', async () => {
    bench.simulator.setMode('facebook', { mode: 'http', status: 500, times: 4 });

    expect((await loaded(await configured())).posts).toHaveLength(10);
  });
});

it('reports that no page is configured, and makes no calls', async () => {
  const weather = await bench.start({ FACEBOOK_PAGE_ID: '100000000000001' });

  expect(await weather.posts()).toEqual({ posts: [], ok: false, stale: false, reason: 'not configured' });
  expect(calls()).toEqual([]);
});

it('stores no token', async () => {
  await loaded(await configured());
  const cached = await until('the saved posts', keptPosts);

  expect(JSON.stringify(cached)).not.toContain('CANARY');
});
