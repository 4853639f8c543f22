import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as bodyOf } from 'node:stream/consumers';
import { AddressSeal } from '../channels/address-seal.js';
import { publicLookup } from '../push/allowed-hosts.js';
import { aDispatch, anEvent, aReserved } from '../testing/sending.js';
import { resultOf } from '../sending/send-batch.js';
import { webhookHeaders, WebhookSender } from './webhook-sender.js';

const seal = new AddressSeal({ current: randomBytes(32), hash: randomBytes(32) });
const dispatch = aDispatch();

function receiverAt(address: string) {
  const channelId = randomUUID();
  const keysSealed = seal.seal(JSON.stringify({ secret: 'whsec_c2VjcmV0' }), channelId);
  return aReserved({ channelId, kind: 'webhook', addressSealed: seal.seal(address, channelId), keysSealed });
}

it.each([
  'http://example.com/hook',
  'https://127.0.0.1/hook',
  'https://[::1]/hook',
  'https://10.0.0.5/hook',
  'https://169.254.169.254/latest',
  'https://me:secret@example.com/',
  'https://localhost:9/hook',
  'https://dispatch.internal/hook',
])('refuses to call %s', async (address) => {
  const sender = new WebhookSender(seal);
  try {
    expect(await sender.begin(dispatch)(receiverAt(address))).toMatchObject({ state: 'failed' });
  } finally {
    await sender.close();
  }
});

it('describes the alert in the same way for every language, without its text', async () => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      bodies.push(body);
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sender = new WebhookSender(seal, { allowsPrivate: true });
  try {
    const alert = anEvent({ headline: 'Until 6:45 PM' });
    const send = sender.begin({ ...dispatch, alert: { ...alert, text: 'THE NATIONAL WEATHER SERVICE …' } });
    const receiver = receiverAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    for (const language of ['en', 'es'] as const)
      expect(await send({ ...receiver, language })).toEqual({ state: 'accepted' });
    const expected = { ...alert, matched: receiver.counties };
    expect(bodies.map((body) => (JSON.parse(body) as { data: object }).data)).toEqual([expected, expected]);
  } finally {
    await sender.close();
    server.close();
  }
});

/** A receiver that responds like this; returns what the sender made of it, and how often it was called. */
async function calledWith(status: number, headers: Record<string, string> = {}, tries = 0) {
  let calls = 0;
  const server = createServer((_request, response) => {
    calls += 1;
    response.writeHead(status, headers).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const errors: (string | undefined)[] = [];
  const recordError = (_channelId: string, message: string | undefined) => {
    errors.push(message);
    return Promise.resolve();
  };
  const sender = new WebhookSender(seal, { allowsPrivate: true, recordError });
  try {
    const receiver = receiverAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/in?key=1`);
    const outcome = await sender.begin(dispatch)({ ...receiver, tries });
    return { outcome, errors, calls };
  } finally {
    await sender.close();
    server.close();
  }
}

it.each([301, 302, 303, 307, 308])(
  'does not follow or retry a redirect %i, and tells the owner where it leads',
  async (status) => {
    const { outcome, errors, calls } = await calledWith(status, { location: 'https://new.example/in?key=1' });
    expect(outcome).toEqual({
      state: 'failed',
      reason: `status ${status}: redirects to https://new.example: change the address`,
    });
    expect(errors).toEqual([expect.stringContaining('It redirects to https://new.example/in (status')]);
    expect(errors.join()).not.toContain('key=1');
    expect(calls).toBe(1);
  },
);

it.each<Record<string, string>>([{}, { location: 'http://[' }])(
  'tells the owner of a redirect without an address: %j',
  async (headers) => {
    const { outcome, errors } = await calledWith(301, headers);
    expect(outcome.state).toBe('failed');
    expect(errors).toEqual([expect.stringContaining('redirects without saying where')]);
  },
);

it.each([429, 503])(
  'waits as long as a receiver with status %i asks, in seconds or until a date, without giving up',
  async (status) => {
    for (const tries of [0, 2, 9]) {
      expect((await calledWith(status, { 'retry-after': '40' }, tries)).outcome).toMatchObject({
        state: 'later',
        waitMs: 40_000,
      });
      const { outcome } = await calledWith(
        status,
        { 'retry-after': new Date(Date.now() + 40_000).toUTCString() },
        tries,
      );
      expect(outcome).toMatchObject({ state: 'later', waitMs: expect.closeTo(40_000, -4) as number });
    }
    expect((await calledWith(status, { 'retry-after': '1' }, 9)).outcome).toMatchObject({
      state: 'later',
      waitMs: 15_000,
    });
  },
);

it.each(['soon', '-5', '0', ''])('retries as usual if a receiver asks to wait %j', async (wait) => {
  expect((await calledWith(429, { 'retry-after': wait })).outcome).toEqual({ state: 'later', reason: 'status 429' });
  expect((await calledWith(429, { 'retry-after': wait }, 2)).outcome).toEqual({
    state: 'failed',
    reason: 'status 429',
  });
});

it('waits no longer than the warning lasts', async () => {
  const { outcome } = await calledWith(429, { 'retry-after': '86400' });
  const result = resultOf(dispatch, receiverAt('https://a.example/'), outcome, Date.now());
  expect(result.state).toBe('waiting');
  expect(result.dueInMs).toBeLessThan(dispatch.sendUntil.getTime() - Date.now());
});

it('does not follow a name that resolves to this machine', async () => {
  const error = await new Promise((resolve) => publicLookup('localhost', { all: true }, resolve));
  expect(error).toMatchObject({ code: 'ENOTPUBLIC' });
});

it('signs like the example of standardwebhooks.com', () => {
  // The specification's example.
  const body = '{"test": 2432232314}';
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const headers = webhookHeaders({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body, secret }, 1_614_265_330_000);
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  expect(headers['webhook-timestamp']).toBe('1614265330');
});
