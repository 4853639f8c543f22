import { newId } from '@site/platform/base/ids';
import { invalid, notFound, readCaller } from '@site/proto/grpc';
import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
const rpc = (method: string) => `notifications.v1.WebhooksService/${method}`;
const address = '/admin/main/notifications/webhooks';
const as = (role: 'admin' | 'moderator' = 'admin') => ({
  Authorization: `Bearer ${provided.services.signIn(role).token}`,
});
const send = (body: object, role?: 'moderator') =>
  request(provided.gateway.url).post(address).set(as(role)).set('Idempotency-Key', 'once').send(body);

const webhook = {
  id: newId(),
  name: 'Faulkner County OEM',
  host: 'alerts.faulkner.example',
  counties: ['05045'],
  kinds: ['tornado'],
  minLevel: 3,
  createdAt: '2026-11-20T21:00:00.000Z',
};
const visible = {
  id: webhook.id,
  name: webhook.name,
  host: webhook.host,
  counties: ['05045'],
  kinds: ['tornado'],
  min_level: 3,
  created_at: webhook.createdAt,
  last_ok_at: null,
  last_error: null,
  last_error_at: null,
};
const input = {
  name: ' Faulkner County OEM ',
  url: 'https://alerts.faulkner.example/in?key=1',
  counties: ['05045', '05045'],
  kinds: ['tornado'],
  min_level: 3,
};
let target: [string, object][];

beforeEach(() => {
  target = [];
  const publicResponses: Record<string, object> = {
    ListWebhooks: { webhooks: [webhook] },
    CreateWebhook: { webhook, secret: 'whsec_c2VjcmV0' },
    DeleteWebhook: {},
  };
  for (const [method, response] of Object.entries(publicResponses))
    provided.services.notifications.handlers[rpc(method)] = (message, metadata) => {
      expect(readCaller(metadata).role).toBe('admin');
      target.push([method, message]);
      return response;
    };
});

it('shows a secret once, when the webhook is created', async () => {
  const made = await send(input);
  expect([made.status, made.body.data]).toEqual([201, { webhook: visible, secret: 'whsec_c2VjcmV0' }]);
  expect(made.headers['cache-control']).toBe('no-store');
  expect(target).toEqual([
    [
      'CreateWebhook',
      {
        name: 'Faulkner County OEM',
        url: input.url,
        counties: ['05045'],
        kinds: ['tornado'],
        minLevel: 3,
        idempotency: {
          key: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
          fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        },
      },
    ],
  ]);
  const { status, body, text } = await request(provided.gateway.url).get(address).set(as());
  expect([status, body.data]).toEqual([200, { webhooks: [visible] }]);
  expect(text).not.toContain('whsec_');
});

it('deletes a webhook', async () => {
  const end = (id: string) => request(provided.gateway.url).delete(`${address}/${id}`).set(as());
  expect((await end(webhook.id)).status).toBe(200);
  expect(target).toEqual([['DeleteWebhook', { id: webhook.id }]]);
  expect((await end('none')).status).toBe(404);
  provided.services.notifications.handlers[rpc('DeleteWebhook')] = () => {
    throw notFound('This webhook does not exist.');
  };
  expect((await end(newId())).status).toBe(404);
});

it.each<[string, object, string]>([
  ['no name', { name: ' ' }, 'name'],
  ['a name that shows nothing', { name: '\u2068\u2069' }, 'name'],
  ['a name too long', { name: 'a'.repeat(81) }, 'name'],
  ['no address', { url: undefined }, 'url'],
  ['plain http', { url: 'http://alerts.faulkner.example/' }, 'url'],
  ['a user in the address', { url: 'https://a:b@alerts.faulkner.example/' }, 'url'],
  ['an address too long', { url: `https://alerts.faulkner.example/${'a'.repeat(1_000)}` }, 'url'],
  ['no county', { counties: [] }, 'counties'],
  ['an unknown county', { counties: ['48201'] }, 'counties.0'],
  ['an unknown kind', { kinds: ['locusts'] }, 'kinds.0'],
  ['an unknown level', { min_level: 0 }, 'min_level'],
  ['a field that it does not have', { secret: 'mine' }, 'secret'],
])('is refused with %s, and nothing is stored', async (_what, changes, field) => {
  const { status, body } = await send({ ...input, ...changes });
  expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
  expect(target).toEqual([]);
});

it('names the address that the service refuses', async () => {
  const message = 'The address is not a public one.';
  provided.services.notifications.handlers[rpc('CreateWebhook')] = () => {
    throw invalid(message, [{ field: 'url', message }]);
  };
  const { status, body } = await send({ ...input, url: 'https://10.0.0.1/' });
  expect([status, body.errors]).toEqual([400, [{ field: 'url', message }]]);
});

it('is only for admins, and accepts only JSON', async () => {
  expect((await send(input, 'moderator')).status).toBe(403);
  expect((await request(provided.gateway.url).post(address).set(as()).type('form').send(input)).status).toBe(415);
  expect(target).toEqual([]);
});
