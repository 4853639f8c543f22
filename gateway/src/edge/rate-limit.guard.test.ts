import { newId } from '@site/platform/base/ids';
import request from 'supertest';
import { addressKeyOf } from '@site/platform/base/ip-address';
import { setupGateway } from '../testing/given-gateway.js';

const provided = setupGateway({ TRUSTED_PROXY_CIDR: '127.0.0.0/8' });

const login = (from: string, body: object = { email: 'ada@example.com', password: 'wrong-one' }) =>
  request(provided.gateway.url).post('/admin/auth/login').set('X-Forwarded-For', from).send(body);

it('returns 429 with Retry-After in the envelope, only to that client', async () => {
  for (let n = 0; n < 20; n += 1) expect((await login('203.0.113.7')).status).not.toBe(429);
  const rejected = await login('203.0.113.7');
  expect([rejected.status, rejected.body.status, rejected.body.errors[0].message]).toEqual([
    429,
    false,
    'Too many requests. Please try again later.',
  ]);
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(rejected.headers['retry-after'])).toBeLessThanOrEqual(300);
  expect((await login('203.0.113.8')).status).not.toBe(429);
});

it('counts the three steps of a password reset together and apart from sign-ins', async () => {
  const fetch = (path: string) =>
    request(provided.gateway.url).post(`/admin/auth/${path}`).set('X-Forwarded-For', '203.0.113.12').send({});
  const steps = ['forgot/password', 'verify/otp', 'reset/password'];
  for (let n = 0; n < 20; n += 1) expect((await fetch(steps[n % 3]!)).status).toBe(400);
  for (const step of steps) expect((await fetch(step)).status).toBe(429);
  expect((await login('203.0.113.12')).status).not.toBe(429);
});

it('counts an IPv6 household as one client', async () => {
  for (let n = 0; n < 20; n += 1) await login(`2001:db8:1:2::${n.toString(16)}`);
  expect((await login('2001:db8:1:2:ffff::1')).status).toBe(429);
  expect((await login('2001:db8:1:3::1')).status).not.toBe(429);
});

it('never limits cached responses', async () => {
  const publicResponses = await Promise.all(
    Array.from({ length: 400 }, () =>
      request(provided.gateway.url).get('/main/home').set('X-Forwarded-For', '203.0.113.9'),
    ),
  );
  expect(new Set(publicResponses.map(({ status }) => status))).toEqual(new Set([200]));
});

it('limits writes per session', async () => {
  provided.services.submissions.handlers['submissions.v1.SnapshotsService/DeleteSnapshot'] = () => ({});
  const { token } = provided.services.signIn('admin');
  const remove = (bearer: string) =>
    request(provided.gateway.url)
      .get(`/admin/main/snapshot/delete/${newId()}`)
      .set('Authorization', `Bearer ${bearer}`);
  for (let n = 0; n < 120; n += 1) expect((await remove(token)).status).toBe(200);
  expect((await remove(token)).status).toBe(429);
  expect((await remove(provided.services.signIn('admin').token)).status).toBe(200);
});

describe('while Redis is down', () => {
  const alone = setupGateway({ REDIS_URL: 'redis://127.0.0.1:9', TRUSTED_PROXY_CIDR: '127.0.0.0/8' });

  it('limits apply in the process', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 21; n += 1) {
      const { status } = await request(alone.gateway.url).post('/admin/auth/login').send({ email: 'x' });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(400), 429]);
  });
});

it("refunds refused uploads: five mistakes don't use up the hour's photos", async () => {
  const send = () =>
    request(provided.gateway.url)
      .post('/main/snapshot/create')
      .set('X-Forwarded-For', '203.0.113.11')
      .field('first_name', '');
  for (let n = 0; n < 8; n += 1) expect((await send()).status).toBe(400);
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:DB8:0:0:1::1', '2001:db8:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::ffff:102:304', '1.2.3.4'],
  ['64:ff9b::cb00:7107', '203.0.113.7'],
  [undefined, 'unknown'],
])('counts %s as %s', (address, network) => expect(addressKeyOf(address)).toBe(network));

it("accepts 600 sign-ups for warnings in ten minutes from one address, which may be a carrier's", async () => {
  provided.services.notifications.handlers['notifications.v1.SubscriptionsService/Subscribe'] = () => ({});
  const preferences = { counties: ['05119'], kinds: ['tornado'], min_level: 3 };
  const publicResponses = await Promise.all(
    Array.from({ length: 601 }, (_, n) =>
      request(provided.gateway.url)
        .post('/main/notifications/subscribe')
        .set('X-Forwarded-For', '203.0.113.21')
        .send({ preferences, consent_version: '2026-11', email: `nora${n}@example.com` }),
    ),
  );
  const count = (requested: number) => publicResponses.filter(({ status }) => status === requested).length;
  expect([count(202), count(429)]).toEqual([600, 1]);
});

it('lets the SMS carrier forward many messages, up to a limit', async () => {
  provided.services.notifications.handlers['notifications.v1.SubscriptionsService/ReceiveText'] = () => ({ reply: '' });
  const publicResponses = await Promise.all(
    Array.from({ length: 620 }, () =>
      request(provided.gateway.url)
        .post('/hooks/sms/inbound')
        .set('X-Forwarded-For', '203.0.113.22')
        .type('form')
        .send('Body=STOP'),
    ),
  );
  const limited = publicResponses.filter(({ status }) => status === 429);
  expect([limited.length, new Set(publicResponses.map(({ status }) => status))]).toEqual([20, new Set([200, 429])]);
});

describe('forecasts of places without a recent forecast', () => {
  // A twentieth of 3,000 places overall and 600 per client; the remaining limits stay proportional.
  const scaled = setupGateway({ TRUSTED_PROXY_CIDR: '127.0.0.0/8', RATE_LIMIT_SCALE: '0.05' });
  const fetch = (from: string, n: number) =>
    request(scaled.gateway.url)
      .get(`/main/weather/forecast?lat=${(33 + n / 50).toFixed(2)}&lon=-92`)
      .set('X-Forwarded-For', from)
      .then(({ status }) => status);

  it('have a large limit per client while the shared limit has room, and a small one afterwards', async () => {
    const carriers = ['203.0.113.20', '203.0.113.21', '203.0.113.22', '203.0.113.23', '203.0.113.24'];
    let n = 0;
    for (const carrier of carriers) {
      for (let count = 0; count < 30; count += 1) expect(await fetch(carrier, (n += 1))).toBe(200);
      expect(await fetch(carrier, 700)).toBe(429);
    }
    const household = '203.0.113.30';
    expect([await fetch(household, (n += 1)), await fetch(household, (n += 1))]).toEqual([200, 200]);
    expect(await fetch(household, (n += 1))).toBe(429);
    expect(await fetch(household, 1)).toBe(200);
    expect(await fetch('203.0.113.31', (n += 1))).toBe(200);
  });
});
