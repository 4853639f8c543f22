import { notFound, unavailable } from '@site/proto/grpc';
import request from 'supertest';
import { aTextProduct, productPath } from '../../testing/fake-storm-context.js';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '100' });
const get = (path: string) => request(provided.gateway.url).get(`/main/weather/products/${path}`);

it("has an office's newest text verbatim", async () => {
  const paragraph = `<script>alert(1)</script> ${'x'.repeat(20_000)}`;
  const sections = [{ heading: '', paragraphs: [paragraph] }];
  provided.services.weather.handlers[productPath] = ({ office, kind }) => aTextProduct({ office, kind, sections });
  const { status, body, headers } = await get('TSA/hazards');
  expect([status, body.action]).toEqual([200, 'Text product']);
  expect(body.data).toMatchObject({ office: 'TSA', kind: 'hazards', stale: false, sections });
  expect(headers['cache-control']).toContain('s-maxage=15');
});

it.each([
  ['ORD/discussion', 'office', 'office must be one of LZK, TSA, MEG, SHV, JAN'],
  ['lzk/discussion', 'office', 'office must be one of LZK, TSA, MEG, SHV, JAN'],
  ['LZK/forecast', 'kind', 'kind must be one of hazards, discussion'],
  ['LZK/constructor', 'kind', 'kind must be one of hazards, discussion'],
])('refuses %s without calling a service', async (path, field, message) => {
  const before = provided.services.weather.callsOf(productPath);
  const { status, body } = await get(path);
  expect([status, body.errors]).toEqual([400, [{ field, message }]]);
  expect(provided.services.weather.callsOf(productPath)).toBe(before);
});

it('returns 404 if the office has none, and 503 if that is unknown', async () => {
  provided.services.weather.handlers[productPath] = () => {
    throw notFound('This office has no such text.');
  };
  const none = await get('MEG/hazards');
  expect([none.status, none.body.errors]).toEqual([404, [{ message: 'This office has no such text.' }]]);
  provided.services.weather.handlers[productPath] = () => {
    throw unavailable('No.');
  };
  const away = await get('MEG/hazards');
  expect([away.status, away.headers['retry-after'], away.headers['cache-control']]).toEqual([503, '5', 'no-store']);
});

it('returns 503 for a response of an unknown kind', async () => {
  provided.services.weather.handlers[productPath] = () => aTextProduct({ kind: '' });
  expect((await get('JAN/hazards')).status).toBe(503);
});
