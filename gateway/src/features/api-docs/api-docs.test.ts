import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';

interface Description {
  paths: Record<string, Record<string, { security?: unknown }>>;
  components: { schemas: Record<string, unknown> };
}
const isOfDashboard = ([path, operations]: [string, Description['paths'][string]]) =>
  path.startsWith('/admin/') || Object.values(operations).some(({ security }) => security);

describe('in production', () => {
  const provided = setupGateway({ NODE_ENV: 'production', TRUSTED_PROXY_CIDR: 'none' });
  const get = (path: string, token?: string) => {
    const call = request(provided.gateway.url).get(path);
    return token ? call.set('Authorization', `Bearer ${token}`) : call;
  };

  it('visitors get the public part', async () => {
    const { body, headers } = await get('/docs-json');
    const { paths, components } = body as Description;
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/main/home', '/hooks/sms/inbound', '/main/contact-us']),
    );
    expect(Object.entries(paths).filter(isOfDashboard)).toEqual([]);
    expect(Object.keys(components.schemas)).toContain('ContactInput');
    expect(Object.keys(components.schemas)).not.toContain('SignInInput');
    expect(headers['cache-control']).toBe('private, no-cache');
    const yaml = (await get('/docs-yaml')).text;
    expect(yaml).toContain('\n  /main/home:\n');
    expect(yaml).not.toContain('/admin/');
  });

  it('administrators get all of it', async () => {
    const { token } = provided.services.signIn('admin');
    const { body } = await get('/admin/docs-json', token);
    expect(Object.keys((body as Description).paths)).toEqual(
      expect.arrayContaining(['/main/home', '/admin/auth/login', '/admin/main/audit']),
    );
    expect((await get('/admin/docs-yaml', token)).text).toContain('\n  /admin/main/audit:\n');
    expect((await get('/admin/docs-json')).status).toBe(401);
    expect((await get('/admin/docs-yaml', provided.services.signIn('editor').token)).status).toBe(403);
  });

  it.each(['/docs-json', '/docs-yaml', '/docs', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css'])(
    '%s is compressed and has an ETag',
    async (path) => {
      const fetchAs = async (encoding: string) => {
        const answer = await get(path)
          .set('Accept-Encoding', encoding)
          .buffer(true)
          .parse((response, done) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('end', () => done(null, Buffer.concat(chunks)));
          });
        return { headers: answer.headers, bytes: answer.body as Buffer };
      };
      const plain = await fetchAs('identity');
      const { etag } = plain.headers;
      expect(etag).toMatch(/^"[\w-]{22}"$/);
      const unchanged = await get(path).set('Accept-Encoding', 'identity').set('If-None-Match', String(etag));
      expect(unchanged.status).toBe(304);
      // A page this small isn't compressed.
      if (path === '/docs') return;
      const brotli = await fetchAs('br');
      expect(brotli.headers['content-encoding']).toBe('br');
      expect(Number(brotli.headers['content-length'])).toBeLessThan(plain.bytes.length / 3);
    },
  );

  it('unknown files of the page are refused', async () => {
    for (const name of ['swagger-ui-bundle.js.map', 'LICENSE', 'package.json', 'constructor'])
      expect((await get(`/docs/${name}`)).status).toBe(404);
  });
});

describe('for any visitor', () => {
  const provided = setupGateway({ TRUSTED_PROXY_CIDR: '127.0.0.0/8' });

  it('it has a rate limit of its own', async () => {
    const get = (path: string) => request(provided.gateway.url).get(path).set('X-Forwarded-For', '203.0.113.30');
    for (let n = 0; n < 120; n += 1) expect((await get('/docs')).status).toBe(200);
    const rejected = await get('/docs-yaml');
    expect([rejected.status, Number(rejected.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await get('/main/home')).status).toBe(200);
  });
});
