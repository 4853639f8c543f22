import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { unavailable } from '@site/proto/grpc';
import request from 'supertest';
import { until } from '../../../services/platform/testing/until.js';
import { startFakeServices, type FakeServices } from '../testing/fake-services.js';
import { aPhoto, aPost } from '../testing/fake-messages.js';
import { setupGateway } from '../testing/given-gateway.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const bytes = (path: string, encoding: string, url: string) =>
  fetch(url + path, { headers: { 'Accept-Encoding': encoding } });

describe('the site settings in the home data', () => {
  const provided = setupGateway({ DEFAULT_UNITS: 'us', SHOP_URL: 'https://shop.example/' });

  it('come from the configuration', async () => {
    const { body } = await request(provided.gateway.url).get('/main/home');
    expect(body.data.site).toEqual({
      shop_url: 'https://shop.example/',
      livecam_urls: [],
      video_channel_url: '',
      text_dispatch_url: '',
      sponsor_of_site: '',
      default_units: 'us',
    });
  });
});

describe('a cached response', () => {
  const provided = setupGateway();
  const get = (path: string) => request(provided.gateway.url).get(path);

  it('matches the contract', async () => {
    const { body } = await get('/main/home');
    expect(Object.keys(body)).toEqual(['status', 'action', 'data', 'meta']);
    expect(Object.keys(body.data).sort()).toEqual(
      [
        'topSponsor',
        'teams',
        'sponsors',
        'sponsor_view',
        'posts',
        'snapshots',
        'faqs',
        'weather_key',
        'facebook_page_id',
        'facebook_page_access_token',
        'header',
        'logo',
        'logo_image',
        'storm_banner',
        'site',
      ].sort(),
    );
    expect(body.data.site.default_units).toBe('standard');
    expect(body.meta).toEqual({ sections: { content: 'fresh', submissions: 'fresh' }, pollSeconds: 30 });
    expect([body.data.weather_key, body.data.facebook_page_access_token.value]).toEqual(['', '']);
    expect(Object.keys(body.data.snapshots[0]).sort()).toEqual(
      ['id', 'file', 'first_name', 'last_name', 'location', 'comment', 'picture', 'approved_at'].sort(),
    );
    expect((await get('/main/keys')).body.data).toEqual({ weather_Key: '', map_Key: '' });
    expect((await get('/main/teams')).body.data[0]).toMatchObject({ name: 'Grace', designation: 'Forecaster' });
    expect((await get('/main/faqs')).body.data[0]).toMatchObject({ question: 'Who?', answer: 'We.' });
    expect((await get('/main/post')).body).toMatchObject({ data: [], next_cursor: 'next' });
    expect((await get('/main/snapshots')).body).toMatchObject({ data: [], next_cursor: null });
  });

  it('has the same content in every encoding, each with its own strong ETag', async () => {
    const { port } = new URL(provided.gateway.url);
    const { request: ask } = await import('node:http');
    const rawBody = (encoding: string) =>
      new Promise<{ body: Buffer; headers: NodeJS.Dict<string | string[]> }>((resolve) =>
        ask({ port, host: '127.0.0.1', path: '/main/home', headers: { 'accept-encoding': encoding } }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => resolve({ body: Buffer.concat(chunks), headers: response.headers }));
        }).end(),
      );
    const [plain, gzip, br, none] = await Promise.all([
      rawBody('identity'),
      rawBody('gzip, deflate'),
      rawBody('gzip, deflate, br'),
      rawBody('br;q=0, gzip;q=0.0'),
    ]);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(none.headers['content-encoding']).toBeUndefined();
    expect([gzip.headers['content-encoding'], br.headers['content-encoding']]).toEqual(['gzip', 'br']);
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    expect(brotliDecompressSync(br.body)).toEqual(plain.body);
    expect(br.body.length).toBeLessThan(plain.body.length);
    const tags = [plain, gzip, br].map(({ headers }) => headers['etag'] as string);
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
    expect(br.headers['vary']).toBe('Accept-Encoding');
    expect(br.headers['cache-control']).toBe('public, max-age=0, s-maxage=1, stale-while-revalidate=2');
  });

  it('returns 304 to clients that have it, whatever else they have', async () => {
    const { headers } = await get('/main/home').set('Accept-Encoding', 'br');
    const tag = headers['etag']!;
    for (const existing of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const repeated = await get('/main/home').set('Accept-Encoding', 'br').set('If-None-Match', existing);
      expect([existing, repeated.status, repeated.text, repeated.headers['etag']]).toEqual([existing, 304, '', tag]);
    }
    expect((await get('/main/home').set('If-None-Match', '"other"')).status).toBe(200);
  });

  it('responds to HEAD with the length and no body', async () => {
    const answer = await request(provided.gateway.url).head('/main/home').set('Accept-Encoding', 'identity');
    const { headers } = await get('/main/home').set('Accept-Encoding', 'identity');
    expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([
      200,
      undefined,
      headers['content-length'],
    ]);
  });

  it('ignores headers, unknown query parameters and bodies', async () => {
    const clean = (await get('/main/home')).text;
    const noisy = await get('/main/home?utm_source=x&cursor=1&lat=9')
      .set('X-Forwarded-Host', 'evil.example')
      .set('X-Original-URL', '/admin')
      .set('Range', 'bytes=0-3')
      .set('Authorization', 'Bearer x')
      .set('Cookie', 'a=b')
      .send({ fat: 'get' });
    expect([noisy.status, noisy.text === clean]).toEqual([200, true]);
  });

  it.each([
    '/main/home/x.css',
    '/admin/main/team;a.css',
    '/admin/main/team/x.css',
    '/main/home%2fx.css',
    '/main/home%00.css',
  ])("isn't found at an address that a cache takes for a file: %s", async (path) => {
    const { token } = provided.services.signIn('admin');
    const { status, headers } = await get(path).set('Authorization', `Bearer ${token}`);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(headers['cache-control']).not.toMatch(/public|max-age=[1-9]/);
  });

  it('loads further pages, and rejects an invalid limit', async () => {
    provided.services.content.handlers['content.v1.PostsService/ListPosts'] = ({ cursor, limit }) => ({
      posts: [aPost({ title: `${String(cursor)} ${String(limit)}` })],
    });
    const page = await get('/main/post?cursor=next&limit=2&utm_source=x');
    expect([page.status, page.body.data[0].title, page.body.next_cursor]).toEqual([200, 'next 2', null]);
    const wrong = await get('/main/post?limit=1000');
    expect([wrong.status, wrong.body.errors[0]]).toEqual([
      400,
      { field: 'limit', message: 'limit must be at most 100' },
    ]);
  });

  it('never contains internal addresses, messages or tokens', async () => {
    for (const path of ['/main/home', '/main/teams', '/main/faqs', '/main/keys', '/main/snapshots', '/main/post']) {
      const text = await (await bytes(path, 'identity', provided.gateway.url)).text();
      expect(text).not.toMatch(/email|127\.0\.0\.1|pending|staging/);
    }
  });
});

describe('a change', () => {
  const provided = setupGateway();

  it('appears within two seconds of its change notice, without waiting for the cache to expire', async () => {
    const { submissions } = provided.services;
    await until('the gateway watches submissions', () => submissions.watcherCount > 0);
    submissions.handlers['submissions.v1.HomeService/GetHomeSubmissions'] = () => ({
      snapshots: [aPhoto({ location: 'Jonesboro' })],
      sponsors: { sponsors: [], sponsorView: '2' },
    });
    submissions.announce('snapshots', 'some-id');
    await until(
      'the new photo is on the home page',
      async () =>
        (await request(provided.gateway.url).get('/main/home')).body.data.snapshots[0]?.location === 'Jonesboro',
      2_000,
    );
  });

  it('is refreshed only a few times for a hundred notices', async () => {
    const { content } = provided.services;
    await until('the gateway watches content', () => content.watcherCount > 0);
    const before = content.callsOf('content.v1.HomeService/GetHomeContent');
    content.handlers['content.v1.HomeService/GetHomeContent'] = () => ({ header: { id: '1', header: 'Changed' } });
    for (let n = 0; n < 100; n += 1) content.announce('posts');
    await until(
      'the new header is there',
      async () => (await request(provided.gateway.url).get('/main/home')).body.data.header === 'Changed',
    );
    expect(content.callsOf('content.v1.HomeService/GetHomeContent') - before).toBeLessThanOrEqual(3);
  });
});

describe('while a service is down', () => {
  let services: FakeServices;
  let gateway: TestGateway;
  const home = async () => (await request(gateway.url).get('/main/home')).body;

  beforeEach(async () => {
    services = await startFakeServices();
  });
  afterEach(async () => {
    await gateway.close();
    services.kill();
  });

  it('keeps and marks its last good data, keeps other data fresh, and recovers on its own', async () => {
    gateway = await startTestGateway(services);
    const before = await home();
    services.content.handlers['content.v1.HomeService/GetHomeContent'] = () => {
      throw unavailable('The database is away.');
    };
    services.content.announce('posts');
    await until('the content is stale', async () => (await home()).meta.sections.content === 'stale');
    const during = await home();
    expect(during.meta.sections).toEqual({ content: 'stale', submissions: 'fresh' });
    expect(during.data.posts).toEqual(before.data.posts);
    expect((await request(gateway.url).get('/main/teams')).status).toBe(200);
    services.content.handlers['content.v1.HomeService/GetHomeContent'] = () => ({
      header: { id: '1', header: 'Back' },
    });
    await until('the content is fresh again', async () => (await home()).data.header === 'Back');
    expect((await home()).meta.sections.content).toBe('fresh');
  });

  it('from the start, the home page is complete but empty, and lists without data return 503', async () => {
    services.submissions.handlers['submissions.v1.HomeService/GetHomeSubmissions'] = () => {
      throw unavailable('The database is away.');
    };
    services.content.handlers['content.v1.HomeService/GetHomeContent'] = () => {
      throw new Error('bug');
    };
    gateway = await startTestGateway(services);
    const { status, body } = await request(gateway.url).get('/main/home');
    expect([status, body.meta.sections]).toEqual([200, { content: 'missing', submissions: 'missing' }]);
    expect([body.data.posts, body.data.snapshots, body.data.topSponsor, body.data.header]).toEqual([
      [],
      [],
      null,
      null,
    ]);
    const teams = await request(gateway.url).get('/main/teams');
    expect([teams.status, teams.body.status, teams.headers['retry-after']]).toEqual([503, false, '5']);
    expect((await request(gateway.url).get('/readyz')).status).toBe(200);
  });

  it('even all services, public reads and pages keep working', async () => {
    gateway = await startTestGateway(services);
    const [post] = (await home()).data.posts;
    services.kill();
    await until('the home page says that it is stale', async () => (await home()).meta.sections.content === 'stale');
    for (const path of [
      '/main/home',
      '/main/teams',
      '/main/faqs',
      '/main/keys',
      '/main/post',
      '/main/snapshots',
      '/',
      '/about',
    ]) {
      expect([path, (await request(gateway.url).get(path)).status]).toEqual([path, 200]);
    }
    expect(post.title).toBe('Ice on the Ozarks');
  });
});
