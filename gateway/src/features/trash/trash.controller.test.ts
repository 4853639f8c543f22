import { decodeCursor } from '@site/platform/data/keyset';
import { newId } from '@site/platform/base/ids';
import { conflict, notFound, readCaller } from '@site/proto/grpc';
import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
const listRpc = 'trash.v1.TrashService/ListTrash';
const restoreRpc = 'trash.v1.TrashService/RestoreFromTrash';
const services = ['content', 'submissions', 'auth'] as const;
type Service = (typeof services)[number];
const as = (role: 'admin' | 'moderator') => ({ Authorization: `Bearer ${provided.services.signIn(role).token}` });
const get = (query = '') => request(provided.gateway.url).get(`/admin/main/trash${query}`).set(as('admin'));

interface Item {
  type: string;
  id: string;
  title: string;
  detail: string;
  deletedAt: string;
}

const item = (type: string, minute: number): Item => ({
  type,
  id: newId(),
  title: `The ${type}`,
  detail: 'of minute',
  deletedAt: new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString(),
});
const position = ({ deletedAt, id }: Item) => `${deletedAt} ${id}`;
const lastFirst = (items: Item[]) => [...items].sort((one, other) => (position(one) > position(other) ? -1 : 1));

/** Lists as services do: items after the cursor's position, even if that row belongs to another service. */
function keeps(service: Service, items: Item[]): void {
  provided.services[service].handlers[listRpc] = ({ cursor, limit }, metadata) => {
    expect(readCaller(metadata).role).toBe('admin');
    const after = decodeCursor(cursor as string | undefined);
    const rest = lastFirst(items).filter((one) => !after || position(one) < `${after.at} ${after.id}`);
    return { items: rest.slice(0, limit as number), ...(rest.length > (limit as number) && { nextCursor: 'more' }) };
  };
}

describe('the trash', () => {
  it('contains the items of all services, last deleted first, with their expiry', async () => {
    const post = item('post', 1);
    const sponsor = item('sponsor', 3);
    const moderator = item('moderator', 2);
    keeps('content', [post]);
    keeps('submissions', [sponsor]);
    keeps('auth', [moderator]);
    const { status, body, headers } = await get();
    expect([status, body.status, headers['cache-control']]).toEqual([200, true, 'no-store']);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([sponsor.id, moderator.id, post.id]);
    expect(body.data[2]).toEqual({
      type: 'post',
      id: post.id,
      title: 'The post',
      detail: 'of minute',
      deleted_at: '2026-11-20T12:01:00.000Z',
      purge_at: '2026-12-20T12:01:00.000Z',
    });
    expect([body.next_cursor, body.meta]).toEqual([null, { missing: [] }]);
  });

  it.each([1, 2, 3, 7, 30, 100])('pages by %i without repeating or omitting items', async (limit) => {
    const cached: Record<Service, Item[]> = { content: [], submissions: [], auth: [] };
    // Covers equal times, runs from one service, and a tail from a single service.
    for (let n = 0; n < 60; n += 1) {
      const service = n < 10 ? 'auth' : services[n % 3 === 0 ? 0 : n % 2]!;
      cached[service].push(item('x', Math.floor(n / 4)));
    }
    for (const service of services) keeps(service, cached[service]);
    const seen: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const { body } = await get(`?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`);
      expect(body.data.length).toBeLessThanOrEqual(limit);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
      pages += 1;
    } while (cursor);
    expect(seen).toEqual(lastFirst(Object.values(cached).flat()).map(({ id }) => id));
    expect(pages).toBe(Math.ceil(60 / limit));
  });

  it('lists missing services while some are down, and fails only if all are', async () => {
    const post = item('post', 1);
    keeps('content', [post]);
    provided.services.submissions.handlers[listRpc] = () => {
      throw new Error('bug');
    };
    // Like an older auth, without a trash.
    delete provided.services.auth.handlers[listRpc];
    const { status, body } = await get();
    expect([status, body.data.map(({ id }: { id: string }) => id)]).toEqual([200, [post.id]]);
    expect(body.meta).toEqual({ missing: ['submissions', 'auth'] });
    delete provided.services.content.handlers[listRpc];
    const none = await get();
    expect([none.status, none.body.status, Number(none.headers['retry-after'])]).toEqual([503, false, 5]);
  });

  it.each([
    ['?cursor=x', 'cursor'],
    ['?limit=0', 'limit'],
    ['?limit=101', 'limit'],
    ['?type=post', 'type'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await get(query);
    expect([status, body.errors[0].field]).toEqual([400, field]);
  });
});

describe('restoring', () => {
  const restore = (type: string, id: string, role: 'admin' | 'moderator' = 'admin') =>
    request(provided.gateway.url).post(`/admin/main/trash/${type}/${id}/restore`).set(as(role));

  it.each([
    ...['post', 'faq', 'team', 'header', 'logo'].map((type) => [type, 'content'] as const),
    ...['snapshot', 'sponsor', 'contact'].map((type) => [type, 'submissions'] as const),
    ['moderator', 'auth'] as const,
  ])('a %s asks %s', async (type, service) => {
    const id = newId();
    const target: unknown[] = [];
    for (const name of services)
      provided.services[name].handlers[restoreRpc] = (message, metadata) => {
        target.push([name, message, readCaller(metadata).clientAddress]);
        return {};
      };
    const { status, body } = await restore(type, id);
    expect([status, body]).toEqual([200, { status: true, action: 'Restored Successfully', data: null }]);
    expect(target).toEqual([[service, { type, id }, '127.0.0.1']]);
  });

  it('returns 404 for an unknown item and 409 if its place was taken', async () => {
    const id = newId();
    provided.services.content.handlers[restoreRpc] = ({ type }) => {
      throw type === 'logo' ? conflict('There is another logo now.') : notFound('There is no such item in the trash.');
    };
    const taken = await restore('logo', id);
    expect([taken.status, taken.body.message]).toEqual([409, 'There is another logo now.']);
    const before = provided.services.content.calls.length;
    expect((await restore('post', id)).status).toBe(404);
    expect(provided.services.content.calls).toHaveLength(before + 1);
    for (const [type, which] of [
      ['campaign', id],
      ['constructor', id],
      ['post', '1'],
      ['post', "1'%20OR%201=1"],
    ] as const) {
      const { status, body } = await restore(type, which);
      expect([status, body.message]).toEqual([404, 'There is no such item in the trash.']);
    }
    expect(provided.services.content.calls).toHaveLength(before + 1);
  });

  it('requires a POST by an admin', async () => {
    const id = newId();
    expect((await restore('post', id, 'moderator')).status).toBe(403);
    expect((await request(provided.gateway.url).post(`/admin/main/trash/post/${id}/restore`)).status).toBe(401);
    const { status, headers } = await request(provided.gateway.url)
      .get(`/admin/main/trash/post/${id}/restore`)
      .set(as('admin'));
    expect([status, headers['allow']]).toEqual([405, 'POST']);
  });
});
