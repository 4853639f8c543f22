import request from 'supertest';
import { listRoutes } from './route-table.js';
import { givenGateway } from './testing/given.js';

const given = givenGateway({ RATE_LIMIT_SCALE: '1000' });

/** Every address that is open to everybody. A new route is private unless it is added here on purpose. */
const publicRoutes = new Set([
  'GET /main/home',
  'GET /main/keys',
  'GET /main/teams',
  'GET /main/faqs',
  'GET /main/post',
  'GET /main/post/:id',
  'GET /main/snapshots',
  'GET /main/snapshot/:id',
  'POST /main/snapshot/create',
  'POST /main/advertise/with/us',
  'POST /main/contact-us',
  'POST /main/news/letter/create',
  'POST /main/news/letter/confirm',
  'POST /main/news/letter/unsubscribe',
  'POST /main/news/letter/preferences',
  'GET /main/weather/forecast',
  'GET /main/weather/alerts',
  'GET /main/weather/search',
  'GET /main/weather/layers',
  'GET /main/weather/tiles/:layer/:z/:x/:y.png',
  'GET /main/social/posts',
  'POST /admin/auth/login',
  'GET /healthz',
  'GET /readyz',
  'POST /csp-report',
  'GET /media/*key',
]);

/** Without a session these do not even admit that there is something (decisions 0003). */
const hiddenRoutes = new Set(['GET /media/pending/*key']);

const routes = () =>
  listRoutes(given.gateway.app.getHttpAdapter().getInstance()).filter(({ path }) => !path.startsWith('/docs'));

it('knows every public route', () => {
  const open = routes()
    .filter(({ path }) => !path.startsWith('/admin'))
    .map(({ method, path }) => `${method} ${path}`);
  expect(open.filter((route) => !publicRoutes.has(route) && !hiddenRoutes.has(route))).toEqual([]);
});

it('answers 401 in the envelope on every private route without a session', async () => {
  const privateRoutes = routes().filter(({ method, path }) => !publicRoutes.has(`${method} ${path}`));
  expect(privateRoutes.length).toBeGreaterThan(8);
  for (const { method, path } of privateRoutes) {
    const address = path.replace(/:\w+/g, '01a1fb55-69c7-766f-8ee9-d5a97b08f9a2');
    const verb = method.toLowerCase() as 'get' | 'post' | 'delete';
    const { status, body } = await request(given.gateway.url)[verb](address);
    const route = `${method} ${path}`;
    if (hiddenRoutes.has(route)) {
      expect([route, status]).toEqual([route, 404]);
      continue;
    }
    expect([route, status, body.errors?.[0]?.message]).toEqual([route, 401, 'No authentication token found.']);
  }
});
