import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicRoutes } from '@site/domain/public-pages';
import { newId } from '@site/platform/base/ids';
import type { Post } from '@site/proto/content/v1/posts.responses';
import { notFound, unavailable } from '@site/proto/grpc';
import request from 'supertest';
import { until } from '../../../../services/platform/testing/until.js';
import type { AlertData } from '../../responses/alert-json.js';
import { startFakeServices } from '../../testing/fake-services.js';
import { anAlert, anAlertEvent, aPhoto, aPost, someAlerts } from '../../testing/fake-messages.js';
import { setupGateway } from '../../testing/given-gateway.js';
import { startTestGateway } from '../../testing/test-gateway.js';
import { summaryOf } from '../html.js';

const provided = setupGateway();
const get = (path: string) => request(provided.gateway.url).get(path);
const titleOf = (html: string) => /<title>(.*)<\/title>/.exec(html)?.[1];
const property = (html: string, name: string) => new RegExp(`property="og:${name}" content="([^"]*)"`).exec(html)?.[1];
const preloadIn = (html: string) => /as="image".* imagesrcset="([^"]*)"/.exec(html)?.[1];
const block = (html: string, id: string): { data: Record<string, unknown> } | undefined => {
  const [, text] = html.split(`<script type="application/json" id="${id}">`, 2)[1]?.match(/^(.*?)<\/script>/) ?? [];
  return text === undefined ? undefined : (JSON.parse(text) as { data: Record<string, unknown> });
};

const fetchedAt = new Date().toISOString();
const somePosts = (message = 'Storms after 4 PM.') => ({
  ok: true,
  fetchedAt,
  stale: false,
  reason: '',
  posts: [
    {
      pageName: 'Arkansas Weather',
      message,
      createdTime: '2026-11-20T20:15:30.000Z',
      url: 'https://www.facebook.com/1/posts/2',
      likesCount: 41,
      commentsCount: 7,
      sharesCount: 5,
    },
  ],
});

it('gives every page its title, canonical address and link preview', async () => {
  const { status, text, headers } = await get('/about?utm_source=x');
  expect(status).toBe(200);
  expect(titleOf(text)).toBe('About · Arkansas Weather');
  expect(text).toContain('<link rel="canonical" href="https://weather.example/about">');
  expect(property(text, 'url')).toBe('https://weather.example/about');
  expect(property(text, 'image')).toBe('https://weather.example/icon-512.png');
  expect(preloadIn(text)).toBeUndefined();
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toContain("script-src 'self'");
});

const structuredDataIn = (html: string): Record<string, unknown>[] => {
  const [, json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  return (JSON.parse(json) as { '@graph'?: Record<string, unknown>[] })['@graph'] ?? [];
};

it('describes the site, its pages and its posts to search engines', async () => {
  const [organization] = structuredDataIn((await get('/')).text);
  expect(organization).toMatchObject({ '@type': 'Organization', url: 'https://weather.example/' });
  const [breadcrumbs] = structuredDataIn((await get('/county/pulaski')).text);
  const items = breadcrumbs?.['itemListElement'] as { position: number; name: string; item: string }[];
  expect(items.map(({ position, name, item }) => [position, name, item])).toEqual([
    [1, 'Arkansas Weather', 'https://weather.example/'],
    [2, 'Counties of Arkansas', 'https://weather.example/county'],
    [3, 'Pulaski County weather', 'https://weather.example/county/pulaski'],
  ]);
  const post = aPost({ author: 'Grace </script> Hopper', slug: 'ice' });
  provided.services.content.handlers['content.v1.PostsService/GetPost'] = () => post;
  const [, posting] = structuredDataIn((await get('/blog/ice')).text);
  expect(posting).toMatchObject({
    '@type': 'BlogPosting',
    headline: 'Ice on the Ozarks',
    author: { '@type': 'Person', name: 'Grace </script> Hopper' },
    datePublished: '2026-11-20T12:00:00.000Z',
    mainEntityOfPage: 'https://weather.example/blog/ice',
    image: expect.stringMatching(/^https:\/\/weather\.example\/media\//) as string,
  });
  expect(structuredDataIn((await get('/dashboard/home')).text)).toEqual([]);
});

it("references a page's scripts, so that they load together with the first one", async () => {
  const scriptsIn = ({ text }: { text: string }) =>
    Array.from(text.matchAll(/<link rel="modulepreload" href="([^"]*)">/g), ([, address]) => address);
  expect(scriptsIn(await get('/about?utm_source=x'))).toEqual(['/assets/about-def456.js']);
  for (const path of ['/', '/contact', '/no-such-page', '/dashboard/home'])
    expect(scriptsIn(await get(path))).toEqual([]);
  expect((await get('/page-files.json')).status).toBe(404);
});

it('references another home page picture once the weather or the alerts have changed', async () => {
  const image = async () => property((await get('/')).text, 'image');
  const before = await image();
  expect(before).toMatch(/^https:\/\/weather\.example\/share\/home\.png\?v=[0-9a-f]{10}$/);
  provided.services.weather.handlers['weather.v1.AlertsService/ListAlerts'] = () =>
    someAlerts({ alerts: [anAlert({ id: 'urn:another', event: 'Flood Warning' })] });
  provided.services.weather.announce('alerts');
  await until('another picture is named', async () => (await image()) !== before);
  provided.services.weather.handlers['weather.v1.AlertsService/ListAlerts'] = () => someAlerts();
  provided.services.weather.announce('alerts');
});

it("knows every page's address", async () => {
  const fixed = publicRoutes.filter((route) => !route.includes(':'));
  for (const path of fixed) expect([path, (await get(path)).status]).toEqual([path, 200]);
});

it("embeds the data of the first paint, without the logos' previews and what other pages fetch", async () => {
  const { text } = await get('/');
  const { data, ...envelope } = (await get('/main/home')).body;
  expect(data.logo_image.placeholder).not.toBe('');
  const posts = data.posts.map((post: Post) => ({ ...post, description: post.excerpt ? '' : post.description }));
  const brief = { ...data, teams: [], faqs: [], posts, logo_image: { ...data.logo_image, placeholder: '' } };
  expect(block(text, 'home-data')).toEqual({ ...envelope, data: brief });
  expect(block(text, 'alerts-data')?.data['ok']).toBe(true);
  expect(block(text, 'weather-data')?.data['location']).toMatchObject({ name: 'Clarksville' });
  expect(block((await get('/about')).text, 'weather-data')).toBeUndefined();
});

it.each([
  ['/', '/main/social/posts'],
  ['/about', '/main/teams'],
  ['/alert', '/main/faqs'],
  ['/blogs', '/main/post?limit=24'],
  ['/snapshots', '/main/snapshots?limit=24'],
  ['/forecast', '/main/keys'],
  ['/map', '/main/keys'],
  ['/delivery', '/main/notifications/delivery'],
  ['/discussion/LZK', '/main/weather/products/LZK/hazards'],
  ['/discussion/LZK', '/main/weather/products/LZK/discussion'],
])('embeds in %s the response of %s', async (path, address) => {
  provided.services.weather.handlers['weather.v1.SocialService/ListPosts'] = () => somePosts();
  provided.services.weather.announce('social');
  const embedded = await until('the response', async () => block((await get(path)).text, address));
  const { data, next_cursor: cursor } = (await get(address)).body;
  expect(embedded).toMatchObject({ data, ...(cursor && { next_cursor: cursor }) });
});

it('embeds the radar with its age', async () => {
  const { data } = block((await get('/map')).text, '/main/weather/radar') ?? {};
  const { frames, still, box } = (await get('/main/weather/radar')).body.data;
  expect(data).toMatchObject({ frames, still, box });
  expect(data?.['newest_age_seconds']).toBeGreaterThanOrEqual(240);
});

it('fetches the texts of an office once for all documents and requests', async () => {
  const rpc = 'weather.v1.TextProductsService/GetTextProduct';
  const before = provided.services.weather.callsOf(rpc);
  for (const path of ['/discussion/TSA', '/discussion/TSA', '/main/weather/products/TSA/hazards']) await get(path);
  expect(provided.services.weather.callsOf(rpc)).toBe(before + 2);
});

it('omits a text that takes too long or does not exist', async () => {
  const rpc = 'weather.v1.TextProductsService/GetTextProduct';
  const { handlers } = provided.services.weather;
  const defaults = handlers[rpc];
  handlers[rpc] = ({ kind }) => {
    if (kind === 'hazards') throw notFound('This office has no such text.');
    return new Promise(() => undefined);
  };
  const { status, text } = await get('/discussion/MEG');
  expect([status, text.includes('/main/weather/products/')]).toEqual([200, false]);
  if (defaults) handlers[rpc] = defaults;
});

it('omits a list that is too large, and social posts with long texts', async () => {
  const posts = Array.from({ length: 24 }, () => aPost({ description: randomBytes(1_500).toString('base64') }));
  provided.services.content.handlers['content.v1.PostsService/ListPosts'] = () => ({ posts });
  provided.services.content.announce('posts');
  await until('the list', async () => (await get('/main/post?limit=24')).body.data.length === 24);
  expect(block((await get('/blogs')).text, '/main/post?limit=24')).toBeUndefined();
  provided.services.weather.handlers['weather.v1.SocialService/ListPosts'] = () => somePosts('x'.repeat(13_000));
  provided.services.weather.announce('social');
  await until('a document without them', async () => !block((await get('/')).text, '/main/social/posts'));
  provided.services.content.handlers['content.v1.PostsService/ListPosts'] = () => ({ posts: [] });
  provided.services.content.announce('posts');
});

it('lets no text end its block or become markup', async () => {
  const id = newId();
  const hostile = '</script><script>alert(1)</script> $& $` "quotes" <!--';
  provided.services.content.handlers['content.v1.HomeService/GetHomeContent'] = () => ({
    header: { id, header: hostile },
  });
  provided.services.content.handlers['content.v1.PostsService/GetPost'] = () =>
    aPost({ id, title: hostile, description: hostile });
  provided.services.content.announce('header');
  await until('the header is there', async () => (await get('/main/home')).body.data.header === hostile);
  const { text } = await get(`/blogdetail?id=${id}`);
  expect(text).not.toContain('<script>alert');
  // The application's script, structured data and two data blocks.
  expect(text.match(/<script/g)).toHaveLength(4);
  expect(block(text, 'home-data')?.data['header']).toBe(hostile);
  expect(block(text, 'post-data')?.data['description']).toBe(hostile);
  expect(titleOf(text)).toBe(
    '&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; $&amp; $` &quot;quotes&quot; &lt;!-- · Arkansas Weather',
  );
});

it('shows the post, photo or alert of a shared link', async () => {
  const post = aPost();
  const photo = aPhoto({ comment: '' });
  provided.services.content.handlers['content.v1.PostsService/GetPost'] = () => post;
  provided.services.submissions.handlers['submissions.v1.SnapshotsService/GetPublicSnapshot'] = () => photo;
  const blog = (await get(`/blogdetail?id=${post.id}`)).text;
  expect([property(blog, 'title'), property(blog, 'type')]).toEqual(['Ice on the Ozarks', 'article']);
  expect(property(blog, 'description')).toBe('Freezing rain tonight. Stay home if you can.');
  expect(property(blog, 'image')).toMatch(
    new RegExp(`^https://weather\\.example/share/post/${post.id}\\.png\\?v=[0-9a-f]{10}$`),
  );
  expect([property(blog, 'image:width'), property(blog, 'image:height')]).toEqual(['1200', '630']);
  expect(property(blog, 'image:alt')).toBe('Ice on the Ozarks. Freezing rain tonight. Stay home if you can.');
  expect(blog).toContain('<meta name="twitter:card" content="summary_large_image">');
  // Preloaded, so that the top picture doesn't wait for the script.
  expect(preloadIn(blog)).toMatch(/^\/media\/posts\/3f\/\S+-640\.webp 640w(, |$)/);
  const snapshot = (await get(`/snapshots?id=${photo.id}`)).text;
  expect(property(snapshot, 'title')).toBe('Photo from Conway');
  expect(property(snapshot, 'image')).toContain(`/share/snapshot/${photo.id}.png?v=`);
  const warning = (await get('/warning/KLZK.TO.W.0042.2026')).text;
  expect(property(warning, 'title')).toBe('Tornado Warning: Faulkner; Pulaski');
  expect(property(warning, 'description')).toBe('Tornado Warning issued by NWS Little Rock AR');
  expect(property(warning, 'image')).toMatch(/\/share\/warning\/KLZK\.TO\.W\.0042\.2026\.png\?v=/);
  expect(property(warning, 'url')).toBe('https://weather.example/warning/KLZK.TO.W.0042.2026');
  expect(block(warning, 'event-data')?.data).toMatchObject({ event_key: 'KLZK.TO.W.0042.2026', active: true });
});

it('redirects from any known message to its event, and returns 404 for an unknown one', async () => {
  for (const path of ['alert', 'warning']) {
    const { status, headers } = await get(`/${path}/${encodeURIComponent('urn:oid:2.49.0.1.840.0.1')}`).redirects(0);
    expect([path, status, headers['location'], headers['cache-control']]).toEqual([
      path,
      302,
      '/warning/KLZK.TO.W.0042.2026',
      'public, max-age=60',
    ]);
  }
  expect((await get('/alert/urn%3Anever-seen')).status).toBe(404);
  expect((await get('/warning/KLZK.TO.W.9999.2026')).status).toBe(404);
});

it('marks past warnings in the head, and serves the page while the status is unknown', async () => {
  const { handlers } = provided.services.weather;
  handlers['weather.v1.AlertEventsService/GetAlertEvent'] = ({ name }) => {
    if (name === 'AWAY') throw unavailable('The database is away.');
    const over = { active: false, endedAt: '2026-11-20T21:30:00Z', endedBy: 'cancelled' };
    return anAlertEvent({ eventKey: name, ...over });
  };
  expect(titleOf((await get('/warning/OVER')).text)).toBe(
    'Tornado Warning: Faulkner; Pulaski (over) · Arkansas Weather',
  );
  const away = await get('/warning/AWAY');
  expect([away.status, titleOf(away.text)]).toEqual([200, 'Weather warning · Arkansas Weather']);
  expect((await get('/alert/AWAY')).status).toBe(200);
});

it('references the alert feed on every page', async () => {
  for (const path of ['/', '/about', '/alert'])
    expect((await get(path)).text).toContain('<link rel="alternate" type="application/atom+xml"');
});

it('embeds a large alert list with fewer texts and areas, and says so', async () => {
  const alerts = Array.from({ length: 60 }, (_unused, index) =>
    anAlert({ id: `urn:${index}`, desc: 'Rain. '.repeat(200) }),
  );
  provided.services.weather.handlers['weather.v1.AlertsService/ListAlerts'] = () => someAlerts({ alerts });
  provided.services.weather.announce('alerts');
  const embedded = await until('the large list', async () => {
    const data = block((await get('/about')).text, 'alerts-data')?.data;
    return data?.['abridged'] ? (data['alerts'] as AlertData[]) : undefined;
  });
  const full = (await get('/main/weather/alerts')).body.data.alerts as AlertData[];
  expect(embedded).toEqual(
    full.map((alert, index) => ({
      ...alert,
      desc: '',
      geometry: null,
      // What to do in the most dangerous ones stays.
      instruction: index < 3 ? alert.instruction : '',
    })),
  );
});

describe('the page of a post', () => {
  const rpc = 'content.v1.PostsService/GetPost';
  const canonicalOf = (text: string) => /<link rel="canonical" href="([^"]*)">/.exec(text)?.[1];

  it('has its slug as address, is also found by id, and embeds the complete post', async () => {
    const document = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: '</script>Stay' }] }],
    };
    const post = aPost({
      slug: 'ice-storm',
      excerpt: 'In short',
      hasDocument: true,
      document: JSON.stringify(document),
    });
    provided.services.content.handlers[rpc] = () => post;
    for (const path of ['/blog/ice-storm', `/blogdetail?id=${post.id}`]) {
      const { text } = await get(path);
      expect([path, canonicalOf(text)]).toEqual([path, 'https://weather.example/blog/ice-storm']);
      expect(property(text, 'description')).toBe('In short');
      expect(property(text, 'image')).toContain(`/share/post/${post.id}.png`);
      expect(block(text, 'post-data')?.data['document']).toEqual(document);
      expect(text).not.toContain('</script>Stay');
    }
  });

  it('redirects from a former slug to the current one', async () => {
    provided.services.content.handlers[rpc] = () => aPost({ slug: 'new-name' });
    const { status, headers } = await get('/blog/old-name').redirects(0);
    expect([status, headers['location']]).toEqual([302, '/blog/new-name']);
  });

  it('is hidden from search engines if unlisted', async () => {
    provided.services.content.handlers[rpc] = () => aPost({ slug: 'quiet', status: 'unlisted' });
    const { status, text } = await get('/blog/quiet');
    expect([status, text.includes('noindex'), canonicalOf(text)]).toEqual([200, true, undefined]);
  });

  it.each(['/blog/No-Such', '/blog/-', `/blog/${'a'.repeat(101)}`])("doesn't exist at %s", async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

it("keeps the address of a page opened from a mail out of the page's requests", async () => {
  const { text } = await get('/newsletter/confirm?token=secret');
  expect(text).toContain('<meta name="referrer" content="no-referrer">');
  expect(text).not.toContain('secret');
  expect((await get('/about')).text).not.toContain('name="referrer"');
});

it.each([
  ['/alerts', '/alert'],
  ['/radar', '/map'],
])('redirects %s to %s', async (path, target) => {
  const { status, headers } = await get(path).redirects(0);
  expect([status, headers['location']]).toEqual([301, target]);
});

it.each(['next', 'url', 'redirect', 'return', 'continue', 'r', 'returnTo'])(
  'never redirects to the address in the parameter "%s"',
  async (parameter) => {
    for (const path of ['/', '/about', '/alert', '/dashboard/login', '/dashboard', '/newsletter/confirm'])
      expect((await get(`${path}?${parameter}=//evil.example/`)).headers['location'] ?? '').not.toContain('evil');
  },
);

it('returns 404 with the application for unknown addresses', async () => {
  provided.services.content.handlers['content.v1.PostsService/GetPost'] = () => {
    throw notFound('There is no such post.');
  };
  for (const path of [
    '/nope',
    '/about/us',
    `/blogdetail?id=${newId()}`,
    '/blogdetail?id=../etc',
    '/alert/%ff',
    '/assets/none.png',
    '/index.html',
    '/__proto__',
  ]) {
    const { status, text } = await get(path);
    expect([path, status, text.includes('id="root"'), text.includes('noindex')]).toEqual([path, 404, true, true]);
  }
});

it("is the plain page if a shared link can't be resolved", async () => {
  provided.services.content.handlers['content.v1.PostsService/GetPost'] = () => {
    throw unavailable('The database is away.');
  };
  const { status, text } = await get(`/blogdetail?id=${newId()}`);
  expect([status, titleOf(text)]).toEqual([200, 'Blog · Arkansas Weather']);
});

it('returns 304 to clients that have it, and a new one after its data changed', async () => {
  const { headers } = await get('/about');
  expect((await get('/about').set('If-None-Match', headers['etag']!)).status).toBe(304);
  provided.services.content.handlers['content.v1.HomeService/GetHomeContent'] = () => ({
    header: { id: '1', header: 'New words' },
  });
  provided.services.content.announce('header');
  await until('the document has the new header', async () => (await get('/about')).text.includes('New words'), 2_000);
});

it('hides the dashboard from search engines, without public content', async () => {
  const { status, text } = await get('/dashboard/login');
  expect([status, titleOf(text), block(text, 'home-data')]).toEqual([200, 'Dashboard · Arkansas Weather', undefined]);
  expect(text).toContain('noindex');
});

it('has exactly the pages of the dashboard', async () => {
  const names = ['/dashboard/security', '/dashboard/people', '/dashboard/personal-data', '/dashboard/changePassword'];
  for (const path of [...names, '/moderate', '/moderate/messages', '/moderate/security'])
    expect([path, (await get(path)).status]).toEqual([path, 200]);
  for (const path of ['/dashboard/none', '/moderate/people'])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
});

it('serves hashed assets with an unlimited lifetime, precompressed, and other files with a short one', async () => {
  const asset = await get('/assets/main-abc123.js').set('Accept-Encoding', 'br, gzip');
  expect([asset.status, asset.headers['content-encoding'], asset.headers['cache-control']]).toEqual([
    200,
    'br',
    'public, max-age=31536000, immutable',
  ]);
  const plain = await get('/assets/main-abc123.js').set('Accept-Encoding', 'identity');
  expect([plain.headers['content-encoding'], plain.text.startsWith('console.log')]).toEqual([undefined, true]);
  expect(
    (
      await get('/assets/main-abc123.js')
        .set('If-None-Match', plain.headers['etag']!)
        .set('Accept-Encoding', 'identity')
    ).status,
  ).toBe(304);
  expect((await request(provided.gateway.url).head('/humans.txt')).headers['content-length']).toBe('14');
  expect((await get('/humans.txt')).headers['cache-control']).toBe('public, max-age=300');
});

it('serves nothing outside the folder', async () => {
  for (const path of [
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/assets/../../package.json',
    '/.git/config',
  ])
    expect([path, (await fetch(provided.gateway.url + path)).status]).toEqual([path, 404]);
});

it("reports a missing build in one sentence and isn't ready, and becomes ready once it's built", async () => {
  const services = await startFakeServices();
  const folder = mkdtempSync(join(tmpdir(), 'empty-'));
  const gateway = await startTestGateway(services, { WEB_ROOT: folder });
  try {
    const page = await request(gateway.url).get('/');
    expect([page.status, page.text]).toEqual([
      503,
      'The web application has not been built yet: run "npm run build", or "npm start".\n',
    ]);
    const readyz = await request(gateway.url).get('/readyz');
    expect([readyz.status, readyz.body]).toMatchObject([503, { ready: false }]);
    expect(readyz.body.failing).toContain('web');
    expect((await request(gateway.url).get('/healthz')).status).toBe(200);
    writeFileSync(join(folder, 'index.html'), '<html><head><!--head--></head></html>');
    await until('the new build is found', async () => (await request(gateway.url).get('/')).status === 200);
  } finally {
    await gateway.close();
    services.kill();
  }
});

it('cuts a description between words', () => {
  expect(summaryOf('  one\n\ntwo  ')).toBe('one two');
  const long = summaryOf('word '.repeat(100));
  expect(long).toMatch(/word…$/);
  expect(long.length).toBeLessThanOrEqual(200);
});
