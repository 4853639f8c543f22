import { createServer, request as fetch } from 'node:http';
import { connect } from 'node:net';
import request from 'supertest';
import { testTlsVariables } from '../../services/platform/testing/identities.js';
import { testLogger } from '../../services/platform/testing/logger.js';
import { until } from '../../services/platform/testing/until.js';
import { configFrom } from './config.js';
import { drain, listen } from './edge/http-server.js';
import { setupGateway } from './testing/given-gateway.js';
import { trustedProxies } from './edge/trusted-proxies.js';

describe('headers', () => {
  const provided = setupGateway({
    PUBLIC_URL: 'https://weather.example/',
    LIVECAM_URLS: 'https://cams.example/one?x=1, https://cams.example/two,https://other.example/three',
    MAPBOX_TOKEN: 'pk.public',
  });

  it('protect every response', async () => {
    const paths = [
      '/main/home',
      '/main/nothing',
      '/',
      '/nope',
      '/admin/main/overview',
      '/assets/main-abc123.js',
      '/docs',
      '/healthz',
    ];
    for (const path of paths) {
      const { headers } = await request(provided.gateway.url).get(path);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'permissions-policy': expect.stringContaining('camera=()') as string,
        'content-security-policy': expect.stringContaining("default-src 'none'") as string,
        'x-request-id': expect.stringMatching(/^[\w-]{36}$/) as string,
      });
      expect(headers).not.toHaveProperty('x-powered-by');
    }
  });

  it.each([
    '/newsletter/confirm?token=secret',
    // As nginx requests it, without the query.
    '/newsletter/unsubscribe',
    '/subscription?token=secret',
    '/es/subscription?token=secret',
    '/main/news/letter/unsubscribe?token=secret',
    '/nope?x=1&token=secret',
  ])('keep the address of %s, which may hold a token, out of every other request', async (path) => {
    const { headers } = await request(provided.gateway.url).get(path).redirects(0);
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  it('allow a document its frames and the map, but nothing inline', async () => {
    const policy = (await request(provided.gateway.url).get('/')).headers['content-security-policy']!;
    const directives = Object.fromEntries(policy.split('; ').map((part) => [part.split(' ')[0], part]));
    expect(directives['frame-src']).toBe(
      'frame-src https://www.youtube-nocookie.com https://player.vimeo.com https://www.facebook.com https://cams.example https://other.example',
    );
    expect(directives['connect-src']).toBe("connect-src 'self' https://api.mapbox.com");
    expect(directives).toHaveProperty('upgrade-insecure-requests');
    expect(policy).not.toContain('unsafe');
  });

  it('keep private responses out of caches', async () => {
    const { token } = provided.services.signIn('admin');
    const answer = await request(provided.gateway.url)
      .get('/admin/main/overview')
      .set('Authorization', `Bearer ${token}`);
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  });
});

describe('on plain http', () => {
  const provided = setupGateway({ PUBLIC_URL: 'http://localhost:8080', RATE_LIMIT_SCALE: '10' });

  it('nothing forces https', async () => {
    const { headers } = await request(provided.gateway.url).get('/');
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
    expect(headers['content-security-policy']).toContain("connect-src 'self';");
  });

  it('the documentation covers every endpoint with its input', async () => {
    const { body } = await request(provided.gateway.url).get('/docs-json');
    const login = body.paths['/admin/auth/login'].post;
    expect(login.summary).toBeTruthy();
    expect(JSON.stringify(login.requestBody)).toContain('SignInInput');
    expect(body.components.schemas.SignInInput.required).toEqual(['email', 'password']);
    for (const [path, methods] of Object.entries(body.paths as Record<string, Record<string, { summary?: string }>>))
      for (const [method, { summary }] of Object.entries(methods))
        expect([path, method, typeof summary]).toEqual([path, method, 'string']);
    expect((await request(provided.gateway.url).get('/docs')).text).toContain('swagger');
  });

  it('a policy violation can be reported, within a size limit', async () => {
    const report = (body: string) =>
      request(provided.gateway.url).post('/csp-report').set('Content-Type', 'application/csp-report').send(body);
    expect((await report('{"csp-report":{"effective-directive":"img-src"}}')).status).toBe(204);
    expect((await report('{}')).status).toBe(204);
    expect((await report(JSON.stringify({ 'csp-report': { x: 'x'.repeat(9_000) } }))).status).toBe(413);
    expect((await report('{')).status).toBe(400);
  });

  it.each([
    ['effective-directive', 'img-src\u001b[2J\u001b[31m'],
    ['effective-directive', 'img-src\n12:00:00 gateway ready'],
    ['violated-directive', '<script>'],
    ['effective-directive', { img: true }],
    ['blocked-uri', 'https://cdn.example/\u001b]0;title\u0007'],
    ['document-uri', 'https://weather.example/\u202e'],
    ['document-uri', 'https://weather.example/\n12:00:00 gateway ready'],
  ])('a report with an invalid %s is refused and not logged: %j', async (field, value) => {
    const warn = jest.spyOn(testLogger, 'warn').mockImplementation();
    const { status, body } = await request(provided.gateway.url)
      .post('/csp-report')
      .set('Content-Type', 'application/csp-report')
      .send(JSON.stringify({ 'csp-report': { [field]: value } }));
    expect([status, body.status, body.errors[0].field]).toEqual([400, false, field]);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  it.each([
    ['img-src', 'img-src'],
    ["style-src-attr 'self'", 'style-src-attr'],
  ])('a report of %j is logged as %s', async (directive, logged) => {
    const warn = jest.spyOn(testLogger, 'warn').mockImplementation();
    const { status } = await request(provided.gateway.url)
      .post('/csp-report')
      .set('Content-Type', 'application/csp-report')
      .send(JSON.stringify({ 'csp-report': { 'violated-directive': directive } }));
    expect(status).toBe(204);
    expect(warn.mock.calls[0]?.[0]).toEqual({ directive: logged, blocked: undefined, page: undefined });
    warn.mockRestore();
  });

  it.each([
    ['https://weather.example/newsletter/confirm?token=secret#secret', 'https://weather.example/newsletter/confirm'],
    ['https://ann:secret@cdn.example/x.js?secret', 'https://cdn.example/x.js'],
    ['data:text/html,secret', 'data:'],
    ['blob:https://weather.example/secret', 'blob:'],
    ['inline', 'inline'],
    ['/secret?token=secret', undefined],
    [{ secret: true }, undefined],
  ])('the log contains only origin and path of a reported address: %j', async (named, logged) => {
    const warn = jest.spyOn(testLogger, 'warn').mockImplementation();
    const report = { 'effective-directive': 'img-src', 'document-uri': named, 'blocked-uri': named };
    await request(provided.gateway.url)
      .post('/csp-report')
      .set('Content-Type', 'application/csp-report')
      .send(JSON.stringify({ 'csp-report': report }));
    expect(warn.mock.lastCall?.[0]).toEqual({ directive: 'img-src', page: logged, blocked: logged });
    warn.mockRestore();
  });
});

describe('behind a trusted proxy', () => {
  const provided = setupGateway({ TRUSTED_PROXY_CIDR: '127.0.0.1/32' });

  it('its request id is kept unless malformed', async () => {
    const withId = (id: string) => request(provided.gateway.url).get('/main/home').set('X-Request-Id', id);
    expect((await withId('nginx-0123456789')).headers['x-request-id']).toBe('nginx-0123456789');
    expect((await withId('bad id\u00e9')).headers['x-request-id']).toMatch(/^[\w-]{36}$/);
  });
});

it('trusts only the configured ranges', () => {
  const trusts = trustedProxies(['10.0.0.0/8', '192.0.2.1', 'fd00::/8']);
  expect(['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.1', 'fd12::1'].map(trusts)).toEqual([true, true, true, true]);
  expect(['11.0.0.1', '192.0.2.2', '2001:db8::1', undefined, ''].map(trusts)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

describe('an ambiguous request', () => {
  const provided = setupGateway();

  it('refuses an unknown transfer encoding and closes the connection', async () => {
    const socket = connect(Number(new URL(provided.gateway.url).port), '127.0.0.1');
    socket.write('POST /main/contact-us HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n');
    let answer = '';
    for await (const chunk of socket.setEncoding('latin1')) answer += chunk as string;
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*\r\nConnection: close\r\n/s);
    expect(answer).toContain('This transfer encoding is not supported.');
  });
});

describe('the public port', () => {
  it("reports in one sentence that it's in use", async () => {
    const first = createServer();
    await listen(first, 0, '127.0.0.1');
    const { port } = first.address() as { port: number };
    await expect(listen(createServer(), port, '127.0.0.1')).rejects.toThrow(
      `Port ${port} is already in use. Stop the other program, or choose another port with PORT.`,
    );
    await drain(first);
  });

  it('finishes requests in progress when it closes, without waiting for idle connections', async () => {
    let finish: () => void = () => undefined;
    const server = createServer((_request, response) => {
      finish = () => response.end('done');
    });
    await listen(server, 0, '127.0.0.1');
    const { port } = server.address() as { port: number };
    let body = '';
    fetch({ port, host: '127.0.0.1', headers: { connection: 'keep-alive' } }, (response) => {
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
    }).end();
    let arrived = false;
    server.once('request', () => (arrived = true));
    await until('the request has arrived', () => arrived);
    const drained = drain(server);
    finish();
    await drained;
    expect(body).toBe('done');
  });
});

describe('the configuration', () => {
  const min = {
    ...testTlsVariables('gateway'),
    S3_ENDPOINT: 'http://s3',
    S3_ACCESS_KEY: 'key',
    S3_SECRET_KEY: 'secret-secret',
  };

  it('has a working default for everything except the certificate and the object store', () => {
    expect(configFrom(min)).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost:8080',
      LIVECAM_URLS: [],
    });
    expect(configFrom({ ...min, DEFAULT_UNITS: '' }).DEFAULT_UNITS).toBe('standard');
    expect(() => configFrom({})).toThrow(
      /TLS_CERT_FILE: is missing.*TLS_KEY_FILE.*TLS_CA_FILE.*S3_ENDPOINT.*S3_ACCESS_KEY.*S3_SECRET_KEY/,
    );
  });

  it("accepts the site's default units, and refuses others in one line", () => {
    expect(configFrom({ ...min, DEFAULT_UNITS: 'us' }).DEFAULT_UNITS).toBe('us');
    expect(() => configFrom({ ...min, DEFAULT_UNITS: 'imperial' })).toThrow(
      'Configuration is wrong. DEFAULT_UNITS: must be standard, us or metric',
    );
  });

  it('refuses a secret map token, invalid addresses, and scaled limits in production', () => {
    expect(() => configFrom({ ...min, MAPBOX_TOKEN: 'sk.secret' })).toThrow(/MAPBOX_TOKEN/);
    expect(() => configFrom({ ...min, LIVECAM_URLS: 'javascript:alert(1)' })).toThrow(/LIVECAM_URLS/);
    expect(() => configFrom({ ...min, TRUSTED_PROXY_CIDR: 'everywhere' })).toThrow(/TRUSTED_PROXY_CIDR/);
    const before = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = 'production';
    try {
      expect(() => configFrom({ ...min, RATE_LIMIT_SCALE: '5' })).toThrow(/RATE_LIMIT_SCALE: is refused in production/);
    } finally {
      process.env['NODE_ENV'] = before;
    }
  });
});
