import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTS, { astToString } from 'openapi-typescript';
import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';

interface Description {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, { summary?: string; description?: string; security: unknown[] }>>;
  components: { schemas: Record<string, unknown> };
}
const isOfDashboard = ([path, operations]: [string, Description['paths'][string]]) =>
  path.startsWith('/admin/') || Object.values(operations).some(({ security }) => security.length > 0);

/** Runs a Node program and returns its output, or its errors. */
const runNode = (args: string[]) =>
  new Promise<string>((resolve) => {
    const child = spawn(process.execPath, args);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
    child.on('close', () => resolve(output));
  });

/** A client as a visitor of the API would write it. Each line reads a field whose type the description states. */
const clientProgram = `
import type { paths } from './api.js';
type Path = keyof paths;
type Ok<P extends Path> = paths[P] extends { get: { responses: { 200: { content: { 'application/json': infer Body } } } } } ? Body : never;
const get = async <P extends Path>(path: P, query = ''): Promise<Ok<P>> => (await (await fetch(process.argv[2] + path + query)).json()) as Ok<P>;
const lines: (string | number | boolean | null)[] = [
  (await get('/main/home')).status,
  (await get('/main/faqs')).data.length,
  (await get('/main/teams')).data.length,
  (await get('/main/post')).status,
  (await get('/main/snapshots')).action.length > 0,
  (await get('/main/weather/alerts')).data.ok,
  (await get('/main/weather/outlook')).status,
  (await get('/main/weather/radar')).data.frames.length,
  (await get('/main/weather/rivers')).status,
  (await get('/main/weather/reports')).status,
];
console.log(lines.length, lines.every((line) => line !== undefined && line !== null));
`;

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

describe('generators and their users', () => {
  const provided = setupGateway({ TRUSTED_PROXY_CIDR: 'none', PUBLIC_URL: 'https://weather.lab.test' });
  const describeAll = async () => (await request(provided.gateway.url).get('/docs-json')).body as Description;

  it('get OpenAPI 3.1 of at most 300 kB, without an error by the rules that Redocly recommends', async () => {
    const { text } = await request(provided.gateway.url).get('/docs-yaml');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(300_000);
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: text, absoluteRef: '/openapi.yaml', config });
    expect(problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
    const { openapi, servers } = await describeAll();
    expect([openapi, servers]).toEqual(['3.1.0', [{ url: 'https://weather.lab.test' }]]);
  });

  it('read what each operation does, who may call it and how often', async () => {
    const { paths } = await describeAll();
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
    );
    expect(operations.filter(({ summary, description }) => !summary || !description).map(({ name }) => name)).toEqual(
      [],
    );
    const described = (name: string) => operations.find((operation) => operation.name === name)?.description;
    expect(described('post /main/contact-us')).toMatch(
      /^Open to everyone\. Requests per network address: 5 in an hour/,
    );
    expect(described('get /admin/main/audit')).toMatch(/Roles: admin\./);
  });

  it('compile a generated client, whose calls return what it states', async () => {
    const folder = join(import.meta.dirname, '../../../../node_modules/.cache');
    mkdirSync(folder, { recursive: true });
    const project = mkdtempSync(join(folder, 'client-'));
    try {
      const types = astToString(await openapiTS(JSON.stringify(await describeAll())));
      writeFileSync(join(project, 'api.d.ts'), types);
      writeFileSync(join(project, 'client.ts'), clientProgram);
      writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
      const compilerOptions = { strict: true, target: 'es2022', module: 'nodenext', types: ['node'] };
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['client.ts'] }));
      const compiler = join(import.meta.dirname, '../../../../node_modules/.bin/tsc');
      expect(await runNode([compiler, '-p', project])).toBe('');
      expect(await runNode([join(project, 'client.js'), provided.gateway.url])).toBe('10 true\n');
    } finally {
      rmSync(project, { recursive: true });
    }
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
