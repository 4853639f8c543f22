import { spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startSiteNginx, type RunningNginx } from './proof/lib/nginx.mjs';

/** Which requests a second region's nginx sends to its own gateway, and which to the first region. */

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
async function gateway(name: string): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'X-Region': name, 'X-Asked-For': request.headers.host ?? '' }).end(name);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

let regions: { first: Server; second: Server };
let nginx: RunningNginx;

beforeAll(async () => {
  regions = { first: await gateway('first'), second: await gateway('second') };
  nginx = await startSiteNginx(addressOf(regions.second), {
    environment: { FIRST_REGION: `${addressOf(regions.first)}/` },
  });
});
afterAll(async () => {
  await nginx.stop();
  for (const server of Object.values(regions)) {
    server.closeAllConnections();
    server.close();
  }
});

const regionOf = async (path: string, options: RequestInit = {}) => {
  const answer = await fetch(`${nginx.url}${path}`, options);
  await answer.arrayBuffer();
  return answer.headers.get('x-region');
};

it.each([
  '/main/home',
  '/main/weather/alerts',
  '/now',
  '/embed/county/pulaski',
  '/media/a/1.webp',
  '/share/a.png',
  '/a-page',
  '/alerts.atom',
])('reads %s here', async (path) => {
  expect(await regionOf(path)).toBe('second');
  expect(await regionOf(path, { method: 'HEAD' })).toBe('second');
});

it.each<[string, string, RequestInit]>([
  ['a form', '/main/contact-us', { method: 'POST', body: 'a=b' }],
  ['an upload', '/main/snapshot/create', { method: 'POST', body: 'a=b' }],
  ['a sign-in', '/admin/auth/login', { method: 'POST', body: '{}' }],
  ['what an editor reads', '/admin/main/post', {}],
  ['what somebody signed in reads', '/main/home', { headers: { Authorization: 'Bearer token' } }],
  ['what a moderator looks at', '/media/pending/a.webp', {}],
  ['following warnings', '/main/notifications/key', {}],
  ['the page of somebody who follows them', '/subscription', {}],
  ['the same page in Spanish', '/es/subscription', {}],
  ['a counted link', '/go/1/2', {}],
  ['a text message that came in', '/hooks/sms/inbound', { method: 'POST', body: 'a=b' }],
  ['a change of any other kind', '/main/notifications/subscription', { method: 'DELETE' }],
])('forwards %s', async (_what, path, options) => {
  expect(await regionOf(path, options)).toBe('first');
});

it('handles everything locally if there is only one region', async () => {
  const alone = await startSiteNginx(addressOf(regions.second));
  const answer = await fetch(`${alone.url}/main/contact-us`, { method: 'POST', body: 'a=b' });
  await alone.stop();
  expect([answer.status, answer.headers.get('x-region')]).toEqual([200, 'second']);
});

it("sends the visitor's Host header to the first region", async () => {
  const answer = await fetch(`${nginx.url}/main/contact-us`, { method: 'POST', body: 'a=b' });
  expect(answer.headers.get('x-asked-for')).toBe('127.0.0.1');
});

it.each(['first.example.org', 'ftp://first.example.org', 'https://first.example.org/path', 'http://a; return 200'])(
  'does not start with %s as the first region',
  (address) => {
    const { status, stderr } = spawnSync('sh', [join(import.meta.dirname, '../web/nginx/settings.envsh')], {
      env: { PATH: process.env['PATH'], FIRST_REGION: address },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([78, 'web: FIRST_REGION: must be an http(s) address without a path\n']);
  },
);
