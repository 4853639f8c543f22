import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testLogger } from '@site/platform/testing/logger';
import { allowedHostOf, isPublicAddress } from './allowed-hosts.js';
import { OriginHealth } from './origin-health.js';
import { retryAfterMs } from '../adapters/adapter.js';
import { toPushResult, PushOrigin } from './push-origin.js';
import { sealFor } from './push-sender.js';
import { Vapid } from './vapid.js';

const hosts = ['fcm.googleapis.com', '*.push.apple.com', 'localhost:8443'];

describe('an endpoint', () => {
  it.each([
    ['https://fcm.googleapis.com/fcm/send/x', 'fcm.googleapis.com'],
    ['https://web.push.apple.com/Q', '*.push.apple.com'],
    ['https://localhost:8443/1', 'localhost:8443'],
  ])('is allowed at a known push service: %s', (endpoint, host) => {
    expect(allowedHostOf(endpoint, hosts)).toBe(host);
  });

  it.each([
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:444/x',
    'https://me@fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/',
    'https://push.apple.com/x',
    'https://evilpush.apple.com/x',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://a.push.apple.com:8443/',
    'ftp://x',
    'x',
    '',
    `https://fcm.googleapis.com/${'x'.repeat(1_000)}`,
  ])('is refused anywhere else: %s', (endpoint) => {
    expect(allowedHostOf(endpoint, hosts)).toBeUndefined();
  });

  it.each([
    ['8.8.8.8', true],
    ['2607:f8b0:4000:80a::200a', true],
    ...['::ffff:8.8.8.8', '::FFFF:808:808', '64:ff9b::8.8.8.8', '64:FF9B:0:0:0:0:808:808', '64:ff9b::5db8:d822'].map(
      (address): [string, boolean] => [address, true],
    ),
    ...[
      '64:ff9b::10.0.0.1',
      '64:ff9b::169.254.169.254',
      '64:ff9b::a9fe:a9fe',
      '64:ff9b::7f00:1',
      '64:ff9b::',
      '64:ff9b:0:0:0:0:c0a8:101',
      '64:ff9b:1::808:808',
      '64:ff9b:0:1::808:808',
      '::ffff:c0a8:101',
      '::8.8.8.8',
      '::ffff:0:8.8.8.8',
      '2002:808:808::1',
      '2001:0:4136:e378:8000:63bf:3fff:fdd2',
      'fe80::1%eth0',
      '0000:0000:0000:0000:0000:ffff:7f00:0001',
      'FD00::1',
      'ff02::1',
      '',
      '8.8.8.8.8',
      '0x8.8.8.8',
      '010.8.8.8',
    ].map((address): [string, boolean] => [address, false]),
    ...[
      '127.0.0.1',
      '10.1.2.3',
      '172.20.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '255.255.255.255',
    ].map((address): [string, boolean] => [address, false]),
    ...['::1', '::', 'fe80::1', 'fd00::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::', '2001:db8::1', 'x'].map(
      (address): [string, boolean] => [address, false],
    ),
  ])('at the address %s is public: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });
});

/** Decrypts a message like a browser (RFC 8291, 3.4 and RFC 8188, 2). */
function read(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const shared = browser.computeSecret(sender);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const key = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  const sealed = body.subarray(21 + idLength);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
}

describe('a message', () => {
  it('from RFC 8291, appendix A, is decrypted as specified', () => {
    const browser = createECDH('prime256v1');
    browser.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url');
    const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url');
    const body =
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
      'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
    expect(read(Buffer.from(body, 'base64url'), browser, auth)).toBe('When I grow up, I want to be a watermelon');
  });

  it('can be decrypted by its browser', () => {
    const browser = createECDH('prime256v1');
    browser.generateKeys();
    const auth = randomBytes(16);
    const keys = { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') };
    const text = JSON.stringify({ title: 'Tornado Warning – now' });
    expect(read(sealFor(keys, text), browser, auth)).toBe(text);
    expect(sealFor(keys, text)).not.toEqual(sealFor(keys, text));
  });

  it('is signed for its push service, with the same token for twelve hours', () => {
    const serverVersion = createECDH('prime256v1');
    serverVersion.generateKeys();
    const publicKey = serverVersion.getPublicKey('base64url');
    const privateKey = serverVersion.getPrivateKey('base64url');
    const vapid = new Vapid({ publicKey, privateKey, subject: 'mailto:a@b.co' });
    // The library's real clock must not be behind these times.
    const now = Date.now() - 13 * 3_600_000;
    const first = vapid.authorization('https://push.example', now);
    expect(first).toContain(`k=${publicKey}`);
    const claims = JSON.parse(Buffer.from(first.split('.')[1] ?? '', 'base64url').toString('utf8'));
    expect(claims).toMatchObject({ aud: 'https://push.example', sub: 'mailto:a@b.co' });
    expect(claims.exp - now / 1_000).toBeLessThan(24 * 3_600);
    expect(vapid.authorization('https://push.example', now + 11 * 3_600_000)).toBe(first);
    expect(vapid.authorization('https://push.example', now + 13 * 3_600_000)).not.toBe(first);
    expect(vapid.authorization('https://other.example', now)).not.toBe(first);
  });
});

describe('the health of a push service', () => {
  const setUp = () => {
    const clock = { time: 0 };
    return { clock, health: new OriginHealth(() => clock.time) };
  };

  it('pauses after five failures in a row, then lets one message probe', () => {
    const { clock, health } = setUp();
    for (let count = 0; count < 5; count += 1) health.note('failed', false);
    expect(health.admit()).toEqual({ go: false, waitMs: 10_000 });
    clock.time = 10_000;
    expect(health.admit()).toEqual({ go: true, isTry: true });
    expect(health.admit()).toMatchObject({ go: false });
    health.note('accepted', true);
    expect(health.admit()).toEqual({ go: true, isTry: false });
  });

  it('pauses as long as the service asks, ten minutes at most', () => {
    const { health } = setUp();
    health.pause(30_000);
    expect(health.admit()).toEqual({ go: false, waitMs: 30_000 });
    health.pause(86_400_000);
    expect(health.admit()).toEqual({ go: false, waitMs: 600_000 });
  });

  it('distinguishes a refused endpoint from a refusal of our key', () => {
    const { health } = setUp();
    for (let count = 0; count < 100; count += 1) health.note(count % 25 ? 'accepted' : 'refused', false);
    expect(health.admit()).toMatchObject({ go: true });
    for (let count = 0; count < 5; count += 1) health.note('refused', false);
    expect(health).toMatchObject({ isPaused: true, refusesUs: true });
  });

  it('ignores refusals of endpoints that anyone may have invented', () => {
    const { clock, health } = setUp();
    for (let count = 0; count < 50; count += 1) health.note('refused', false, false);
    expect(health).toMatchObject({ isPaused: false, refusesUs: false });
    for (let count = 0; count < 5; count += 1) health.note('failed', false);
    clock.time = 10_000;
    expect(health.admit()).toEqual({ go: true, isTry: true });
    health.note('refused', true, false);
    // The result said nothing about the service, so the next message probes.
    expect(health.admit()).toEqual({ go: true, isTry: true });
  });

  it('does not end a pause because of earlier requests', () => {
    const { health } = setUp();
    for (let count = 0; count < 5; count += 1) health.note('failed', false);
    health.note('accepted', false);
    expect(health.isPaused).toBe(true);
  });
});

it.each([
  [201, 'accepted'],
  [404, 'gone'],
  [410, 'gone'],
  [401, 'refused'],
  [403, 'refused'],
  [413, 'too-long'],
  [429, 'later'],
  [503, 'later'],
  [301, 'failed'],
])('status %i means %s', (status, state) => {
  expect(toPushResult(status, undefined).state).toBe(state);
});

it('reads Retry-After in seconds and as a date', () => {
  const now = Date.parse('2026-04-03T23:00:00Z');
  expect(retryAfterMs('30', now)).toBe(30_000);
  expect(retryAfterMs('Fri, 03 Apr 2026 23:01:00 GMT', now)).toBe(60_000);
  expect(retryAfterMs('soon', now)).toBeUndefined();
});

describe('sending to a push service', () => {
  let server: Server;
  let origin: PushOrigin;
  let result: (request: IncomingMessage, response: ServerResponse) => void;
  beforeEach(async () => {
    server = createServer((request, response) => result(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = new PushOrigin(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      { host: 'localhost' },
      testLogger,
    );
  });
  afterEach(async () => {
    await origin.close();
    server.closeAllConnections();
    server.close();
  });
  const post = () => origin.post({ path: '/1', headers: { ttl: '60' }, seal: () => Buffer.from('x'), isProven: true });

  it('limits the requests in flight to an unproven service', async () => {
    let now = 0;
    let most = 0;
    result = (_request, response) => {
      now += 1;
      most = Math.max(most, now);
      setImmediate(() => {
        now -= 1;
        response.writeHead(403).end();
      });
    };
    const publicResponses = await Promise.all(Array.from({ length: 200 }, post));
    expect(most).toBeLessThanOrEqual(16);
    // A few messages reveal a wrong key; the others are kept.
    expect(publicResponses.filter(({ state }) => state === 'refused').length).toBeLessThanOrEqual(20);
    expect(publicResponses.at(-1)).toMatchObject({ state: 'later', notTried: true });
    expect(origin.health.refusesUs).toBe(true);
  });

  it('aborts all requests in flight when it hangs, long before their timeouts', async () => {
    result = () => undefined;
    const publicResponses = await Promise.all(Array.from({ length: 40 }, post));
    const tried = publicResponses.filter(({ state }) => state === 'later').filter((each) => !('notTried' in each));
    expect(tried).toHaveLength(16);
    expect(tried[0]).toMatchObject({ reason: 'the push service does not respond', maybeSent: true });
    expect(origin.health.isPaused).toBe(true);
  });

  it('pauses for as long as the service asks', async () => {
    result = (_request, response) => response.writeHead(429, { 'retry-after': '120' }).end();
    expect(await post()).toMatchObject({ state: 'later', waitMs: 120_000 });
    expect(await post()).toMatchObject({ state: 'later', notTried: true });
  });

  it('treats a message on a broken connection as possibly sent', async () => {
    result = (request) => request.socket.destroy();
    expect(await post()).toMatchObject({ state: 'later', maybeSent: true });
  });
});
