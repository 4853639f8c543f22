import { Metadata, status as grpc } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import {
  conflict,
  forbidden,
  invalid,
  notFound,
  tooMany,
  unauthenticated,
  unavailable,
  unprocessable,
} from '@site/proto/grpc';
import request from 'supertest';
import { render } from './error.filter.js';
import { setupGateway } from '../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
const get = (path: string) => request(provided.gateway.url).get(path);

const leak = /node_modules|at .+:\d+:\d+|SELECT |127\.0\.0\.1|ECONN|grpc|protobuf/i;

const anyPost = () => `/main/post/${newId()}`;
const failWith = (error: unknown) => {
  provided.services.content.handlers['content.v1.PostsService/GetPost'] = () => {
    throw error;
  };
};
const raw = (code: grpc, details: string) =>
  Object.assign(new Error(details), { code, details, metadata: new Metadata() });

describe('a failure of a service', () => {
  it.each([
    [400, invalid('Please correct the form.'), 'Please correct the form.'],
    [401, unauthenticated('Your session has ended.'), 'Your session has ended.'],
    [403, forbidden('Only an administrator may do this.'), 'Only an administrator may do this.'],
    [404, notFound('There is no such post.'), 'There is no such post.'],
    [409, conflict('It was rejected before.'), 'It was rejected before.'],
    [409, raw(grpc.ALREADY_EXISTS, 'This address is taken.'), 'This address is taken.'],
    [422, unprocessable('The key belongs to another form.'), 'The key belongs to another form.'],
    [429, tooMany('Too many tries.', 60), 'Too many tries.'],
    [
      503,
      unavailable('dial 127.0.0.1:5432 failed'),
      'This part of the site is unavailable right now. Try again in a minute.',
    ],
    [500, raw(grpc.INTERNAL, 'SELECT broke'), 'Something went wrong. Please try again later.'],
    [500, raw(grpc.UNKNOWN, 'at /srv/app/x.js:1:2'), 'Something went wrong. Please try again later.'],
    [500, raw(grpc.UNIMPLEMENTED, 'grpc does not know this'), 'Something went wrong. Please try again later.'],
    [
      500,
      raw(grpc.RESOURCE_EXHAUSTED, 'Received message larger than max'),
      'Something went wrong. Please try again later.',
    ],
    [
      504,
      raw(grpc.DEADLINE_EXCEEDED, 'Deadline exceeded at 127.0.0.1'),
      'Part of the site took too long to respond. Try again in a minute.',
    ],
  ])('is returned as %i in the envelope', async (status, error, message) => {
    failWith(error);
    const response = await get(anyPost());
    expect(response.status).toBe(status);
    expect(response.body).toEqual({ status: false, action: message, message, errors: [{ message }] });
    expect(response.text).not.toMatch(leak);
    expect(response.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('includes the fields that a service rejected', async () => {
    failWith(invalid('Please correct the form.', [{ field: 'email', message: 'Email is taken' }]));
    const { body } = await get(anyPost());
    expect(body.errors).toEqual([{ field: 'email', message: 'Email is taken' }]);
  });

  it("doesn't expose messages meant for logs", async () => {
    failWith(notFound('post 0198-42'));
    expect((await get(anyPost())).body.message).toBe('We couldn’t find this.');
  });

  it('sets Retry-After for 429 and 503', async () => {
    failWith(tooMany('Too many tries.', 61));
    expect((await get(anyPost())).headers['retry-after']).toBe('61');
    failWith(unavailable('Too busy right now.', 7));
    expect((await get(anyPost())).headers['retry-after']).toBe('7');
  });
});

describe('a restarting service', () => {
  it.each([
    'EAI_AGAIN',
    'ENOTFOUND',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ECONNREFUSED',
    'ECONNRESET',
    'ETIMEDOUT',
    'EPIPE',
  ])('causes "come back later" for %s', (code) => {
    const error = Object.assign(new Error(`getaddrinfo ${code} redis`), { code });
    expect(render(error)).toEqual({
      status: 503,
      message: 'This part of the site is unavailable right now. Try again in a minute.',
    });
    expect(render(new TypeError('fetch failed', { cause: error }))).toMatchObject({ status: 503 });
  });

  it('is distinguished from a bug', () => {
    expect(render(new TypeError('x is not a function'))).toMatchObject({ status: 500 });
    expect(render(Object.assign(new Error('no such file'), { code: 'ENOENT' }))).toMatchObject({ status: 500 });
  });
});

describe('an invalid request', () => {
  const login = () => request(provided.gateway.url).post('/admin/auth/login');

  it("gets an error for malformed JSON that doesn't quote it", async () => {
    const response = await login().type('json').send('{"email": oops');
    expect(response.status).toBe(400);
    expect(response.body.message).toBe('The request body is not valid JSON.');
    expect(response.text).not.toContain('oops');
  });

  it("gets an error for an undecodable address that doesn't quote it", async () => {
    const response = await get('/main/post/%ff');
    expect([response.status, response.body.message]).toEqual([400, 'The request could not be understood.']);
  });

  it('gets 413 for a body over 64 kB', async () => {
    const response = await login().send({ email: 'x'.repeat(70_000) });
    expect(response.status).toBe(413);
    expect(response.body.errors[0].message).toBe('The request is too large. Shorten it and try again.');
  });

  it('gets 415 for an unsupported charset, compression or type', async () => {
    expect((await login().set('Content-Type', 'application/json; charset=klingon').send('{}')).status).toBe(415);
    expect((await login().set('Content-Encoding', 'zstd-x').send({ email: 'a' })).status).toBe(415);
    expect((await login().type('text/plain').send('hello')).status).toBe(415);
  });

  it('gets 404 for an unknown address and 405 with Allow for an unsupported method', async () => {
    const missing = await get('/main/nothing');
    expect([missing.status, missing.body.status, missing.body.errors[0].message]).toEqual([
      404,
      false,
      'This address does not exist.',
    ]);
    const wrong = await request(provided.gateway.url).delete('/admin/auth/login');
    expect([wrong.status, wrong.headers['allow']]).toEqual([405, 'POST']);
    const read = await request(provided.gateway.url).post('/main/home');
    expect([read.status, read.headers['allow']]).toEqual([405, 'GET, HEAD']);
    const page = await request(provided.gateway.url).post('/about');
    expect([page.status, page.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  it('gets every fault listed, including unknown fields', async () => {
    const { status, body } = await login().send({ email: 'nobody', password: '123', role: 'admin' });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { field: 'email', message: 'Invalid email format' },
      { field: 'password', message: 'Password must be at least 6 characters' },
      { field: 'role', message: 'Unknown field' },
    ]);
    expect(body.message).toBe('Invalid email format');
  });

  it('is refused for a field named __proto__ as for any unknown field', async () => {
    const { status, body } = await login()
      .type('json')
      .send('{"email":"a@b.co","password":"secret1","__proto__":{"role":"admin"}}');
    expect([status, body.errors]).toEqual([400, [{ field: '__proto__', message: 'Unknown field' }]]);
  });

  it('gets an error for a body that is missing, null, a list or a number', async () => {
    expect((await login()).status).toBe(400);
    for (const body of ['null', '[]', '7', '"text"']) {
      const response = await login().type('json').send(body);
      expect([body, response.status, typeof response.body.errors[0].message]).toEqual([body, 400, 'string']);
    }
  });

  it('accepts the same fields as JSON, form-encoded and multipart without a file', async () => {
    provided.services.auth.handlers['auth.v1.SessionsService/SignIn'] = ({ email }) => {
      throw unauthenticated(`Not known: ${String(email)}.`);
    };
    const fields = { email: 'ada@example.com', password: 'secret1' };
    const publicResponses = [
      await login().send(fields),
      await login().type('form').send(fields),
      await login().field(fields),
    ];
    for (const { status, body } of publicResponses)
      expect([status, body.message]).toEqual([401, 'Not known: ada@example.com.']);
    const withFile = await login().field(fields).attach('photo', Buffer.from('x'), 'x.jpg');
    expect([withFile.status, withFile.body.message]).toEqual([400, 'This form does not accept files']);
    const twice = await login().field('email', 'a@b.co').field('email', 'c@d.co');
    expect([twice.status, twice.body.errors]).toEqual([
      400,
      [{ field: 'email', message: 'This field was sent twice' }],
    ]);
  });

  it('gets a new id unless a trusted proxy sets one', async () => {
    const { headers } = await get('/main/home').set('X-Request-Id', 'from-the-outside');
    expect(headers['x-request-id']).not.toBe('from-the-outside');
  });
});
