import { newId } from '@site/platform/base/ids';
import request from 'supertest';
import { setupGateway } from '../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });

const path = `/admin/main/snapshot/delete/${newId()}`;
const deletions = () => provided.services.submissions.callsOf('submissions.v1.SnapshotsService/DeleteSnapshot');
const target = (method: 'get' | 'head', headers: Record<string, string> = {}) => {
  const agent = request(provided.gateway.url);
  const authorization = `Bearer ${provided.services.signIn('admin').token}`;
  return agent[method](path).set('Authorization', authorization).set(headers);
};

beforeAll(() => {
  provided.services.submissions.handlers['submissions.v1.SnapshotsService/DeleteSnapshot'] = () => ({});
});

it("runs for our own pages' scripts and non-browser clients, and is never cached", async () => {
  const serverVersion: Record<string, string> = {
    'Sec-Fetch-Site': 'same-origin',
    'Sec-Fetch-Mode': 'cors',
    'Sec-Fetch-Dest': 'empty',
  };
  for (const headers of [serverVersion, {}]) {
    const before = deletions();
    const response = await target('get', headers);
    expect([response.status, response.headers['cache-control'], deletions()]).toEqual([200, 'no-store', before + 1]);
  }
});

it('refuses HEAD with 405, because Express would run the GET', async () => {
  const before = deletions();
  const response = await target('head');
  expect([response.status, response.headers['allow'], deletions()]).toEqual([405, 'GET, POST', before]);
});

it.each<[string, Record<string, string>]>([
  ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ['a sibling site', { 'Sec-Fetch-Site': 'same-site' }],
  ['a typed address or bookmark', { 'Sec-Fetch-Site': 'none' }],
  ['a link', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }],
  ['an image', { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' }],
  ['a frame', { 'Sec-Fetch-Dest': 'iframe' }],
  ['a prefetch', { 'Sec-Purpose': 'prefetch;prerender' }],
  ['an old prefetch', { Purpose: 'prefetch' }],
])('does nothing for %s, even with a session', async (_name, headers) => {
  const before = deletions();
  const response = await target('get', headers);
  expect([response.status, deletions()]).toEqual([403, before]);
});

it('does nothing without a session', async () => {
  const before = deletions();
  expect([(await request(provided.gateway.url).get(path)).status, deletions()]).toEqual([401, before]);
});
