import { newId } from '@site/platform/base/ids';
import { unavailable } from '@site/proto/grpc';
import jwt from 'jsonwebtoken';
import request from 'supertest';
import { until } from '../../../services/platform/testing/until.js';
import { signer } from '../testing/signer.js';
import { setupGateway } from '../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });

const target = (authorization: string) =>
  request(provided.gateway.url).get('/admin/main/overview').set('Authorization', authorization);
const withToken = (token: string) => target(`Bearer ${token}`);
const introspections = () => provided.services.auth.callsOf('auth.v1.SessionsService/IntrospectSession');

it('admits admins everywhere, and other roles only where permitted', async () => {
  expect((await withToken(provided.services.signIn('admin').token)).status).toBe(200);
  for (const role of ['editor', 'moderator'] as const) {
    const rejected = await request(provided.gateway.url)
      .get('/admin/main/people')
      .set('Authorization', `Bearer ${provided.services.signIn(role).token}`);
    expect([role, rejected.status, rejected.body.message]).toEqual([role, 403, 'You are not allowed to do this.']);
  }
});

it('grants nothing to an unknown role', async () => {
  const { token, sid } = provided.services.signIn('admin');
  provided.services.sessions.set(sid, { ...provided.services.sessions.get(sid)!, role: 'owner' });
  expect((await withToken(token)).status).toBe(401);
});

describe('an invalid token gets 401', () => {
  const parts = (token: string) => token.split('.') as [string, string, string];
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claimsOf = () => {
    const { sid, sub } = provided.services.signIn('admin');
    return { sid, sub };
  };
  const sign = (options: jwt.SignOptions, claims: object = claimsOf()) =>
    provided.services.signing.sign(claims, options);

  const attacks: Record<string, () => string> = {
    'unsigned (alg none)': () => {
      const [, payload] = parts(sign({}));
      return `${encoded({ alg: 'none', typ: 'at+jwt', kid: 'key-1' })}.${payload}.`;
    },
    'signed by HS256 with the public key as the secret': () => {
      const options = { keyid: 'key-1', issuer: 'arkansas-weather', audience: 'admin-api', expiresIn: '1h' } as const;
      // The library refuses a PEM as an HMAC secret; an attacker's wouldn't.
      return jwt.sign(claimsOf(), Buffer.from(provided.services.signing.publicKeyPem), {
        ...options,
        algorithm: 'HS256',
        allowInvalidAsymmetricKeyTypes: true,
        header: { typ: 'at+jwt', alg: 'HS256' },
      });
    },
    'signed by another key under the same id': () => signer('key-1').sign(claimsOf()),
    'signed by a key that auth does not know': () => signer('key-2').sign(claimsOf()),
    'naming a path as its key': () => signer('../../etc/passwd').sign(claimsOf()),
    'bringing its own key': () =>
      signer('key-9').sign(claimsOf(), {
        header: { alg: 'ES256', typ: 'at+jwt', jku: 'https://evil.example/keys.json' },
      }),
    'for another audience': () => sign({ audience: 'somebody-else' }),
    'of another issuer': () => sign({ issuer: 'somebody-else' }),
    'of another type': () => sign({ header: { typ: 'JWT', alg: 'ES256' } }),
    'with critical extensions': () => sign({ header: { alg: 'ES256', typ: 'at+jwt', crit: ['exp'] } }),
    expired: () => sign({ expiresIn: -60 }),
    'not yet valid': () => sign({ notBefore: 600 }),
    'without a session': () => sign({}, { sub: newId() }),
    "of a session that is another person's": () => sign({}, { sid: claimsOf().sid, sub: newId() }),
    'of a session that never was': () => sign({}, { sid: 'never', sub: newId() }),
    'cut short': () => sign({}).slice(0, -10),
    'changed after signing': () => {
      const [header, , signature] = parts(sign({}));
      return `${header}.${encoded({ sid: 'x', sub: newId(), exp: 4102444800, iss: 'arkansas-weather', aud: 'admin-api' })}.${signature}`;
    },
    'no token at all': () => 'a.b.c',
  };

  it.each(Object.keys(attacks))('%s', async (name) => {
    const { status, body } = await withToken(attacks[name]!());
    expect([status, body.status, typeof body.errors[0].message]).toEqual([401, false, 'string']);
  });

  it('in another scheme, a cookie or the query', async () => {
    const { token } = provided.services.signIn('admin');
    expect((await target(`Basic ${token}`)).status).toBe(401);
    const overview = () =>
      request(provided.gateway.url).get(`/admin/main/overview?token=${token}&access_token=${token}`);
    expect((await overview()).status).toBe(401);
    expect((await overview().set('Cookie', `token=${token}; Authorization=Bearer ${token}`)).status).toBe(401);
  });
});

it('tolerates a clock that is 20 s off', async () => {
  const { sid, sub } = provided.services.signIn('admin');
  expect((await withToken(provided.services.signing.sign({ sid, sub }, { expiresIn: -20 }))).status).toBe(200);
});

it('calls auth once for all requests within a second', async () => {
  const { token } = provided.services.signIn('admin');
  const before = introspections();
  const start = performance.now();
  const publicResponses = await Promise.all(Array.from({ length: 30 }, () => withToken(token)));
  expect(publicResponses.map(({ status }) => status)).toEqual(Array(30).fill(200));
  // One call for each second that the requests take.
  const secondsBegun = 1 + Math.floor((performance.now() - start) / 1_000);
  expect(introspections() - before).toBeLessThanOrEqual(secondsBegun);
});

it("doesn't fetch keys from auth for every made-up key id", async () => {
  await withToken(signer('made-up-0').sign({ sid: 'x', sub: 'y' }));
  const calls = () => provided.services.auth.callsOf('auth.v1.SessionsService/ListSigningKeys');
  const before = calls();
  for (let n = 1; n <= 5; n += 1) await withToken(signer(`made-up-${n}`).sign({ sid: 'x', sub: 'y' }));
  expect(calls()).toBe(before);
});

it('ends a session immediately on sign-out, wherever it was cached', async () => {
  const { token, sid } = provided.services.signIn('admin');
  await until('the gateway watches auth', () => provided.services.auth.watcherCount > 0);
  expect((await withToken(token)).status).toBe(200);
  provided.services.sessions.delete(sid);
  provided.services.auth.announce('sessions');
  await until('the session has ended', async () => (await withToken(token)).status === 401, 900);
});

it('signs out by session, then returns 401', async () => {
  const { token } = provided.services.signIn('moderator');
  const logout = () => request(provided.gateway.url).post('/admin/auth/logout').set('Authorization', `Bearer ${token}`);
  const first = await logout();
  expect([first.status, first.body]).toEqual([200, { status: true, action: 'Signed out successfully', data: null }]);
  await until('the session has ended', async () => (await logout()).status === 401);
});

it('returns 503 while auth is down, never 401 or success', async () => {
  const { token } = provided.services.signIn('admin');
  const handlers = provided.services.auth.handlers;
  const introspect = handlers['auth.v1.SessionsService/IntrospectSession']!;
  handlers['auth.v1.SessionsService/IntrospectSession'] = () => {
    throw unavailable('The service is busy.');
  };
  const response = await withToken(token);
  handlers['auth.v1.SessionsService/IntrospectSession'] = introspect;
  expect([response.status, response.headers['retry-after']]).toEqual([503, '5']);
  expect((await withToken(token)).status).toBe(200);
});

it('returns the session in the shape that the page stores', async () => {
  provided.services.auth.handlers['auth.v1.SessionsService/SignIn'] = ({ clientAddress, userAgent }) => ({
    principal: { id: 'id-1', name: clientAddress, email: 'ada@example.com', role: 'admin' },
    token: userAgent,
    expiresAt: '2026-11-21T00:00:00.000Z',
  });
  const { status, body } = await request(provided.gateway.url)
    .post('/admin/auth/login')
    .set('User-Agent', 'u'.repeat(400))
    .send({ email: 'ada@example.com', password: 'correct horse' });
  expect(status).toBe(200);
  expect(body).toEqual({
    status: true,
    action: 'Signed in successfully',
    data: {
      id: 'id-1',
      name: '127.0.0.1',
      email: 'ada@example.com',
      type: 'admin',
      token: 'u'.repeat(300),
      expires_at: '2026-11-21T00:00:00.000Z',
    },
  });
});
