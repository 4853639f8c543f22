import { aWebRoot } from '../../gateway/src/testing/test-gateway.js';
import { startSiteNginx, type RunningNginx } from '../proof/lib/nginx.mjs';

/** The gateway is down, because only nginx's own pages matter here. */

let nginx: RunningNginx;
beforeAll(async () => {
  nginx = await startSiteNginx('http://127.0.0.1:9', { webRoot: aWebRoot() });
});
afterAll(() => nginx.stop());

async function framing(path: string) {
  const response = await fetch(nginx.url + path, { redirect: 'manual' });
  const policy = response.headers.get('content-security-policy') ?? '';
  return {
    text: await response.text(),
    frameOptions: response.headers.get('x-frame-options'),
    ancestors: /frame-ancestors ([^;]*)/.exec(policy)?.[1],
  };
}

it('says in the frame that the alert status is unknown while the gateway is down', async () => {
  const { text, ...headers } = await framing('/embed/county/pulaski');
  expect(text).toContain('Alert status unavailable');
  expect(headers).toEqual({ frameOptions: null, ancestors: '*' });
});

it.each([
  '/now/pulaski',
  '/es/now',
  '/es/now/pulaski',
  '/es/now/alert/KLZK.TO.W.0042.2026',
  '/es/now/still',
  '/es',
  '/es/alert',
  '/es/forecast?county=pulaski',
  '/es/hourly',
  '/es/county',
  '/es/county/pulaski',
])('says in both languages at %s that the alert status is unknown', async (path) => {
  const { text } = await framing(path);
  expect(text).toContain('Alert status unavailable');
  expect(text).toContain('<p lang="es"><strong>Estado de las alertas no disponible.</strong>');
});

it.each([
  '/',
  '/now',
  '/now/pulaski',
  '/es/now/pulaski',
  '/main/home',
  '/subscription',
  '/embed/county',
  '/embed/county/a/b',
  '/assets/x',
])('lets no other site frame %s', async (path) => {
  const { frameOptions, ancestors } = await framing(path);
  expect({ frameOptions, ancestors }).toEqual({ frameOptions: 'DENY', ancestors: "'none'" });
});
