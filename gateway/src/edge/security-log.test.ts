import { findCaller, forbidden, tooMany } from '@site/proto/grpc';
import { until } from '@site/platform/testing/until';
import request from 'supertest';
import { setupGateway } from '../testing/given-gateway.js';

const written: { action: string; detail: string; who: string; address: string }[] = [];
const provided = setupGateway();
beforeEach(() => {
  written.length = 0;
  provided.services.auth.handlers['audit.v1.AuditService/RecordAuditEntry'] = (
    { action, detail, clientAddress },
    metadata,
  ) => {
    const who = findCaller(metadata)?.id ?? 'nobody';
    written.push({ action: String(action), detail: String(detail), who, address: String(clientAddress) });
    return {};
  };
});
const as = (token: string, path: string) =>
  request(provided.gateway.url).get(path).set('Authorization', `Bearer ${token}`);

it('records forbidden requests of a signed-in user once a minute, without the address', async () => {
  const { token, sub } = provided.services.signIn('moderator');
  for (let n = 0; n < 5; n += 1) expect((await as(token, '/admin/main/audit?cursor=secret')).status).toBe(403);
  expect((await as(token, '/admin/main/newsletter/campaign/some-id')).status).toBe(403);
  await until('both refusals', () => written.length >= 2);
  expect(written.map(({ action, detail, who }) => [action, detail, who])).toEqual([
    ['access.refused', 'GET /admin/main/audit', sub],
    ['access.refused', 'GET /admin/main/newsletter/campaign/:id', sub],
  ]);
});

it('records refusals by a service, but not its requests for further input', async () => {
  const { token, sub } = provided.services.signIn('admin');
  provided.services.submissions.handlers['submissions.v1.NewsletterService/GetCampaign'] = ({ id }) => {
    throw id === 'a'
      ? forbidden('You may not.')
      : forbidden('Confirm first.', [{ field: 'confirm', message: 'Confirm.' }]);
  };
  expect((await as(token, '/admin/main/newsletter/campaign/b')).status).toBe(403);
  expect((await as(token, '/admin/main/newsletter/campaign/a')).status).toBe(403);
  await until('the refusal', () => written.length > 0);
  expect(written).toMatchObject([{ action: 'access.refused', who: sub }]);
});

it("records sign-ins that the gateway limits, and leaves auth's limits to auth", async () => {
  const signIn = () =>
    request(provided.gateway.url)
      .post('/admin/auth/login')
      .send({ email: 'ada@example.com', password: 'wrong password' });
  provided.services.auth.handlers['auth.v1.SessionsService/SignIn'] = () => {
    throw tooMany('Too many sign-in attempts. Try again later.', 60);
  };
  expect((await signIn()).status).toBe(429);
  expect(written).toEqual([]);
  for (let n = 0; n < 25; n += 1) expect((await signIn()).status).toBe(429);
  await until('the refusal', () => written.length > 0);
  expect(written).toMatchObject([{ action: 'session.limited', detail: 'POST /admin/auth/login', who: 'nobody' }]);
  expect(written[0]?.address).toMatch(/127\.0\.0\.1|::1/);
});

it("doesn't record anonymous requests or unknown addresses", async () => {
  expect((await request(provided.gateway.url).get('/admin/main/audit')).status).toBe(401);
  expect((await as(provided.services.signIn('admin').token, '/admin/main/nothing')).status).toBe(404);
  expect(written).toEqual([]);
});

it('sends the refusal even if recording fails', async () => {
  provided.services.auth.handlers['audit.v1.AuditService/RecordAuditEntry'] = () => {
    throw new Error('bug');
  };
  expect((await as(provided.services.signIn('moderator').token, '/admin/main/trash')).status).toBe(403);
});
