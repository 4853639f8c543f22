import { newId } from '@site/platform/base/ids';
import { notFound, readCaller } from '@site/proto/grpc';
import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
const service = 'submissions.v1.ContactService';
const id = newId();
const message = {
  id,
  name: 'Nora Example',
  email: 'nora@example.com',
  phone: '501 555 0123',
  feedback: '<b>Thank you.</b>\nWe were warned.',
  createdAt: '2026-11-20T12:00:00.000Z',
  state: 'handled',
  handledByName: 'Mo',
  handledAt: '2026-11-20T13:00:00.000Z',
  note: 'Called her',
  version: 3,
  replies: [
    { id, text: 'Dear Nora', byName: 'Mo', createdAt: '2026-11-20T13:00:00.000Z', state: 'queued', reason: '' },
  ],
};
const visible = {
  id,
  name: 'Nora Example',
  email: 'nora@example.com',
  phone: '501 555 0123',
  feedback: '<b>Thank you.</b>\nWe were warned.',
  created_at: '2026-11-20T12:00:00.000Z',
  state: 'handled',
  handled_by_name: 'Mo',
  handled_at: '2026-11-20T13:00:00.000Z',
  note: 'Called her',
  version: 3,
  assigned_to: null,
  assigned_to_name: null,
  replies: [
    {
      id,
      text: 'Dear Nora',
      by_name: 'Mo',
      created_at: '2026-11-20T13:00:00.000Z',
      state: 'queued',
      sent_at: null,
      reason: '',
    },
  ],
};
const as = (role: 'admin' | 'moderator') => ({ Authorization: `Bearer ${provided.services.signIn(role).token}` });
const list = (query = '', role: 'admin' | 'moderator' = 'admin') =>
  request(provided.gateway.url).get(`/admin/main/contact-us${query}`).set(as(role));
let target: Record<string, unknown>[];

beforeEach(() => {
  target = [];
  provided.services.submissions.handlers[`${service}/ListContactMessages`] = (query, metadata) => {
    readCaller(metadata);
    target.push(query);
    return { messages: [message], nextCursor: 'next', newCount: 2, handledCount: 1, mineCount: 1 };
  };
  provided.services.submissions.handlers[`${service}/DeleteContactMessage`] = (query, metadata) => {
    target.push({ ...query, role: readCaller(metadata).role });
    return {};
  };
});

it('lists messages for admins and moderators', async () => {
  for (const role of ['admin', 'moderator'] as const) {
    const { status, body, headers } = await list('', role);
    expect([status, body]).toEqual([
      200,
      {
        status: true,
        action: 'Contact messages',
        next_cursor: 'next',
        counts: { new: 2, handled: 1, mine: 1 },
        data: [visible],
      },
    ]);
    expect(headers['cache-control']).toBe('no-store');
  }
  provided.services.submissions.handlers[`${service}/ListContactMessages`] = () => ({ messages: [] });
  expect((await list()).body).toMatchObject({ data: [], next_cursor: null });
});

it('passes on the search and the cursor', async () => {
  await list('?q=%20hail%20storm%20&cursor=c&limit=7').expect(200);
  await list('?q=%00%e2%80%8b&state=new').expect(200);
  expect(target).toEqual([
    expect.objectContaining({ q: 'hail storm', cursor: 'c', limit: 7 }),
    expect.objectContaining({ limit: 100, state: 'new' }),
  ]);
  expect(target[1]?.['q']).toBeUndefined();
  for (const [query, field] of [
    [`?q=${'a'.repeat(201)}`, 'q'],
    ['?q=a&q=b', 'q'],
    ['?limit=101', 'limit'],
    ['?state=x', 'state'],
  ] as const) {
    const { status, body } = await list(query);
    expect([status, body.errors[0].field]).toEqual([400, field]);
  }
  expect(target).toHaveLength(2);
});

it('lets only admins delete a message, in three ways', async () => {
  const calls = (role: 'admin' | 'moderator') => [
    request(provided.gateway.url).get(`/admin/main/contact-us/delete/${id}`).set(as(role)),
    request(provided.gateway.url).post(`/admin/main/contact-us/delete/${id}`).set(as(role)),
    request(provided.gateway.url).delete(`/admin/main/contact-us/${id}`).set(as(role)),
  ];
  for (const call of calls('moderator')) expect((await call).status).toBe(403);
  expect(target).toEqual([]);
  for (const call of calls('admin'))
    expect((await call).body).toEqual({ status: true, action: 'Contact Deleted Successfully', data: null });
  expect(target).toEqual(Array(3).fill({ id, role: 'admin' }));
});

it('returns 404 for unknown messages', async () => {
  provided.services.submissions.handlers[`${service}/DeleteContactMessage`] = () => {
    throw notFound('This message does not exist.');
  };
  for (const which of [newId(), '1', 'x'.repeat(2_000), "1'%20OR%201=1"]) {
    const { status, body } = await request(provided.gateway.url)
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
  expect((await request(provided.gateway.url).get(path).set(as('admin')).set(headers)).status).toBe(403);
  expect((await request(provided.gateway.url).head(path).set(as('admin'))).status).toBe(405);
  const { token } = provided.services.signIn('admin');
  expect((await request(provided.gateway.url).get(`${path}?token=${token}`)).status).toBe(401);
  expect(target).toEqual([]);
});

describe('handling a message', () => {
  type Role = 'admin' | 'moderator' | 'editor';
  const signedIn = (role: Role) => ({ Authorization: `Bearer ${provided.services.signIn(role).token}` });
  const base = '/admin/main/contact-us';
  const calls = {
    state: (role: Role = 'moderator', body: object = { ids: [id, 'x'], state: 'handled' }) =>
      request(provided.gateway.url).post(`${base}/state`).set(signedIn(role)).send(body),
    note: (role: Role = 'moderator', body: object = { note: ' Called her ' }, which = id) =>
      request(provided.gateway.url).put(`${base}/${which}/note`).set(signedIn(role)).set('If-Match', '"2"').send(body),
    reply: (role: Role = 'moderator', body: object = { text: 'Dear Nora\r\nMo' }, which = id) =>
      request(provided.gateway.url)
        .post(`${base}/${which}/reply`)
        .set(signedIn(role))
        .set('Idempotency-Key', 'k')
        .send(body),
  };
  beforeEach(() => {
    const { handlers } = provided.services.submissions;
    const remember = (query: Record<string, unknown>) => target.push(query);
    handlers[`${service}/SetMessagesState`] = (query) => {
      remember(query);
      return { outcomes: [{ id, message }, { id: 'x' }] };
    };
    for (const rpc of ['UpdateNote', 'ReplyToMessage'])
      handlers[`${service}/${rpc}`] = (query) => {
        remember(query);
        return message;
      };
  });

  it('is for admins and moderators', async () => {
    for (const call of Object.values(calls)) {
      expect((await call('editor')).status).toBe(403);
      for (const role of ['admin', 'moderator'] as const) expect((await call(role)).body.status).toBe(true);
    }
    expect(target).toHaveLength(6);
  });

  it("returns each message's outcome", async () => {
    const { status, body } = await calls.state();
    expect([status, body.data]).toEqual([
      200,
      [
        { id, message: visible },
        { id: 'x', message: null },
      ],
    ]);
    expect(target).toEqual([{ ids: [id, 'x'], state: 'handled' }]);
  });

  it('includes the version of the note', async () => {
    const { status, body } = await calls.note();
    expect([status, body.data]).toEqual([200, visible]);
    expect(target).toEqual([{ id, note: 'Called her', expectedVersion: 2 }]);
  });

  it('sends a reply only once', async () => {
    const { status, body } = await calls.reply();
    expect([status, body.data]).toEqual([201, visible]);
    await calls.reply();
    await calls.reply('moderator', { text: 'Another' });
    const claims = target.map(({ idempotency }) => (idempotency as { fingerprint: string }).fingerprint);
    expect([target[0]?.['text'], claims[0] === claims[1], claims[0] === claims[2]]).toEqual([
      'Dear Nora\nMo',
      true,
      false,
    ]);
  });

  it.each<[string, () => Promise<{ status: number; body: { errors: { field: string }[] } }>, string]>([
    ['no ids', async () => calls.state('admin', { ids: [], state: 'new' }), 'ids'],
    ['too many ids', async () => calls.state('admin', { ids: Array(51).fill(id), state: 'new' }), 'ids'],
    ['an unknown state', async () => calls.state('admin', { ids: [id], state: 'x' }), 'state'],
    ['a note without end', async () => calls.note('admin', { note: 'a'.repeat(5_001) }), 'note'],
    ['no answer', async () => calls.reply('admin', { text: '  ' }), 'text'],
    ['an answer without end', async () => calls.reply('admin', { text: 'a'.repeat(5_001) }), 'text'],
    ['an answer that shows nothing', async () => calls.reply('admin', { text: '\u0000\u200b' }), 'text'],
  ])('is refused with %s', async (_name, call, field) => {
    const { status, body } = await call();
    expect([status, body.errors[0]?.field]).toEqual([400, field]);
    expect(target).toEqual([]);
  });

  it('returns 404 for a malformed id', async () => {
    expect((await calls.note('admin', { note: '' }, 'x')).status).toBe(404);
    expect((await calls.reply('admin', { text: 'a' }, 'x')).status).toBe(404);
  });
});

describe('assignments', () => {
  const ada = newId();
  const mo = newId();
  const assign = (assignee: unknown, role: 'admin' | 'moderator' = 'moderator') =>
    request(provided.gateway.url).put(`/admin/main/contact-us/${id}/assignee`).set(as(role)).send({ assignee });
  beforeEach(() => {
    provided.services.auth.handlers['auth.v1.PeopleService/ListAssignees'] = (_query, metadata) => {
      readCaller(metadata);
      return {
        assignees: [
          { id: ada, name: 'Ada' },
          { id: mo, name: 'Mo' },
        ],
      };
    };
    provided.services.submissions.handlers[`${service}/AssignMessage`] = (query) => {
      target.push(query);
      const { assigneeId, assigneeName } = query;
      return { ...message, assignedTo: assigneeId, assignedToName: assigneeName };
    };
  });

  it('lists names only', async () => {
    const { body } = await request(provided.gateway.url).get('/admin/main/contact-us/assignees').set(as('moderator'));
    expect(body).toMatchObject({
      data: [
        { id: ada, name: 'Ada' },
        { id: mo, name: 'Mo' },
      ],
    });
  });

  it('passes on a known user’s name, and the end of an assignment', async () => {
    const { body } = await assign(mo).expect(200);
    expect(body).toMatchObject({ data: { id, assigned_to: mo, assigned_to_name: 'Mo' } });
    await assign(null).expect(200);
    expect(target).toEqual([expect.objectContaining({ id, assigneeId: mo, assigneeName: 'Mo' }), expect.anything()]);
    expect(target[1]?.['assigneeId']).toBeUndefined();
  });

  it('rejects other users', async () => {
    for (const assignee of [newId(), 'x', 7, undefined]) await assign(assignee).expect(400);
    expect(target).toEqual([]);
  });

  it('lists other messages from the same address', async () => {
    await list(`?same_sender_as=${id}&state=mine`).expect(200);
    expect(target).toEqual([expect.objectContaining({ sameSenderAs: id, state: 'mine' })]);
  });
});
