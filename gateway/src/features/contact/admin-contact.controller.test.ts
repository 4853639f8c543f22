import { newId } from '@site/platform/base/ids';
import { notFound, readCaller } from '@site/proto/grpc';
import request from 'supertest';
import { givenGateway } from '../../testing/given.js';

const given = givenGateway({ RATE_LIMIT_SCALE: '1000' });
const service = 'submissions.v1.ContactService';
const id = newId();
const message = {
  id,
  name: 'Nora Example',
  email: 'nora@example.com',
  phone: '501 555 0123',
  feedback: '<b>Thank you.</b>\nWe were warned.',
  createdAt: '2026-11-20T12:00:00.000Z',
};
const as = (role: 'admin' | 'moderator') => ({ Authorization: `Bearer ${given.house.signIn(role).token}` });
const list = (query = '', role: 'admin' | 'moderator' = 'admin') =>
  request(given.gateway.url).get(`/admin/main/contact-us${query}`).set(as(role));
/** What the service was asked. */
let asked: Record<string, unknown>[];

beforeEach(() => {
  asked = [];
  given.house.submissions.handlers[`${service}/ListContactMessages`] = (query, metadata) => {
    readCaller(metadata);
    asked.push(query);
    return { messages: [message], nextCursor: 'next' };
  };
  given.house.submissions.handlers[`${service}/DeleteContactMessage`] = (query, metadata) => {
    asked.push({ ...query, role: readCaller(metadata).role });
    return {};
  };
});

it('lists what visitors wrote, for admins and moderators', async () => {
  for (const role of ['admin', 'moderator'] as const) {
    const { status, body, headers } = await list('', role);
    expect([status, body]).toEqual([
      200,
      {
        ...{ status: true, action: 'Contact messages', next_cursor: 'next' },
        data: [
          {
            ...{ id, name: 'Nora Example', email: 'nora@example.com', phone: '501 555 0123' },
            ...{ feedback: '<b>Thank you.</b>\nWe were warned.', created_at: '2026-11-20T12:00:00.000Z' },
          },
        ],
      },
    ]);
    expect(headers['cache-control']).toBe('no-store');
  }
  given.house.submissions.handlers[`${service}/ListContactMessages`] = () => ({ messages: [] });
  expect((await list()).body).toMatchObject({ data: [], next_cursor: null });
});

it('passes on what is looked for, and where the page begins', async () => {
  await list('?q=%20hail%20storm%20&cursor=c&limit=7').expect(200);
  await list('?q=').expect(200);
  expect(asked).toEqual([
    expect.objectContaining({ q: 'hail storm', cursor: 'c', limit: 7 }),
    expect.objectContaining({ limit: 100 }),
  ]);
  expect(asked[1]?.['q']).toBeUndefined();
  for (const [query, field] of [
    [`?q=${'a'.repeat(201)}`, 'q'],
    ['?q=a&q=b', 'q'],
    ['?q=%00', 'q'],
    ['?limit=101', 'limit'],
    ['?state=x', 'state'],
  ] as const) {
    const { status, body } = await list(query);
    expect([status, body.errors[0].field]).toEqual([400, field]);
  }
  expect(asked).toHaveLength(2);
});

it('lets admins alone put a message away, in three ways', async () => {
  const calls = (role: 'admin' | 'moderator') => [
    request(given.gateway.url).get(`/admin/main/contact-us/delete/${id}`).set(as(role)),
    request(given.gateway.url).post(`/admin/main/contact-us/delete/${id}`).set(as(role)),
    request(given.gateway.url).delete(`/admin/main/contact-us/${id}`).set(as(role)),
  ];
  for (const call of calls('moderator')) expect((await call).status).toBe(403);
  expect(asked).toEqual([]);
  for (const call of calls('admin'))
    expect((await call).body).toEqual({ status: true, action: 'Contact Deleted Successfully', data: null });
  expect(asked).toEqual(Array(3).fill({ id, role: 'admin' }));
});

it('answers 404 for what never was', async () => {
  given.house.submissions.handlers[`${service}/DeleteContactMessage`] = () => {
    throw notFound('This message does not exist.');
  };
  for (const which of [newId(), '1', 'x'.repeat(2_000), "1'%20OR%201=1"]) {
    const { status, body } = await request(given.gateway.url)
      .get(`/admin/main/contact-us/delete/${which}`)
      .set(as('admin'));
    expect([status, body.message]).toEqual([404, 'This message does not exist.']);
  }
});

it.each<[string, Record<string, string>]>([
  ['a link', { 'Sec-Fetch-Mode': 'navigate' }],
  ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ['a picture', { 'Sec-Fetch-Dest': 'image' }],
  ['a prefetch', { 'Sec-Purpose': 'prefetch' }],
])('deletes nothing for %s, a HEAD or a token in the query', async (_name, headers) => {
  const path = `/admin/main/contact-us/delete/${id}`;
  expect((await request(given.gateway.url).get(path).set(as('admin')).set(headers)).status).toBe(403);
  expect((await request(given.gateway.url).head(path).set(as('admin'))).status).toBe(405);
  const { token } = given.house.signIn('admin');
  expect((await request(given.gateway.url).get(`${path}?token=${token}`)).status).toBe(401);
  expect(asked).toEqual([]);
});
