import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '@site/platform/base/ids';
import { invalid } from '@site/proto/grpc';
import { listRoutes } from '../gateway/src/edge/registered-routes.js';
import { startFakeServices, type FakeServices } from '../gateway/src/testing/fake-services.js';
import { aPhoto, aPost } from '../gateway/src/testing/fake-messages.js';
import { aWebRoot, startTestGateway, type TestGateway } from '../gateway/src/testing/test-gateway.js';
import { testObjectStore } from '../services/platform/testing/object-store.js';
import { startSiteNginx, type RunningNginx } from './proof/lib/nginx.mjs';

/** Compares docs/upstreams.md and docs/operations/cdn.md with responses from nginx and the gateway. */

const root = join(import.meta.dirname, '..');
const cacheDocument = readFileSync(join(root, 'docs/upstreams.md'), 'utf8');
const manual = readFileSync(join(root, 'docs/operations/cdn.md'), 'utf8').replaceAll(/\s+/g, ' ');
/** The table's addresses and `Cache-Control`. */
const rows = [...cacheDocument.matchAll(/^\| (`\/.*?) \| `([^`]+)` \|/gm)].flatMap(([, cell, caching]) =>
  [...cell!.matchAll(/`([^`]+)`/g)].map(([, address]) => ({ address: address!, caching: caching! })),
);

let services: FakeServices;
let gateway: TestGateway;
let nginx: RunningNginx;
let bucket: Awaited<ReturnType<typeof testObjectStore>>;
const post = aPost();
const photo = aPhoto();
const keyOf = (id: string) => `snapshots/${id.slice(-2)}/${id}-640.jpg`;
const published = keyOf(newId());
const pending = keyOf(newId());

beforeAll(async () => {
  services = await startFakeServices();
  bucket = await testObjectStore();
  await bucket.store.put(`public/${published}`, Buffer.from('bytes'), 'image/jpeg');
  await bucket.store.put(`pending/${pending}`, Buffer.from('bytes'), 'image/jpeg');
  services.content.handlers['content.v1.PostsService/ListPosts'] = () => ({ posts: [post], nextCursor: '' });
  services.submissions.handlers['submissions.v1.SnapshotsService/ListPublicSnapshots'] = () => ({ snapshots: [photo] });
  services.notifications.handlers['notifications.v1.SubscriptionsService/GetPreferences'] = () => {
    throw invalid('This link is not known.');
  };
  services.weather.handlers['weather.v1.SocialService/ListPosts'] = () => ({
    posts: [],
    fetchedAt: new Date().toISOString(),
    ok: true,
  });
  services.weather.handlers['weather.v1.PlacesService/SearchPlaces'] = () => ({ places: [], source: '' });
  services.weather.handlers['weather.v1.TilesService/ListLayers'] = () => ({ layers: [] });
  services.weather.handlers['weather.v1.TilesService/GetTile'] = () => ({
    png: Buffer.from('bytes'),
    fetchedAt: new Date().toISOString(),
    freshSeconds: 600,
  });
  const webRoot = aWebRoot();
  writeFileSync(join(webRoot, 'sw.js'), '//');
  gateway = await startTestGateway(services, { WEB_ROOT: webRoot, S3_BUCKET: bucket.settings.bucket });
  nginx = await startSiteNginx(gateway.url, { webRoot });
});

afterAll(async () => {
  await nginx.stop();
  await gateway.close();
  services.kill();
  bucket.store.close();
});

interface Example {
  path: string;
  status?: number;
  method?: string;
  token?: () => string;
}
const writes = (path: string, status: number): Example => ({ path, status, method: 'POST' });
const asModerator = () => services.signIn('moderator').token;

/** By address in the table. */
const examples: Record<string, Example[]> = {
  '/assets/*': [{ path: '/assets/main-abc123.js' }],
  '/media/*': [{ path: `/media/${published}` }],
  '/': [{ path: '/' }, { path: '/no/such/page', status: 404 }],
  '/about': [{ path: '/about' }],
  '/county/*': [{ path: '/county/pulaski' }],
  '/main/post/*': [{ path: `/main/post/${post.id}` }],
  '/main/snapshot/*': [{ path: `/main/snapshot/${photo.id}` }],
  '/main/weather/forecast': [
    { path: '/main/weather/forecast?lat=34.74&lon=-92.28' },
    { path: '/main/weather/forecast?lat=36.06&lon=-94.16&days=3' },
  ],
  '/main/weather/event/*': [{ path: '/main/weather/event/KLZK.TO.W.0042.2026' }],
  '/main/weather/next-hour': [
    { path: '/main/weather/next-hour?lat=34.74&lon=-92.28' },
    { path: '/main/weather/next-hour?lat=36.06&lon=-94.16' },
  ],
  '/main/weather/search': [{ path: '/main/weather/search?q=Conway' }],
  '/main/weather/rivers/*': [{ path: '/main/weather/rivers/LRKA4' }],
  '/main/weather/products/*': [{ path: '/main/weather/products/LZK/discussion' }],
  '/main/weather/tiles/*': [{ path: '/main/weather/tiles/temperature/8/62/101.png' }],
  '/now/*': ['/now/pulaski', '/now/still', '/now/pulaski/alerts.atom'].map((path) => ({ path })),
  '/es/*': [
    '/es/now',
    '/es/now/pulaski',
    '/es/now/still',
    '/es/alert',
    '/es/county/pulaski',
    '/es/search?q=x',
    '/es/forecast?county=pulaski',
    '/es/hourly',
  ]
    .map((path): Example => ({ path }))
    .concat({ path: '/es/no/such/page', status: 404 }),
  '/embed/county/*': [{ path: '/embed/county/pulaski' }],
  '/share/*': [{ path: '/share/home.png' }, { path: '/share/warning/KLZK.TO.W.0042.2026.png' }],
  '/media/pending/*': [{ path: `/media/pending/${pending}`, token: asModerator }],
  '/admin/*': [
    { path: '/admin/main/people', status: 401 },
    { path: '/admin/main/people', token: () => services.signIn('admin').token },
    writes('/admin/auth/login', 400),
  ],
  '/main/post/preview': [writes('/main/post/preview', 415)],
  '/main/snapshot/create': [writes('/main/snapshot/create', 415)],
  '/main/advertise/with/us': [writes('/main/advertise/with/us', 415)],
  '/main/contact-us': [writes('/main/contact-us', 415)],
  '/main/news/letter/*': [
    writes('/main/news/letter/create', 415),
    { path: '/main/news/letter/unsubscribe?token=none', status: 303 },
  ],
  '/main/notifications/*': [writes('/main/notifications/subscribe', 415)],
  '/subscription': [{ path: '/subscription?token=none', status: 400 }],
  '/subscription/*': [writes('/subscription/confirm', 415)],
  '/es/subscription': [{ path: '/es/subscription?token=none', status: 400 }],
  '/es/subscription/*': [writes('/es/subscription/confirm', 415)],
  '/go/*': [{ path: `/go/${newId()}/1`, status: 302 }],
  '/admin/docs-json': [{ path: '/admin/docs-json', token: () => services.signIn('admin').token }],
  '/admin/docs-yaml': [{ path: '/admin/docs-yaml', token: () => services.signIn('admin').token }],
  '/docs/*': [{ path: '/docs/index.html' }, { path: '/docs/swagger-ui.css' }],
  '/hooks/*': [writes('/hooks/sms/inbound', 415), writes('/hooks/sms/status', 415)],
  '/csp-report': [writes('/csp-report', 204)],
  '/readyz': [{ path: '/readyz', status: 404 }],
};

const ask = ({ path, method = 'GET', token }: Example, headers: Record<string, string> = {}) =>
  fetch(nginx.url + path, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(token && { Authorization: `Bearer ${token()}` }) },
  });

it('has rows, and no duplicate addresses', () => {
  expect(rows.length).toBeGreaterThan(40);
  expect(new Set(rows.map(({ address }) => address)).size).toBe(rows.length);
  expect(Object.keys(examples).filter((address) => !rows.some((row) => row.address === address))).toEqual([]);
});

describe.each(rows)('$address', ({ address, caching }) => {
  it.each(examples[address] ?? [{ path: address }])(`is ${caching}: $method $path`, async (example) => {
    const response = await ask(example);
    // Streams don't end.
    await response.body?.cancel();
    const output = [response.status, response.headers.get('cache-control')];
    expect([address, ...output]).toEqual([address, example.status ?? 200, caching]);
    // A cached response may depend only on the address and the encoding, and must not be private.
    if (caching !== 'no-store') expect([null, 'Accept-Encoding']).toContain(response.headers.get('vary'));
    expect(response.headers.get('set-cookie')).toBeNull();
  });
});

it('has an address for every GET route of the gateway', () => {
  const existing = rows.map(({ address }) => new RegExp(`^${address.replace(/[.]/g, '\\.').replace('*', '.*')}$`));
  const read = listRoutes(gateway.app.getHttpAdapter().getInstance() as never).filter(({ method }) => method === 'GET');
  expect(read.length).toBeGreaterThan(60);
  expect(read.filter(({ path }) => !existing.some((pattern) => pattern.test(path)))).toEqual([]);
});

it('is right about how long a redirect is cached', async () => {
  const response = await ask({ path: '/warning/urn:oid:2.49.0.1.840.0.1' });
  expect([response.status, response.headers.get('location')]).toEqual([302, '/warning/KLZK.TO.W.0042.2026']);
  expect(cacheDocument.replaceAll(/\s+/g, ' ')).toContain(
    `Redirects of moved pages are cached for a minute (\`${response.headers.get('cache-control')}\`)`,
  );
});

it('is right that error responses are not cached', async () => {
  for (const path of [
    '/main/post/no-id',
    '/main/weather/forecast?lat=x',
    '/media/none.jpg',
    '/assets/none.js',
    '/main//home',
  ]) {
    const response = await ask({ path });
    expect([path, response.status >= 400, response.headers.get('cache-control')]).toEqual([path, true, 'no-store']);
  }
});

it('names the query parameters that nginx distinguishes, and its upload limits', () => {
  const maps = readFileSync(join(root, 'web/nginx/site/route-arguments.conf'), 'utf8');
  const result = new Set([...maps.matchAll(/^map \$arg_(\w+) /gm)].map(([, name]) => name!));
  const [, listed] = /((?:`\w+`, )+`\w+`) matter; nginx drops the rest/.exec(manual)!;
  expect([...listed!.matchAll(/`(\w+)`/g)].map(([, name]) => name!).sort()).toEqual([...result].sort());
  const site = ['nginx.conf', 'site/server.conf', 'site/upload.conf', 'site/route-locations.conf']
    .map((file) => readFileSync(join(root, 'web/nginx', file), 'utf8'))
    .join('');
  const sizes = [...site.matchAll(/client_max_body_size (\d+);/g)].map(([, bytes]) => Number(bytes));
  const mebibytes = Math.max(...sizes) / 1024 ** 2;
  const waits = [...site.matchAll(/proxy_read_timeout (\d+)s;/g)].map(([, seconds]) => Number(seconds));
  const [maxLength, others] = [...new Set(waits)].sort((one, other) => other - one);
  expect(manual).toContain(`bodies up to ${mebibytes} MiB with a timeout of ${maxLength} s; ${others} s for others`);
});
