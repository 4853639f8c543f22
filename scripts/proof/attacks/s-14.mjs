import { createHash } from 'node:crypto';
import { call, publicReads } from '../lib/site.mjs';

export const name = 'S-14';
export const title = 'cache poisoning';
export const rule = "No header, query or body of one visitor changes the next visitor's response.";

const headers = {
  'X-Forwarded-Host': 'evil.example',
  'X-Forwarded-Scheme': 'nothttps',
  'X-Forwarded-Proto': 'gopher',
  'X-Forwarded-Prefix': '/evil',
  'X-Forwarded-For': '203.0.113.9',
  'X-Host': 'evil.example',
  'X-Original-URL': '/admin/main/post',
  'X-Rewrite-URL': '/admin/main/post',
  'X-HTTP-Method-Override': 'DELETE',
  Forwarded: 'host=evil.example;proto=http',
  Origin: 'https://evil.example',
  Referer: 'https://evil.example/',
  'Accept-Language': 'xx',
  'User-Agent': '<script>alert(1)</script>',
  Cookie: 'session=evil; userData={}',
  Authorization: 'Bearer evil',
  Range: 'bytes=0-5',
  'If-None-Match': '"evil"',
  'If-Modified-Since': 'Sat, 01 Jan 2050 00:00:00 GMT',
  'X-Request-Id': 'evil-request-id-123',
  Via: '1.1 evil',
  'X-Forwarded-Port': '1',
  'X-Real-IP': '203.0.113.9',
  'Cache-Control': 'no-cache',
  Pragma: 'no-cache',
};

export async function run({ product: start, checks }) {
  const product = await start();
  const token = await product.signIn();
  const stable = publicReads.filter((path) => !path.includes('/weather/') && !path.includes('social'));
  const hash = async (path) => {
    const { bytes, status } = await call(product, 'GET', path);
    return `${status} ${createHash('sha256').update(bytes).digest('hex')}`;
  };
  for (const path of [...stable, '/', '/about', '/robots.txt', '/sitemap.xml', '/feed.xml']) {
    // A page also changes when a picture is finished, so one round without a change is proof enough.
    let unchanged = false;
    for (let round = 0; round < 4 && !unchanged; round += 1) {
      const before = await hash(path);
      for (const [header, value] of Object.entries(headers)) {
        const { text, headers: answered } = await call(product, 'GET', path, { headers: { [header]: value } });
        checks.that(
          !text.includes('evil.example') && !(answered.get('location') ?? '').includes('evil'),
          `${path} repeats ${header}`,
        );
      }
      await call(product, 'GET', `${path}?utm_source=evil.example&cb=1&callback=evil`);
      await call(product, 'GET', path, { token });
      const after = await hash(path);
      unchanged = before === after;
    }
    checks.that(unchanged, `${path} changed`);
  }
  const admin = await call(product, 'GET', '/admin/main/post', { token });
  checks.that(/no-store/.test(admin.headers.get('cache-control') ?? ''), 'an admin response may be cached');
  for (const path of [
    '/main/home/x.css',
    '/admin/main/team;a.css',
    '/admin/main/team/x.css',
    '/main/home%2fx.css',
    '/main/home%00.css',
  ]) {
    const { status, headers: answered } = await call(product, 'GET', path, { token });
    checks.that(status >= 400, `${path} returned ${status}`);
    checks.that(!/public|max-age=[1-9]/.test(answered.get('cache-control') ?? ''), `${path} may be cached`);
  }
  checks.that((await call(product, 'GET', '/admin/main/team')).status === 401, 'the team list is open');
  return { headers: Object.keys(headers).length };
}
