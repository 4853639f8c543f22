import { invalid, unauthenticated, unavailable, unprocessable } from '@site/proto/grpc';
import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
const rpc = 'mail.v1.MailReportsService/ReceiveReport';
const services = ['submissions', 'notifications'] as const;
let received: object[];
beforeEach(() => {
  received = [];
  for (const name of services)
    provided.services[name].handlers[rpc] = (report) => {
      received.push(report);
      return {};
    };
});
const fails = (name: (typeof services)[number], failure: () => Error) => {
  provided.services[name].handlers[rpc] = () => {
    throw failure();
  };
};
const send = (type = 'application/json', format = 'ses') =>
  request(provided.gateway.url).post(`/hooks/mail/${format}`).set('Content-Type', type);
const post = (body: string, type?: string, format?: string) => send(type, format).send(body);

it.each(['application/json', 'text/plain; charset=UTF-8'])('passes %s unchanged to both services', async (type) => {
  const body = '{ "Type": "Notification",\n "Message": "é" }';
  const { status, headers } = await send(type)
    .set('Authorization', 'Basic eDp5')
    .set('Webhook-Id', 'w1')
    .set('Cookie', 'session=secret')
    .set('Origin', 'https://other.example')
    .send(body);
  expect(status).toBe(204);
  expect(headers['access-control-allow-origin']).toBeUndefined();
  const report = { format: 'ses', body, headers: { authorization: 'Basic eDp5', 'webhook-id': 'w1' } };
  expect(received).toEqual([report, report]);
});

it.each([
  ['an unauthenticated provider', 401, () => unauthenticated('no')],
  ['a forged return path', 400, () => invalid('We didn’t send this mail.')],
  ['a report while a service is down', 503, () => unavailable('down')],
])('refuses %s with %i', async (_what, expected, failure) => {
  fails('notifications', failure);
  const { status, headers } = await post('{}');
  expect(status).toBe(expected);
  if (expected === 401) expect(headers['www-authenticate']).toBe('Basic realm="mail reports"');
});

it("doesn't exist where reports aren't processed, and for other formats", async () => {
  for (const name of services) fails(name, () => unprocessable('off'));
  expect((await post('{}')).status).toBe(404);
  expect((await post('{}', 'application/json', 'message')).status).toBe(404);
});

it('limits type and size', async () => {
  expect((await post('a=b', 'application/x-www-form-urlencoded')).status).toBe(415);
  expect((await post('<a/>', 'application/xml')).status).toBe(415);
  expect((await post('x'.repeat(300 * 1024))).status).toBe(413);
  expect((await post('x'.repeat(200 * 1024))).status).toBe(204);
});
