import { conflict, invalid, notFound, unavailable } from '@site/proto/grpc';
import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
const service = 'submissions.v1.NewsletterService';
const methods = ['Subscribe', 'ConfirmSubscription', 'Unsubscribe', 'UpdatePreferences'] as const;
const token = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA';
let target: [string, object][];

beforeEach(() => {
  target = [];
  for (const method of methods)
    provided.services.submissions.handlers[`${service}/${method}`] = (message) => {
      target.push([method, message]);
      return method === 'UpdatePreferences' ? { frequency: message['frequency'] } : {};
    };
});

const post = (path: string) => request(provided.gateway.url).post(`/main/news/letter/${path}`);
const publicResponses = (method: (typeof methods)[number], failure: () => Error) => {
  provided.services.submissions.handlers[`${service}/${method}`] = () => {
    throw failure();
  };
};

describe('signing up', () => {
  const thanks = 'Thank you! Please check your email and confirm your subscription.';
  const signUp = (body: object | string, headers: Record<string, string> = {}) =>
    post('create').type('json').set(headers).send(body);

  it('gets the same response for every address, in both places', async () => {
    const { status, body, headers } = await signUp({ email: ' Nora@Example.com ' });
    expect([status, body]).toEqual([200, { status: true, action: thanks, data: { action: thanks } }]);
    expect(headers['cache-control']).toBe('no-store');
    expect(target).toEqual([
      [
        'Subscribe',
        { email: 'nora@example.com', idempotency: { fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string } },
      ],
    ]);
  });

  it.each([
    [{}, 'Please enter your email address.'],
    [{ email: '' }, 'Please enter your email address.'],
    [{ email: ' \t\n ' }, 'Please enter your email address.'],
    [{ email: null }, 'Please enter your email address.'],
    [{ email: ['a@b.co'] }, 'Please enter your email address.'],
    [{ email: { $ne: '' } }, 'Please enter your email address.'],
    [{ email: 'nora' }, 'Please enter a valid email address.'],
    [{ email: 'nora@example' }, 'Please enter a valid email address.'],
    [{ email: 'a b@example.com' }, 'Please enter a valid email address. Remove the space (character 2).'],
    [
      { email: 'nora@example.com\r\nBcc: eve@example.com' },
      'Please enter a valid email address. Remove the space (character 17).',
    ],
    [{ email: 'nora@example.com,eve@example.com' }, 'Please enter a valid email address. Remove “@” (character 21).'],
    [{ email: `${'a'.repeat(243)}@example.com` }, 'Email must be at most 254 characters'],
  ])('is refused with %j', async (body, message) => {
    const answer = await signUp(body);
    expect([answer.status, answer.body.message, answer.body.errors[0]]).toEqual([
      400,
      message,
      { field: 'email', message },
    ]);
    expect(target).toEqual([]);
  });

  it('accepts an address of 254 characters', async () => {
    expect((await signUp({ email: `${'a'.repeat(242)}@example.com` })).status).toBe(200);
  });

  it.each(['state', 'frequency', 'id', '__proto__', 'constructor'])('refuses the unknown field %s', async (field) => {
    const { status, body } = await signUp(`{"email":"nora@example.com","${field}":"confirmed"}`);
    expect([status, body.errors]).toEqual([400, [{ field, message: 'Unknown field' }]]);
    expect(target).toEqual([]);
  });

  it('is refused in any format but JSON', async () => {
    expect((await post('create').type('form').send({ email: 'nora@example.com' })).status).toBe(415);
    expect((await post('create').field('email', 'nora@example.com')).status).toBe(415);
    expect((await post('create').type('text/plain').send('{"email":"nora@example.com"}')).status).toBe(415);
    for (const body of ['{', '"nora@example.com"', '[]', 'null', '']) expect((await signUp(body)).status).toBe(400);
    expect((await post('create')).status).toBe(415);
    expect((await signUp({ email: 'a'.repeat(70_000) })).status).toBe(413);
    expect(target).toEqual([]);
  });

  it('gets the usual response if a bot filled in the form, and goes nowhere', async () => {
    for (const check of ['1;60000', '0;1499']) {
      const { status, body } = await signUp({ email: 'nora@example.com' }, { 'X-Form-Check': check });
      expect([status, body]).toEqual([200, { status: true, action: thanks, data: { action: thanks } }]);
    }
    expect(target).toEqual([]);
    await signUp({ email: 'nora@example.com' }, { 'X-Form-Check': '0;1500' });
    expect(target).toHaveLength(1);
  });

  it('passes on the idempotency key', async () => {
    await signUp({ email: 'nora@example.com' }, { 'Idempotency-Key': 'key-1' });
    expect(target[0]?.[1]).toMatchObject({ idempotency: { key: 'key-1' } });
    expect((await signUp({ email: 'nora@example.com' }, { 'Idempotency-Key': 'k'.repeat(256) })).status).toBe(400);
  });

  it("says if it isn't possible right now", async () => {
    publicResponses('Subscribe', () => unavailable('The service is busy. Please try again in a moment.', 7));
    const { status, body, headers } = await signUp({ email: 'nora@example.com' });
    expect([status, body.status, headers['retry-after']]).toEqual([503, false, '7']);
  });
});

describe.each([
  ['confirm', 'ConfirmSubscription', { token }, 'Your subscription is confirmed.', null],
  ['unsubscribe', 'Unsubscribe', { token }, 'You have been unsubscribed.', null],
  [
    'preferences',
    'UpdatePreferences',
    { token, frequency: 'weekly' },
    'Your preferences have been saved.',
    { frequency: 'weekly' },
  ],
] as const)('%s', (path, method, input, action, data) => {
  it("does what the mail's link is for, repeatably", async () => {
    for (let n = 0; n < 2; n += 1) {
      const { status, body } = await post(path).send(input);
      expect([status, body]).toEqual([200, { status: true, action, data }]);
    }
    expect(target).toEqual([
      [method, input],
      [method, input],
    ]);
  });

  it('never acts on GET or HEAD, because mail scanners follow links', async () => {
    for (const verb of ['get', 'head'] as const) {
      const call = request(provided.gateway.url)[verb](`/main/news/letter/${path}?token=${token}`);
      const { status, headers } = await call.redirects(0);
      // Mail programs without one-click open the List-Unsubscribe address, so it leads to the page with the button.
      const opens = path === 'unsubscribe' ? [303, `/newsletter/unsubscribe?token=${token}`] : [405, undefined];
      expect([verb, status, headers['location']]).toEqual([verb, ...opens]);
    }
    expect(target).toEqual([]);
  });

  it.each([
    [404, () => notFound('This link is not valid. Use the link in our latest mail, or sign up again.')],
    [409, () => conflict('This address has since been unsubscribed. Sign up again to get the newsletter.')],
    [400, () => invalid('This link has expired. Sign up again to get a new one.', [{ field: 'token', message: 'x' }])],
  ])("passes on the service's message with %i", async (expected, failure) => {
    publicResponses(method, failure);
    const { status, body } = await post(path).send(input);
    expect([status, body.status, body.message]).toEqual([expected, false, failure().message]);
  });

  it('is refused without a token, with a malformed one, and with unknown fields', async () => {
    for (const wrong of [undefined, '', 7, null, ['x'], 'x'.repeat(201)]) {
      const { status, body } = await post(path).send({ ...input, token: wrong });
      expect([wrong, status, body.errors[0].field]).toEqual([wrong, 400, 'token']);
    }
    const unknown = await post(path).send({ ...input, email: 'eve@example.com' });
    expect([unknown.status, unknown.body.errors[0].field]).toEqual([400, 'email']);
    expect((await post(path).send({})).status).toBe(400);
    expect((await post(path).type('json').send('{')).status).toBe(400);
    expect((await post(path).type('text/plain').send(token)).status).toBe(415);
    expect(target).toEqual([]);
  });
});

it.each(['confirm', 'preferences'])('%s accepts only JSON', async (path) => {
  expect((await post(path).type('form').send({ token })).status).toBe(415);
  expect((await post(path).field('token', token)).status).toBe(415);
  expect(target).toEqual([]);
});

it.each(['hourly', '', 'ALL', 1, null])('preferences rejects the frequency %j', async (frequency) => {
  const message = 'frequency must be all or weekly';
  const { status, body } = await post('preferences').send({ token, frequency });
  expect([status, body.errors]).toEqual([400, [{ field: 'frequency', message }]]);
});

it('preferences returns the current choice if none is sent', async () => {
  provided.services.submissions.handlers[`${service}/GetPreferences`] = (message) => {
    expect(message).toEqual({ token });
    return { frequency: 'weekly' };
  };
  const { status, body } = await post('preferences').send({ token });
  expect([status, body]).toEqual([200, { status: true, action: 'Your preferences', data: { frequency: 'weekly' } }]);
  expect(target).toEqual([]);
});

describe('unsubscribing from a mail program (RFC 8058)', () => {
  const address = `unsubscribe?token=${token}`;

  it('is one POST without a session, in either encoding', async () => {
    const encoded = await post(address).type('form').send('List-Unsubscribe=One-Click');
    const multipart = await post(address).field('List-Unsubscribe', 'One-Click');
    const decorated = await post(`${address}&utm_source=x`).type('form').send('List-Unsubscribe=One-Click');
    expect([encoded, multipart, decorated].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(target).toEqual(Array(3).fill(['Unsubscribe', { token }]));
  });

  it('requires both the token and the body', async () => {
    const all = [
      post('unsubscribe').type('form').send('List-Unsubscribe=One-Click'),
      post(address).type('form').send('List-Unsubscribe=Two-Clicks'),
      post(address).type('form').send(''),
      post(address),
      post('unsubscribe?token=').type('form').send('List-Unsubscribe=One-Click'),
      post('unsubscribe?token=a&token=b').type('form').send('List-Unsubscribe=One-Click'),
      post(address).attach('List-Unsubscribe', Buffer.from('One-Click'), 'file.txt'),
    ];
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array(7).fill(400));
    expect(target).toEqual([]);
  });
});

describe('one client', () => {
  const limited = setupGateway({ TRUSTED_PROXY_CIDR: '127.0.0.0/8' });
  const postFrom = (client: string, path: string, body: object) =>
    request(limited.gateway.url).post(`/main/news/letter/${path}`).set('X-Forwarded-For', client).send(body);

  it('may sign up five times an hour, and use as many links as it got mails', async () => {
    for (const method of methods) limited.services.submissions.handlers[`${service}/${method}`] = () => ({});
    for (let n = 0; n < 5; n += 1)
      expect((await postFrom('203.0.113.7', 'create', { email: `n${n}@example.com` })).status).toBe(200);
    expect((await postFrom('203.0.113.7', 'create', { email: 'n6@example.com' })).status).toBe(429);
    for (let n = 0; n < 20; n += 1)
      expect((await postFrom('203.0.113.7', 'unsubscribe', { token: `${token}${n}` })).status).toBe(200);
    expect((await postFrom('203.0.113.8', 'create', { email: 'n7@example.com' })).status).toBe(200);
  });
});
