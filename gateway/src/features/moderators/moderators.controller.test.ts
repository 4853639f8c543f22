import { newId } from '@site/platform/base/ids';
import { conflict, invalid, readCaller } from '@site/proto/grpc';
import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });

const base = '/admin/main/moderator';
const moderator = {
  id: newId(),
  name: 'Mo Derator',
  email: 'mo@example.com',
  createdAt: '2026-11-20T12:00:00.000Z',
  version: 3,
};
const json = {
  id: moderator.id,
  name: 'Mo Derator',
  email: 'mo@example.com',
  created_at: '2026-11-20T12:00:00.000Z',
  version: 3,
};

function answering(method: string, response: object): Record<string, unknown>[] {
  const target: Record<string, unknown>[] = [];
  provided.services.auth.handlers[`auth.v1.ModeratorsService/${method}`] = (message, metadata) => {
    expect(readCaller(metadata).role).toBe('admin');
    target.push(message);
    return response;
  };
  return target;
}
const refusing = (method: string, error: Error) => {
  provided.services.auth.handlers[`auth.v1.ModeratorsService/${method}`] = () => {
    throw error;
  };
};
const bearer = () => `Bearer ${provided.services.signIn('admin').token}`;
const get = (path: string) =>
  request(provided.gateway.url)
    .get(base + path)
    .set('Authorization', bearer());
function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const call = request(provided.gateway.url)
    .post(base + path)
    .set('Authorization', bearer())
    .set(headers);
  for (const [name, value] of Object.entries(fields)) void call.field(name, value);
  return call;
}
const firstFault = ({ status, body }: request.Response) => [status, body.errors?.[0]?.field, body.errors?.[0]?.message];

describe('the list', () => {
  it('is the array that the page reads, with the next cursor beside it', async () => {
    const target = answering('ListModerators', { moderators: [moderator], nextCursor: 'next' });
    const { status, body, headers } = await get('?cursor=here&limit=20&q=mo');
    expect([status, body]).toEqual([200, { status: true, action: 'Moderators', data: [json], next_cursor: 'next' }]);
    expect(headers['cache-control']).toContain('no-store');
    expect(target).toEqual([{ cursor: 'here', limit: 20, query: 'mo' }]);
  });

  it('has a default limit of 100, and a null cursor at the end', async () => {
    const target = answering('ListModerators', { moderators: [] });
    const { body } = await get('');
    expect([body.data, body.next_cursor]).toEqual([[], null]);
    expect(target).toEqual([{ limit: 100, query: '' }]);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'page=2'])('refuses ?%s', async (query) => {
    answering('ListModerators', { moderators: [] });
    expect((await get(`?${query}`)).status).toBe(400);
  });
});

describe('creating', () => {
  const fields = { name: 'Mo Derator', email: 'mo@example.com', password: 'a shelf cloud' };

  it('accepts a form and returns 201 with the moderator, never the password', async () => {
    const target = answering('CreateModerator', moderator);
    const { status, body, text } = await post(
      '/create',
      { ...fields, name: ' Mo Derator ' },
      { 'Idempotency-Key': 'k1' },
    );
    expect([status, body]).toEqual([201, { status: true, action: 'Moderator Created Successfully', data: json }]);
    expect(text).not.toContain('shelf');
    expect(target).toEqual([{ ...fields, idempotencyKey: expect.stringMatching(/^[0-9a-f]{64}$/) as string }]);
  });

  it.each<[Record<string, string>, string, string]>([
    [{ email: fields.email, password: fields.password }, 'name', 'Name is required'],
    [{ ...fields, name: ' ' }, 'name', 'Name is required'],
    [{ ...fields, name: 'x'.repeat(101) }, 'name', 'Name must be at most 100 characters'],
    [{ ...fields, name: '\u2060\u00a0' }, 'name', 'Name is required'],
    [{ name: fields.name, password: fields.password }, 'email', 'Email is required'],
    [{ ...fields, email: 'mo' }, 'email', 'Please enter a valid email address.'],
    [{ name: fields.name, email: fields.email }, 'password', 'Password is required'],
    [{ ...fields, password: '' }, 'password', 'Password is required'],
    [{ ...fields, password: '1234567' }, 'password', 'Password must be at least 8 characters'],
    [{ ...fields, password: 'x'.repeat(129) }, 'password', 'Password must be at most 128 characters'],
    ...['id', 'role', 'type', 'status', 'created_at', 'password_hash', '__proto__', 'constructor.prototype'].map(
      (name): [Record<string, string>, string, string] => [
        Object.fromEntries([...Object.entries(fields), [name, 'admin']]),
        name,
        'Unknown field',
      ],
    ),
  ])('refuses %j', async (wrong, field, message) => {
    const target = answering('CreateModerator', moderator);
    expect(firstFault(await post('/create', wrong))).toEqual([400, field, message]);
    expect(target).toEqual([]);
  });

  it('names the field if the address is taken', async () => {
    const message = 'Another account already uses this email address.';
    refusing('CreateModerator', invalid(message, [{ field: 'email', message }]));
    expect(firstFault(await post('/create', fields))).toEqual([400, 'email', message]);
  });
});

describe('editing', () => {
  const fields = { moderator_id: moderator.id, name: 'Mo Derator', email: 'mo@example.com' };

  it('keeps the password if none is entered', async () => {
    const target = answering('UpdateModerator', moderator);
    const absent = await post('/edit', fields);
    const empty = await post('/edit', { ...fields, password: '' });
    expect([absent, empty].map(({ status, body }) => [status, body.action, body.data])).toEqual(
      Array(2).fill([200, 'Moderator Updated Successfully', json]),
    );
    expect(target).toEqual(Array(2).fill({ id: moderator.id, name: 'Mo Derator', email: 'mo@example.com' }));
  });

  it('passes on a new password and the edited version', async () => {
    const target = answering('UpdateModerator', moderator);
    await post('/edit', { ...fields, password: 'a shelf cloud' }, { 'If-Match': '"2"' });
    expect(target).toEqual([expect.objectContaining({ password: 'a shelf cloud', expectedVersion: 2 })]);
  });

  it('reports a concurrent edit', async () => {
    const message = 'Someone else changed this in the meantime. Reload to see the latest version.';
    refusing('UpdateModerator', conflict(message));
    const { status, body } = await post('/edit', fields, { 'If-Match': '"2"' });
    expect([status, body.message]).toEqual([409, message]);
  });

  it.each<[Record<string, string>, string, string]>([
    [{ name: 'Mo', email: 'mo@example.com' }, 'moderator_id', 'Moderator is required'],
    [{ ...fields, name: '' }, 'name', 'Name is required'],
    [{ ...fields, email: '' }, 'email', 'Email is required'],
    [{ ...fields, password: '1234567' }, 'password', 'Password must be at least 8 characters'],
    [{ ...fields, type: 'admin' }, 'type', 'Unknown field'],
  ])('refuses %j', async (wrong, field, message) => {
    const target = answering('UpdateModerator', moderator);
    expect(firstFault(await post('/edit', wrong))).toEqual([400, field, message]);
    expect(target).toEqual([]);
  });

  it('finds no moderator by a malformed id', async () => {
    const target = answering('UpdateModerator', moderator);
    expect((await post('/edit', { ...fields, moderator_id: '../admin' })).status).toBe(404);
    expect(target).toEqual([]);
  });
});

describe('deleting', () => {
  const at = (method: 'get' | 'post' | 'delete' | 'head', path: string) => {
    const gateway = request(provided.gateway.url);
    return gateway[method](base + path).set('Authorization', bearer());
  };

  it.each([
    ['get', '/delete/'],
    ['post', '/delete/'],
    ['delete', '/'],
  ] as const)('works by %s %s{id}', async (method, path) => {
    const target = answering('DeleteModerator', {});
    const { status, body } = await at(method, path + moderator.id);
    expect([status, body]).toEqual([200, { status: true, action: 'Moderator Deleted Successfully', data: null }]);
    expect(target).toEqual([{ id: moderator.id }]);
  });

  it.each<[string, Record<string, string>, number]>([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['a link', { 'Sec-Fetch-Mode': 'navigate' }, 403],
    ['an image', { 'Sec-Fetch-Dest': 'image' }, 403],
    ['a prefetch', { 'Sec-Purpose': 'prefetch' }, 403],
  ])('refuses %s by GET', async (_what, headers, expected) => {
    const target = answering('DeleteModerator', {});
    expect((await at('get', `/delete/${moderator.id}`).set(headers)).status).toBe(expected);
    expect(target).toEqual([]);
  });

  it('ignores HEAD', async () => {
    const target = answering('DeleteModerator', {});
    expect((await at('head', `/delete/${moderator.id}`)).status).toBe(405);
    expect(target).toEqual([]);
  });
});
