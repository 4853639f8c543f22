import { aWebRoot } from '../../gateway/src/testing/test-gateway.js';
import { startSiteNginx, type RunningNginx } from '../proof/lib/nginx.mjs';

/** The gateway is down, because only nginx's own responses and log matter here. */

let nginx: RunningNginx;
beforeAll(async () => {
  nginx = await startSiteNginx('http://127.0.0.1:9', { webRoot: aWebRoot() });
});
afterAll(() => nginx.stop());

const ask = (path: string) => fetch(nginx.url + path, { redirect: 'manual' });

it.each([
  ['/newsletter/confirm?token=secret', 200],
  ['/subscription?token=secret', 503],
  ['/es/subscription?token=secret', 503],
  ['/main/news/letter/unsubscribe?token=secret', 503],
  ['/assets/none.js?token=secret', 404],
])('hides the address of %s from the requests of its page', async (path, status) => {
  const response = await ask(path);
  expect([response.status, response.headers.get('referrer-policy')]).toEqual([status, 'no-referrer']);
});

it('lets other pages send their origin', async () => {
  const policy = (await ask('/about')).headers.get('referrer-policy');
  expect(policy).toBe('strict-origin-when-cross-origin');
});

it('writes no token to its log when the gateway is unreachable', () => {
  expect(nginx.errors()).not.toContain('secret');
});
