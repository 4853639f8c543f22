import { forbidden, unavailable, unprocessable } from '@site/proto/grpc';
import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
const rpc = 'notifications.v1.SubscriptionsService/ReceiveText';
const address = '/hooks/sms/inbound';
/** As sent by the carrier, with more fields than any of our forms. */
const form = {
  MessageSid: 'SM1',
  AccountSid: 'AC1',
  From: '+15015550123',
  To: '+15015550100',
  Body: 'Stop & go + é',
  ...Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`Extra${n}`, String(n)])),
};
let target: object[];
let reply: string;

beforeEach(() => {
  target = [];
  reply = '';
  provided.services.notifications.handlers[rpc] = (message) => {
    target.push(message);
    return { reply };
  };
});
const fails = (failure: () => Error) => {
  provided.services.notifications.handlers[rpc] = () => {
    throw failure();
  };
};
const send = (fields: Record<string, string> = form) =>
  request(provided.gateway.url)
    .post(address)
    .set('X-Twilio-Signature', 'c2lnbmVk')
    .type('form')
    .send(new URLSearchParams(fields).toString());

it("passes on the signed form unchanged, and responds in the carrier's format", async () => {
  reply = 'Arkansas Weather: no more texts <from us> & nobody else.';
  const { status, text, headers } = await send();
  expect(status).toBe(200);
  expect(target).toEqual([{ url: `https://weather.example${address}`, form, signature: 'c2lnbmVk' }]);
  expect(headers['content-type']).toBe('text/xml; charset=utf-8');
  expect(headers['access-control-allow-origin']).toBeUndefined();
  expect(text).toBe(
    '<?xml version="1.0" encoding="UTF-8"?><Response><Message>Arkansas Weather: no more texts &lt;from us&gt; &amp; nobody else.</Message></Response>',
  );
});

it('sends an empty response if there is no reply', async () => {
  const { status, text } = await send();
  expect([status, text]).toEqual([200, '<?xml version="1.0" encoding="UTF-8"?><Response></Response>']);
});

it.each([
  ['what the carrier has not signed', 403, () => forbidden('This call is not signed by the carrier.')],
  ['everything where no texts are sent', 404, () => unprocessable('This site sends no text messages.')],
  ['everything while nobody can tell', 503, () => unavailable('The service is busy.')],
])('refuses %s with %i', async (_what, expected, failure) => {
  fails(failure);
  const { status, body } = await send();
  expect([status, body.status]).toEqual([expected, false]);
});

it('passes an empty signature if there is none', async () => {
  await request(provided.gateway.url).post(address).type('form').send('Body=STOP');
  expect(target).toEqual([{ url: `https://weather.example${address}`, form: { Body: 'STOP' }, signature: '' }]);
});

it('accepts only forms, each field once, within the size of a text message', async () => {
  const post = (body: string, type = 'form') => request(provided.gateway.url).post(address).type(type).send(body);
  expect((await post('{"Body":"STOP"}', 'json')).status).toBe(415);
  expect((await post('Body=STOP&Body=START')).status).toBe(400);
  expect((await post('__proto__=STOP')).status).toBe(400);
  expect((await post(`Body=${'a'.repeat(70_000)}`)).status).toBe(413);
  expect((await post(Array.from({ length: 101 }, (_, n) => `f${n}=1`).join('&'))).status).toBe(413);
  expect((await request(provided.gateway.url).get(address)).status).toBe(405);
  expect(target).toEqual([]);
});

it('passes on a delivery report with the address that the signature covers', async () => {
  const reports: object[] = [];
  provided.services.notifications.handlers['notifications.v1.SubscriptionsService/RecordTextReport'] = (message) => {
    reports.push(message);
    return {};
  };
  const query = '?channel=6b1f&dispatch=77aa&day=2026-11-29';
  const fields = { MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30034' };
  const { status } = await request(provided.gateway.url)
    .post(`/hooks/sms/status${query}`)
    .set('X-Twilio-Signature', 'c2lnbmVk')
    .type('form')
    .send(fields);
  expect(status).toBe(204);
  expect(reports).toEqual([
    { url: `https://weather.example/hooks/sms/status${query}`, form: fields, signature: 'c2lnbmVk' },
  ]);
});

it.each([
  [403, () => forbidden('This request is not signed by our text carrier.')],
  [404, () => unprocessable('This site does not send text messages.')],
])('refuses a delivery report with %i', async (expected, failure) => {
  provided.services.notifications.handlers['notifications.v1.SubscriptionsService/RecordTextReport'] = () => {
    throw failure();
  };
  const { status } = await request(provided.gateway.url)
    .post('/hooks/sms/status')
    .type('form')
    .send('MessageStatus=sent');
  expect(status).toBe(expected);
});
