import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { startFakeServices, type FakeServices } from '../../testing/fake-services.js';
import { aWebRoot, startTestGateway, type TestGateway } from '../../testing/test-gateway.js';

const worker = `/* the worker */ ${'addEventListener; '.repeat(60)}`;
const ending = '/* the ending worker */';

let services: FakeServices;
let gateway: TestGateway;

const start = async (environment: NodeJS.ProcessEnv) => {
  const folder = aWebRoot();
  writeFileSync(join(folder, 'sw.js'), worker);
  writeFileSync(join(folder, 'sw-off.js'), ending);
  gateway = await startTestGateway(services, { WEB_ROOT: folder, ...environment });
};
const get = (path: string) => request(gateway.url).get(path);

beforeAll(async () => {
  services = await startFakeServices();
});
afterEach(async () => {
  await gateway.close();
});
afterAll(() => services.kill());

it("is sent with the documents' policy, which allows it to fetch, and revalidated on every visit", async () => {
  await start({});
  const { status, text, headers } = await get('/sw.js');
  expect([status, text]).toEqual([200, worker]);
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-security-policy']).toBe((await get('/')).headers['content-security-policy']);
  expect(headers['content-security-policy']).toContain("connect-src 'self'");
  const repeated = await get('/sw.js').set('If-None-Match', headers['etag'] as string);
  expect([repeated.status, repeated.headers['cache-control']]).toEqual([304, 'no-cache']);
  expect((await get('/sw-off.js')).status).toBe(404);
});

it('is the removal script while SW_OFF is set', async () => {
  await start({ SW_OFF: '1' });
  const { status, text, headers } = await get('/sw.js');
  expect([status, text, headers['cache-control']]).toEqual([200, ending, 'no-cache']);
  expect(headers['content-security-policy']).toContain("connect-src 'self'");
});

it('is the only missing script that is never answered with a document', async () => {
  await start({});
  for (const path of ['/old-worker.js', '/assets/site-old.js', '/some/where/else.mjs']) {
    const { status, headers, text } = await get(path);
    expect([path, status, headers['content-type']]).toEqual([path, 404, 'application/json; charset=utf-8']);
    expect(text).not.toContain('<');
  }
});
