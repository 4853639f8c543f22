import request from 'supertest';
import { setupGateway } from '../testing/given-gateway.js';

const provided = setupGateway({ TRUSTED_PROXY_CIDR: '127.0.0.0/8' });
const headersOf = async (path: string) => {
  const { headers } = await request(provided.gateway.url).get(path);
  return [headers['access-control-allow-origin'], headers['cross-origin-resource-policy']];
};

it.each([
  '/main/weather/alerts',
  '/main/weather/forecast?lat=34.75&lon=-92.29',
  '/main/weather/outlook',
  '/main/weather/radar',
  '/main/weather/rivers',
  '/main/weather/event/unknown',
  '/alerts.atom',
  '/now/pulaski/alerts.atom',
  '/feed.xml',
])('%s is open to scripts of other sites, also when it fails', async (path) => {
  expect(await headersOf(path)).toEqual(['*', 'cross-origin']);
});

it.each([
  '/main/weather/search?q=conway',
  '/main/weather/tiles/clouds/5/8/12.png',
  '/main/home',
  '/main/faqs',
  '/now/pulaski',
  '/admin/main/audit',
])('%s is not', async (path) => {
  expect(await headersOf(path)).toEqual([undefined, 'same-origin']);
});

it('counts such requests apart from those of our pages', async () => {
  const fetchFrom = (origin: string | undefined) =>
    request(provided.gateway.url)
      .get('/main/weather/event/unknown')
      .set({ 'X-Forwarded-For': '203.0.113.40', ...(origin && { Origin: origin }) });
  const statuses = new Set<number>();
  for (let n = 0; n < 120; n += 1) statuses.add((await fetchFrom('https://school.example')).status);
  expect(statuses).not.toContain(429);
  const refused = await fetchFrom('https://school.example');
  expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([429, '*']);
  expect((await fetchFrom(undefined)).status).not.toBe(429);
});
