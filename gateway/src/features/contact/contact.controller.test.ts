import { newId } from '@site/platform/base/ids';
import type { CreateContactMessageRequest } from '@site/proto/gen/nest/submissions/v1/contact';
import { unavailable, unprocessable } from '@site/proto/grpc';
import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
const rpc = 'submissions.v1.ContactService/CreateContactMessage';
const form = {
  name: 'Nora Example',
  phone: '501 555 0123',
  email: 'nora@example.com',
  feedback: 'Thank you.\nWe were warned in time.',
};
let created: CreateContactMessageRequest[];

beforeEach(() => {
  created = [];
  provided.services.submissions.handlers[rpc] = (message) => {
    created.push(message as unknown as CreateContactMessageRequest);
    return { id: newId(), replayed: false };
  };
});

const post = () => request(provided.gateway.url).post('/main/contact-us');
const send = (fields: object | string, headers: Record<string, string> = {}) =>
  post().type('form').set(headers).send(fields);
const without = (name: keyof typeof form) =>
  Object.fromEntries(Object.entries(form).filter(([field]) => field !== name));

it("stores a message and responds in the page's words", async () => {
  const { status, body, headers } = await send({ ...form, name: '  Nora Example ' });
  expect([status, body]).toEqual([
    201,
    { status: true, action: 'Contact Request Send', data: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string } },
  ]);
  expect(headers['cache-control']).toBe('no-store');
  expect(created).toEqual([
    expect.objectContaining({
      ...form,
      idempotency: { fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    }),
  ]);
});

it.each([
  ['name', 'Name is required'],
  ['phone', 'Phone number is required'],
  ['email', 'Email is required'],
  ['feedback', 'Feedback is required'],
] as const)('refuses a message without %s', async (field, message) => {
  for (const fields of [without(field), { ...form, [field]: '' }, { ...form, [field]: ' \t\r\n ' }]) {
    const { status, body } = await send(fields);
    expect([status, body]).toEqual([
      400,
      { status: false, action: message, message, errors: expect.arrayContaining([{ field, message }]) as unknown },
    ]);
  }
  expect(created).toEqual([]);
});

it.each([
  ['name', 'a'.repeat(101), 'Name must be at most 100 characters'],
  ['phone', '5'.repeat(33), 'Phone number must be at most 32 characters'],
  ['email', `${'a'.repeat(250)}@example.com`, 'Email must be at most 254 characters'],
  ['feedback', 'a'.repeat(5_001), 'Feedback must be at most 5,000 characters'],
  ['email', 'nora', 'Please enter a valid email address.'],
  ['email', 'nora@example', 'Please enter a valid email address.'],
  [
    'email',
    'nora@example.com\r\nBcc: eve@example.com',
    'Please enter a valid email address. Remove the space (character 17).',
  ],
  [
    'email',
    'nora@example.com, eve@example.com',
    'Please enter a valid email address. Remove the space (character 18).',
  ],
  ['name', '\u200b\u2068\u3164\u2069', 'Name is required'],
  ['feedback', '\u2060\n\u00ad', 'Feedback is required'],
])('refuses an invalid %s', async (field, value, message) => {
  const { status, body } = await send({ ...form, [field]: value });
  expect([status, body.errors[0]]).toEqual([400, { field, message }]);
  expect(created).toEqual([]);
});

it('accepts every value at its longest, and any notation of a phone number', async () => {
  const maxLength = {
    name: 'é'.repeat(100),
    phone: '(501) 555-0123 ext. 4 after noon',
    email: `${'a'.repeat(242)}@example.com`,
    feedback: `<script>alert(1)</script>\n${'ß'.repeat(4_974)}`,
  };
  expect(Object.values(maxLength).map(({ length }) => length)).toEqual([100, 32, 254, 5_000]);
  expect((await send(maxLength)).status).toBe(201);
  expect(created[0]).toMatchObject(maxLength);
});

it.each([
  ['name', '\u2068Nora Example\u2069', 'Nora Example'],
  ['name', 'Nora\u00a0Exam\u00adple\u200b', 'Nora Example'],
  ['name', 'Nora\r\nBcc: eve@example.com', 'Nora Bcc: eve@example.com'],
  ['name', 'Nora\u2028Example', 'Nora Example'],
  ['name', 'Nora\u202eelpmaxE\u0000', 'NoraelpmaxE'],
  ['name', 'Zoe\u0308 محمد 👩🏽‍🚀', 'Zoë محمد 👩🏽‍🚀'],
  ['name', '\u200b'.repeat(200) + 'é'.repeat(100), 'é'.repeat(100)],
  ['phone', '\u202d(501)\u00a0555\u20110123\u202c', '(501) 555\u20110123'],
  ['feedback', 'From Word:\u000bthe next line\u000c\u2028after a page', 'From Word:\nthe next line\n\nafter a page'],
  ['feedback', 'Little Rock\t2.10\r\nConway\t0.35', 'Little Rock\t2.10\nConway\t0.35'],
])('stores a %s from the clipboard in canonical form: %j', async (field, value, cached) => {
  expect((await send({ ...form, [field]: value })).status).toBe(201);
  expect(created).toEqual([expect.objectContaining({ ...form, [field]: cached })]);
});

it.each(['id', 'status', 'deleted_at', '__proto__', 'constructor', 'email[]', 'idempotency'])(
  'refuses the unknown field %s by name',
  async (field) => {
    const { status, body } = await send(`${new URLSearchParams(form).toString()}&${encodeURIComponent(field)}=1`);
    expect([status, body.errors]).toEqual([400, [{ field, message: 'Unknown field' }]]);
    expect(created).toEqual([]);
  },
);

it('refuses a repeated field', async () => {
  const { status, body } = await send(`${new URLSearchParams(form).toString()}&email=eve@example.com`);
  expect([status, body.errors[0].field]).toEqual([400, 'email']);
  expect(created).toEqual([]);
});

it('refuses other content types', async () => {
  const all = [
    post().send(form),
    post().type('application/json').send('{"name":"Nora"}'),
    post().field('name', 'Nora').field('feedback', 'x'),
    post().type('text/plain').send('name=Nora'),
    post().type('application/xml').send('<name>Nora</name>'),
  ];
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual([415, 415, 415, 415, 415]);
  expect((await post()).status).toBe(415);
  expect((await send('')).status).toBe(400);
  expect((await send('%')).status).toBe(400);
  expect((await send(`name=${'a'.repeat(70_000)}`)).status).toBe(413);
  expect((await send(Array.from({ length: 30 }, (_, n) => `f${n}=1`).join('&'))).status).toBe(413);
  expect((await post().type('application/x-www-form-urlencoded; charset=x-none').send('name=Nora')).status).toBe(415);
  expect(created).toEqual([]);
});

it('accepts only POST', async () => {
  for (const method of ['get', 'head', 'put', 'delete', 'patch'] as const) {
    const { status, headers } = await request(provided.gateway.url)[method]('/main/contact-us');
    expect([method, status, headers['allow']]).toEqual([method, 405, 'POST']);
  }
});

it('recognizes a resent message, with and without a key', async () => {
  await send(form, { 'Idempotency-Key': 'key-1' });
  await send({ ...form, name: ' Nora Example' }, { 'Idempotency-Key': 'key-1' });
  await send({ ...form, feedback: 'Something else' });
  const claims = created.map(({ idempotency }) => idempotency);
  expect(claims[0]).toMatchObject({ key: 'key-1' });
  expect(claims[1]).toEqual(claims[0]);
  expect(claims[2]?.key).toBeUndefined();
  expect(claims[2]?.fingerprint).not.toBe(claims[0]?.fingerprint);
  const { status, body } = await send(form, { 'Idempotency-Key': 'k'.repeat(256) });
  expect([status, body.errors[0].field]).toEqual([400, 'Idempotency-Key']);
});

it.each([
  [422, undefined, () => unprocessable('This Idempotency-Key was already used for another submission.')],
  [503, '7', () => unavailable('The service is busy. Please try again in a moment.', 7)],
])('returns %i if the service does', async (expected, retryAfter, rejection) => {
  provided.services.submissions.handlers[rpc] = () => {
    throw rejection();
  };
  const { status, body, headers } = await send(form);
  expect([status, body.status, headers['retry-after']]).toEqual([expected, false, retryAfter]);
  expect(body.errors[0].message).toBe(body.message);
});

describe('a form filled in by a bot', () => {
  it.each(['1;60000', '0;0', '0;1499', '1;10'])('gets the response of a stored one: %s', async (check) => {
    const { status, body } = await send(form, { 'X-Form-Check': check });
    expect([status, body]).toEqual([
      201,
      {
        status: true,
        action: 'Contact Request Send',
        data: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string },
      },
    ]);
    expect(created).toEqual([]);
  });

  it('still gets its validation errors', async () => {
    const { status, body } = await send({ ...form, email: 'x' }, { 'X-Form-Check': '1;0' });
    expect([status, body.errors[0].field]).toEqual([400, 'email']);
  });

  it("isn't assumed after 1.5 seconds, and a malformed header is refused", async () => {
    expect((await send(form, { 'X-Form-Check': '0;1500' })).status).toBe(201);
    expect((await send(form, { 'X-Form-Check': ' 0;86400000 ' })).status).toBe(201);
    expect(created).toHaveLength(2);
    for (const check of ['', '2;5000', '0', '0;-1', '0;1e9', 'yes']) {
      const { status, body } = await send(form, { 'X-Form-Check': check });
      expect([check, status, body.errors[0].field]).toEqual([check, 400, 'X-Form-Check']);
    }
    expect(created).toHaveLength(2);
  });
});

describe('one client', () => {
  const limited = setupGateway({ TRUSTED_PROXY_CIDR: '127.0.0.0/8' });
  const sendFrom = (address: string, fields: object = form) =>
    request(limited.gateway.url).post('/main/contact-us').set('X-Forwarded-For', address).type('form').send(fields);

  it('may send five messages an hour, not counting refused ones', async () => {
    limited.services.submissions.handlers[rpc] = () => ({ id: newId(), replayed: false });
    for (let n = 0; n < 7; n += 1) expect((await sendFrom('203.0.113.7', { name: 'x' })).status).toBe(400);
    for (let n = 0; n < 5; n += 1) expect((await sendFrom('203.0.113.7')).status).toBe(201);
    const { status, headers, body } = await sendFrom('203.0.113.7');
    expect([status, body.status]).toEqual([429, false]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_000);
    expect((await sendFrom('203.0.113.8')).status).toBe(201);
  });

  it("may make 60 dry runs in ten minutes, which don't count as messages", async () => {
    limited.services.submissions.handlers[rpc] = () => ({ id: newId(), replayed: false });
    limited.services.submissions.handlers['submissions.v1.ContactService/DryRunContactMessage'] = () => ({});
    const dryRun = () => sendFrom('203.0.113.9').set('X-Dry-Run', '1');
    for (let n = 0; n < 59; n += 1) expect((await dryRun()).status).toBe(200);
    expect((await sendFrom('203.0.113.9')).status).toBe(201);
    expect((await dryRun()).status).toBe(429);
  });
});

describe('a dry run', () => {
  const dryRpc = 'submissions.v1.ContactService/DryRunContactMessage';
  const dry = { 'X-Dry-Run': '1' };

  it('goes to the service, stores nothing, and returns the age of unsent mail', async () => {
    provided.services.submissions.handlers[dryRpc] = ({ message }) => {
      expect(message).toMatchObject(form);
      return { oldestUnsentMailSeconds: 12 };
    };
    // The response must not reveal the form check's verdict.
    const { status, body } = await send(form, { ...dry, 'X-Form-Check': '1;0' });
    expect([status, body.data]).toEqual([200, { dry_run: true, oldest_unsent_mail_seconds: 12 }]);
    expect(created).toEqual([]);
  });

  it('fails like a message', async () => {
    expect((await send({ ...form, email: 'x' }, dry)).status).toBe(400);
    provided.services.submissions.handlers[dryRpc] = () => {
      throw unavailable('The service is busy. Please try again in a moment.', 7);
    };
    expect((await send(form, dry)).status).toBe(503);
    const { status, body } = await send(form, { 'X-Dry-Run': 'yes' });
    expect([status, body.errors[0].field]).toEqual([400, 'X-Dry-Run']);
    expect(created).toEqual([]);
  });
});

it('is documented with its fields', async () => {
  const { body } = await request(provided.gateway.url).get('/docs-json');
  const { requestBody, responses } = body.paths['/main/contact-us'].post;
  expect(Object.keys(requestBody.content)).toEqual(['application/x-www-form-urlencoded']);
  expect(body.components.schemas.ContactInput.required).toEqual(['name', 'phone', 'email', 'feedback']);
  expect(Object.keys(responses)).toEqual(['200', '201', '400', '415', '422', '429', '503']);
});
