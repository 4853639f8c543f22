import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as bodyOf } from 'node:stream/consumers';
import { AddressSeal } from '../channels/address-seal.js';
import { publicLookup } from '../push/allowed-hosts.js';
import { aDispatch, anEvent, aReserved } from '../testing/sending.js';
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
  const server = createServer(
    (request, response) => void bodyOf(request).then((body) => (bodies.push(body), response.end())),
  );
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
