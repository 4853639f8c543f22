import { createCipheriv, createECDH, createSign, hkdfSync, randomBytes } from 'node:crypto';
import { request as httpsRequest } from 'node:https';
import { makeAuthority, makeLeaf } from '../../services/platform/local/certificates.mjs';
import { startPushService, type PushService } from './push-service.js';
import { openBody } from './sealed-body.js';
import type { PushSubscriptionJson } from './synthetic-browsers.js';
import { VapidVerifier } from './vapid.js';

const bytes = (text: string) => Buffer.from(text, 'base64url');

describe('a push message', () => {
  /** RFC 8291, Appendix A. */
  const example = {
    body: bytes(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    ),
    keys: {
      privateKey: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
      publicKey: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
      auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
    },
  };

  it('is decrypted like the standard’s example', () => {
    expect(openBody(example.body, example.keys).toString()).toBe('When I grow up, I want to be a watermelon');
  });

  it('is not decrypted after a bit flip, or with another browser’s secret', () => {
    const changed = Buffer.from(example.body);
    changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
    expect(() => openBody(changed, example.keys)).toThrow();
    expect(() => openBody(example.body, { ...example.keys, auth: randomBytes(16) })).toThrow();
    expect(() => openBody(example.body.subarray(0, 90), example.keys)).toThrow('too short');
  });
});

it('a sender is recognized by the standard’s VAPID example', () => {
  // RFC 8292, 2.4.
  const header =
    'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';
  const shortlyBefore = 1_453_523_768_000 - 3_600_000;
  const verifier = new VapidVerifier(() => 'https://push.example.net');
  expect(verifier.check(header, shortlyBefore).key).toMatch(/^BA1Hxzyi1/);
  expect(() => verifier.check(header, shortlyBefore + 2 * 3_600_000)).toThrow('has expired');
  expect(() => new VapidVerifier(() => 'https://elsewhere').check(header, shortlyBefore)).toThrow('meant for');
  expect(() => verifier.check(header.replace('i3CY', 'i3CZ'), shortlyBefore)).toThrow('signature');
});

/** Encrypts in one record (RFC 8291), independently of the code under test. */
function sealed(text: string, { keys }: PushSubscriptionJson): Buffer {
  const publicKey = bytes(keys.p256dh);
  const auth = bytes(keys.auth);
  const salt = randomBytes(16);
  const own = createECDH('prime256v1');
  const getAllowedKey = own.generateKeys();
  const derive = (secret: Buffer, from: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, getAllowedKey]);
  const secret = derive(own.computeSecret(publicKey), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const content = Buffer.concat([cipher.update(Buffer.concat([Buffer.from(text), Buffer.from([2])])), cipher.final()]);
  const size = Buffer.alloc(5);
  size.writeUInt32BE(4_096);
  size.writeUInt8(getAllowedKey.length, 4);
  return Buffer.concat([salt, size, getAllowedKey, content, cipher.getAuthTag()]);
}

const sender = createECDH('prime256v1');
const senderKey = sender.generateKeys();

/** Our sender's authorization for a push service. */
function vapid(audience: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1_000) + 3_600;
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: audience, exp, sub: 'mailto:a@example.org' })}`;
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: sender.getPrivateKey().toString('base64url'),
    x: senderKey.subarray(1, 33).toString('base64url'),
    y: senderKey.subarray(33).toString('base64url'),
  };
  const signature = createSign('sha256')
    .update(signed)
    .sign({ key: jwk, format: 'jwk', dsaEncoding: 'ieee-p1363' })
    .toString('base64url');
  return `vapid t=${signed}.${signature}, k=${senderKey.toString('base64url')}`;
}

describe('the push service', () => {
  let service: PushService;
  beforeAll(async () => {
    service = await startPushService({ openInterval: 1, keyPairs: 3 });
  });
  afterEach(() => {
    service.setMode({ mode: 'ok' });
    service.setVapidKey(undefined);
    service.clear();
  });
  afterAll(() => service.close());

  const push = (browser: number, text: string, headers: Record<string, string> = {}) => {
    const subscription = service.subscription(browser);
    return fetch(subscription.endpoint, {
      method: 'POST',
      headers: { TTL: '60', 'Content-Encoding': 'aes128gcm', Authorization: vapid(service.url), ...headers },
      body: new Uint8Array(sealed(text, subscription)),
    });
  };

  it('accepts a push, decrypts it, and keeps the newest of each topic for an offline browser', async () => {
    for (const [text, topic] of [
      ['one', 'event'],
      ['two', 'event'],
      ['three', 'other'],
    ] as const)
      expect((await push(4, text, { Topic: topic, Urgency: 'high' })).status).toBe(201);
    expect(service.pushes(4)).toMatchObject([
      { text: 'one' },
      { text: 'two' },
      { text: 'three', urgency: 'high', ttl: 60 },
    ]);
    expect(service.pending(4).map(({ text }) => text)).toEqual(['two', 'three']);
    expect(service.counts()).toMatchObject({ accepted: 3, opened: 3, browsers: 1, repeated: 2, faults: {} });
  });

  it.each([
    [{ TTL: '' }, 400, 'no TTL'],
    [{ Topic: 'x'.repeat(33) }, 400, 'the topic is malformed'],
    [{ Urgency: 'panic' }, 400, 'the urgency is unknown'],
    [{ 'Content-Encoding': 'aesgcm' }, 400, 'the encoding is not aes128gcm'],
    [{ Authorization: 'vapid t=a.b.c' }, 401, 'no VAPID authorization'],
    [{ Authorization: vapid('https://elsewhere.example') }, 401, 'meant for https://elsewhere.example'],
  ])('rejects what the standards forbid: %j', async (headers, status, reason) => {
    expect((await push(1, 'text', headers)).status).toBe(status);
    expect(service.counts()).toMatchObject({ accepted: 0, faults: { [reason]: 1 } });
  });

  it('rejects a key other than the subscribed one, an unknown endpoint, and more than 4 kB', async () => {
    service.setVapidKey('BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs');
    expect((await push(1, 'text')).status).toBe(403);
    service.setVapidKey(undefined);
    const invented = service.subscription(1).endpoint.replace('/push/1/', '/push/2/');
    expect((await fetch(invented, { method: 'POST' })).status).toBe(404);
    expect((await push(1, 'x'.repeat(4_096))).status).toBe(413);
  });

  it('responds according to its mode', async () => {
    service.setMode({ mode: 'gone', percent: 20 });
    const publicResponses = await Promise.all(
      Array.from({ length: 100 }, async (_unused, index) => (await push(index, 'x')).status),
    );
    expect(publicResponses.filter((status) => status === 410)).toHaveLength(20);
    service.setMode({ mode: 'throttle', retry_after_s: 7, times: 1 });
    const throttled = await push(1, 'x');
    expect([throttled.status, throttled.headers.get('retry-after')]).toEqual([429, '7']);
    expect((await push(1, 'x')).status).toBe(201);
    service.setMode({ mode: 'error', status: 502 });
    expect((await push(1, 'x')).status).toBe(502);
    service.setMode({ mode: 'too_large', largest_bytes: 1_000 });
    expect((await push(1, 'x'.repeat(1_200))).status).toBe(413);
    expect((await push(1, 'x')).status).toBe(201);
    service.setMode({ mode: 'reset' });
    await expect(push(1, 'x')).rejects.toThrow();
    service.setMode({ mode: 'hang' });
    const subscription = service.subscription(1);
    await expect(fetch(subscription.endpoint, { method: 'POST', signal: AbortSignal.timeout(200) })).rejects.toThrow();
  });

  it('is controlled and read over HTTP by other processes', async () => {
    const result = await fetch(`${service.url}/__sim/mode`, { method: 'POST', body: '{"mode":"error","status":500}' });
    expect(result.status).toBe(200);
    expect((await push(1, 'x')).status).toBe(500);
    expect((await fetch(`${service.url}/__sim/mode`, { method: 'POST', body: '{"mode":"dance"}' })).status).toBe(400);
    expect(await (await fetch(`${service.url}/__sim/counts`)).json()).toMatchObject({ statuses: { '500': 1 } });
  });
});

it('counts a million browsers without decrypting their pushes', async () => {
  const service = await startPushService({ isCounting: true });
  const { endpoint } = service.subscription(999_999);
  const respond = await fetch(endpoint, { method: 'POST', headers: { TTL: '60' }, body: 'anything' });
  expect(respond.status).toBe(201);
  expect([service.countOf(999_999), service.counts().opened]).toEqual([1, 0]);
  await service.close();
});

it('serves TLS with a certificate of its own authority', async () => {
  const authority = await makeAuthority({ name: 'Simulated push services' });
  const leaf = await makeLeaf(authority, { peer: 'push-service', names: ['127.0.0.1'] });
  const service = await startPushService({ tls: leaf });
  const status = await new Promise<number | undefined>((resolve, reject) => {
    httpsRequest(`${service.url}/__sim/counts`, { ca: authority.certificate }, (respond) => {
      respond.resume();
      resolve(respond.statusCode);
    })
      .on('error', reject)
      .end();
  });
  expect(status).toBe(200);
  await service.close();
});
