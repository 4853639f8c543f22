import { status as grpc } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import { conflict, forbidden, notFound, readCaller } from '@site/proto/grpc';
import request from 'supertest';
import { startFakeServices, type FakeServices } from '../../testing/fake-services.js';
import { aPhoto } from '../../testing/fake-messages.js';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.js';

/** uploads/uploads.test.ts covers sending a photo. */

const service = 'submissions.v1.SnapshotsService';
let services: FakeServices;
let gateway: TestGateway;

beforeAll(async () => {
  services = await startFakeServices();
  gateway = await startTestGateway(services, { RATE_LIMIT_SCALE: '1000' });
});

afterAll(async () => {
  await gateway.close();
  services.kill();
});

describe('Approved photos', () => {
  it('are listed without private data, paged by cursor', async () => {
    const visible = aPhoto({ email: 'ada@example.com' });
    services.submissions.handlers[`${service}/ListPublicSnapshots`] = ({ cursor, limit }) =>
      cursor === 'second' && limit === 2 ? { snapshots: [visible] } : { snapshots: [] };
    const { status, body, text } = await request(gateway.url).get('/main/snapshots?cursor=second&limit=2&utm_source=x');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: true,
      next_cursor: null,
      data: [{ id: visible.id, first_name: 'Ada', file: `/media/snapshots/3f/${visible.id}-1280.jpg` }],
    });
    expect(body.data[0].picture.sizes[0]).toEqual({
      src: `/media/snapshots/3f/${visible.id}-640.webp`,
      width: 640,
      height: 480,
      type: 'image/webp',
    });
    expect(text).not.toContain('@');
  });

  it.each(['0', '101', '1.5', 'x'])('are refused in pages of %s', async (limit) => {
    const { status, body } = await request(gateway.url).get(`/main/snapshots?limit=${limit}`);
    expect([status, body.errors[0].field]).toEqual([400, 'limit']);
  });

  it('are shown individually; unknown, unapproved and malformed ids return 404', async () => {
    const visible = aPhoto();
    services.submissions.handlers[`${service}/GetPublicSnapshot`] = ({ id }) => {
      if (id !== visible.id) throw notFound('This snapshot does not exist.');
      return visible;
    };
    const get = (id: string) => request(gateway.url).get(`/main/snapshot/${id}`);
    expect((await get(visible.id)).body).toMatchObject({ status: true, data: { id: visible.id, location: 'Conway' } });
    const before = services.submissions.callsOf(`${service}/GetPublicSnapshot`);
    for (const id of ['1', 'x'.repeat(2_000), "1'%20OR%201=1", '%00']) {
      const { status, body } = await get(id);
      expect([status, body.status]).toEqual([404, false]);
    }
    expect(services.submissions.callsOf(`${service}/GetPublicSnapshot`)).toBe(before);
    expect((await get(newId())).status).toBe(404);
  });
});

describe('Moderation', () => {
  const id = newId();
  const snapshot = (changes: object = {}) => ({
    id,
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@example.com',
    location: 'Conway',
    comment: '',
    status: 'pending',
    createdAt: '2026-11-20T12:00:00.000Z',
    picture: {
      state: 'ready',
      width: 640,
      height: 480,
      placeholder: '',
      rejectedBecause: '',
      duplicateOf: ['other'],
      retryId: '',
      sizes: [
        { key: `pending/snapshots/3f/${id}-640.jpg`, width: 640, height: 480, mediaType: 'image/jpeg', sizeBytes: 1 },
      ],
    },
    ...changes,
  });
  const as = (role: 'admin' | 'moderator') => ({ Authorization: `Bearer ${services.signIn(role).token}` });

  it('lists the first page of both states, or a page of one', async () => {
    services.submissions.handlers[`${service}/ListSnapshots`] = ({ state, cursor }, metadata) => {
      expect(readCaller(metadata).role).toBe('moderator');
      return {
        snapshots: [snapshot({ status: state })],
        nextCursor: `${state as string} after ${(cursor as string | undefined) ?? 'start'}`,
      };
    };
    const list = (query = '') => request(gateway.url).get(`/admin/main/snapshot${query}`).set(as('moderator'));
    const both = await list();
    expect(both.body).toMatchObject({
      status: true,
      next_cursors: { approved: 'approved after start', pending: 'pending after start' },
      data: { approvedSnapshots: [{ id, status: 'approved' }], pendingSnapshots: [{ id, status: 'pending' }] },
    });
    expect(both.body.data.pendingSnapshots[0]).toEqual({
      id,
      first_name: 'Ada',
      last_name: 'Byron',
      email: 'ada@example.com',
      location: 'Conway',
      comment: '',
      status: 'pending',
      created_at: '2026-11-20T12:00:00.000Z',
      decided_at: null,
      reject_reason: null,
      decided_by_name: null,
      file: `/media/pending/snapshots/3f/${id}-640.jpg`,
      picture: {
        state: 'ready',
        width: 640,
        height: 480,
        placeholder: '',
        rejected_because: '',
        duplicate_of: ['other'],
        retry_id: '',
        sizes: [{ src: `/media/pending/snapshots/3f/${id}-640.jpg`, width: 640, height: 480, type: 'image/jpeg' }],
      },
    });
    expect(both.headers['cache-control']).toBe('no-store');
    const one = await list('?state=pending&cursor=c&limit=5');
    expect(one.body).toMatchObject({ next_cursor: 'pending after c', data: { approvedSnapshots: [] } });
    expect(one.body.next_cursors).toBeUndefined();
    for (const [query, field] of [
      ['?state=rejected', 'state'],
      ['?cursor=c', 'state'],
      ['?x=1', 'x'],
    ] as const) {
      const { status, body } = await list(query);
      expect([status, body.errors[0].field]).toEqual([400, field]);
    }
  });

  it('searches words in one or both lists', async () => {
    const target: unknown[] = [];
    services.submissions.handlers[`${service}/ListSnapshots`] = ({ state, q }) => {
      target.push([state, q]);
      return { snapshots: [] };
    };
    const list = (query: string) => request(gateway.url).get(`/admin/main/snapshot${query}`).set(as('moderator'));
    await list('?q=%20hail%20ozone&state=pending').expect(200);
    await list('?q=hail').expect(200);
    await list('?q=').expect(200);
    expect(target.sort()).toEqual([
      ['approved', undefined],
      ['approved', 'hail'],
      ['pending', undefined],
      ['pending', 'hail'],
      ['pending', 'hail ozone'],
    ]);
    const { status, body } = await list(`?q=${'a'.repeat(201)}`);
    expect([status, body.errors[0].field]).toEqual([400, 'q']);
  });

  it.each([
    ['get', 'approve', 'ApproveSnapshot', 'Snapshot Approved Successfully'],
    ['post', 'approve', 'ApproveSnapshot', 'Snapshot Approved Successfully'],
    ['get', 'reject', 'RejectSnapshot', 'Snapshot Rejected Successfully'],
    ['post', 'reject', 'RejectSnapshot', 'Snapshot Rejected Successfully'],
  ] as const)('lets moderators decide with %s %s', async (verb, action, rpc, sentence) => {
    services.submissions.handlers[`${service}/${rpc}`] = (message, metadata) => {
      expect([message['id'], readCaller(metadata).clientAddress]).toEqual([id, '127.0.0.1']);
      return snapshot({ decidedAt: '2026-11-20T13:00:00.000Z' });
    };
    for (const role of ['admin', 'moderator'] as const) {
      const { status, body } = await request(gateway.url)[verb](`/admin/main/snapshot/${action}/${id}`).set(as(role));
      expect([status, body.action, body.data.decided_at]).toEqual([200, sentence, '2026-11-20T13:00:00.000Z']);
    }
  });

  it('passes on the reason for a rejection, from the query or the body', async () => {
    const reasons: unknown[] = [];
    services.submissions.handlers[`${service}/RejectSnapshot`] = ({ reason }) => {
      reasons.push(reason);
      return snapshot({ status: 'rejected' });
    };
    const path = `/admin/main/snapshot/reject/${id}`;
    await request(gateway.url).get(`${path}?reason=Too%20dark`).set(as('moderator')).expect(200);
    await request(gateway.url).post(path).set(as('moderator')).send({ reason: ' Too dark ' }).expect(200);
    await request(gateway.url).post(`${path}?reason=Too%20dark`).set(as('moderator')).expect(200);
    expect(reasons).toEqual(['Too dark', 'Too dark', 'Too dark']);
    const long = await request(gateway.url)
      .post(path)
      .set(as('moderator'))
      .send({ reason: 'a'.repeat(2_001) });
    expect([long.status, long.body.errors[0].field]).toEqual([400, 'reason']);
    const unknown = await request(gateway.url).post(path).set(as('moderator')).send({ because: 'x' });
    expect([unknown.status, unknown.body.errors[0].field]).toEqual([400, 'because']);
    expect(reasons).toHaveLength(3);
  });

  describe('of several photos', () => {
    const rpc = `${service}/DecideSnapshots`;
    const decide = (input: object, role: 'admin' | 'moderator' = 'moderator') =>
      request(gateway.url).post('/admin/main/snapshot/decide').set(as(role)).send(input);

    it("returns each photo's outcome, like the call for that photo alone", async () => {
      const refused = newId();
      const removed = newId();
      const away = newId();
      const target: unknown[] = [];
      services.submissions.handlers[rpc] = (message, metadata) => {
        target.push([message['decision'], message['ids'], message['reason'], readCaller(metadata).role]);
        const failure = (code: grpc, text: string) => ({ code, message: text });
        return {
          outcomes: [
            { id, snapshot: snapshot({ status: 'approved' }) },
            { id: refused, failure: failure(grpc.ABORTED, 'This snapshot was already rejected.') },
            { id: removed, failure: failure(grpc.NOT_FOUND, 'snapshot 0198') },
            { id: away, failure: failure(grpc.UNAVAILABLE, '10.0.0.7:50051 does not answer') },
          ],
        };
      };
      const { status, body, text } = await decide({ decision: 'approve', ids: [id, refused, removed, away] });
      expect(status).toBe(200);
      expect(body.data).toEqual([
        { id, snapshot: expect.objectContaining({ id, status: 'approved' }), failure: null },
        { id: refused, snapshot: null, failure: { status: 409, message: 'This snapshot was already rejected.' } },
        { id: removed, snapshot: null, failure: { status: 404, message: 'We couldn’t find this.' } },
        { id: away, snapshot: null, failure: { status: 503, message: expect.stringContaining('unavailable') } },
      ]);
      expect(text).not.toContain('10.0.0.7');
      expect(target).toEqual([['approve', [id, refused, removed, away], undefined, 'moderator']]);
    });

    it('passes on the reason, and returns no data of a deleted photo', async () => {
      const reasons: unknown[] = [];
      services.submissions.handlers[rpc] = ({ reason }) => {
        reasons.push(reason);
        return { outcomes: [{ id }] };
      };
      await decide({ decision: 'reject', ids: [id], reason: ' Too dark ' }).expect(200);
      const deleted = await decide({ decision: 'delete', ids: [id] }, 'admin');
      expect(deleted.body.data).toEqual([{ id, snapshot: null, failure: null }]);
      expect(reasons).toEqual(['Too dark', undefined]);
    });

    it.each([
      ['another decision', { decision: 'publish', ids: ['x'] }, 'decision'],
      ['no photos', { decision: 'approve', ids: [] }, 'ids'],
      ['too many photos', { decision: 'approve', ids: Array.from({ length: 51 }, () => newId()) }, 'ids'],
      ['what is no list', { decision: 'approve', ids: 'x' }, 'ids'],
      ['no ids', { decision: 'approve', ids: [{}] }, 'ids.0'],
      ['a long reason', { decision: 'reject', ids: ['x'], reason: 'a'.repeat(2_001) }, 'reason'],
      ['an unknown field', { decision: 'approve', ids: ['x'], because: 'x' }, 'because'],
    ])('refuses %s, and names the field', async (_what, input, field) => {
      const before = services.submissions.callsOf(rpc);
      const { status, body } = await decide(input);
      expect([status, body.errors[0].field]).toEqual([400, field]);
      expect(services.submissions.callsOf(rpc)).toBe(before);
    });

    it('fails completely if the service does', async () => {
      services.submissions.handlers[rpc] = () => {
        throw forbidden('Only an admin can delete snapshots.');
      };
      const { status, body } = await decide({ decision: 'delete', ids: [id] });
      expect([status, body.message]).toEqual([403, 'Only an admin can delete snapshots.']);
    });

    it('reverts decisions', async () => {
      const target: unknown[] = [];
      services.submissions.handlers[rpc] = ({ decision, ids }) => {
        target.push([decision, ids]);
        return { outcomes: [{ id, snapshot: snapshot({ status: 'pending' }) }] };
      };
      const { status, body } = await decide({ decision: 'undo', ids: [id] });
      expect([status, body.data]).toMatchObject([200, [{ id, snapshot: { status: 'pending' }, failure: null }]]);
      expect(target).toEqual([['undo', [id]]]);
    });

    it('accepts no form of another site', async () => {
      const form = request(gateway.url).post('/admin/main/snapshot/decide').set(as('admin')).type('form');
      expect((await form.send('decision=approve')).status).toBe(415);
    });
  });

  it('shows look-alikes of a photo, with the decisions on them', async () => {
    services.submissions.handlers[`${service}/ListSimilarSnapshots`] = ({ id: target }) => {
      if (target !== id) throw notFound('This snapshot does not exist.');
      return { snapshots: [snapshot({ status: 'rejected', decidedByName: 'Mo' })] };
    };
    const fetchSimilar = (which: string) =>
      request(gateway.url).get(`/admin/main/snapshot/look-alikes/${which}`).set(as('moderator'));
    expect((await fetchSimilar(id)).body.data).toMatchObject([{ id, status: 'rejected', decided_by_name: 'Mo' }]);
    for (const which of [newId(), 'x']) expect((await fetchSimilar(which)).status).toBe(404);
  });

  it('shows the sender’s other photos, and all decisions', async () => {
    const found = snapshot({ status: 'rejected', rejectReason: 'Blurred' });
    services.submissions.handlers[`${service}/GetSenderHistory`] = () => ({ snapshots: [found], rejected: 1 });
    const get = (path: string) => request(gateway.url).get(`/admin/main/snapshot/${path}`).set(as('moderator'));
    expect((await get(`history/${id}`).expect(200)).body.data).toMatchObject({
      snapshots: [{ id, status: 'rejected', reject_reason: 'Blurred' }],
      approved: 0,
      rejected: 1,
      pending: 0,
    });
    await get('history/x').expect(404);
    const target: unknown[] = [];
    services.submissions.handlers[`${service}/ListSnapshots`] = (query) => {
      target.push(query);
      return { snapshots: [found], nextCursor: 'next' };
    };
    const { body } = await get('decisions?q=hail&limit=7').expect(200);
    expect(body).toMatchObject({ data: [{ id, reject_reason: 'Blurred' }], next_cursor: 'next' });
    expect(target).toEqual([expect.objectContaining({ state: 'decided', q: 'hail', limit: 7 })]);
  });

  it('lets only admins delete', async () => {
    services.submissions.handlers[`${service}/DeleteSnapshot`] = () => ({});
    const calls = (role: 'admin' | 'moderator') => [
      request(gateway.url).get(`/admin/main/snapshot/delete/${id}`).set(as(role)),
      request(gateway.url).post(`/admin/main/snapshot/delete/${id}`).set(as(role)),
      request(gateway.url).delete(`/admin/main/snapshot/${id}`).set(as(role)),
    ];
    for (const call of calls('moderator')) expect((await call).status).toBe(403);
    expect(services.submissions.callsOf(`${service}/DeleteSnapshot`)).toBe(0);
    for (const call of calls('admin')) expect((await call).body).toMatchObject({ status: true, data: null });
  });

  it('returns 409 if a decision contradicts an earlier one, and 404 for unknown photos', async () => {
    services.submissions.handlers[`${service}/ApproveSnapshot`] = ({ id: target }) => {
      throw target === id ? conflict('This snapshot was rejected.') : notFound('This snapshot does not exist.');
    };
    const approve = (which: string) =>
      request(gateway.url).get(`/admin/main/snapshot/approve/${which}`).set(as('moderator'));
    const contradicting = await approve(id);
    expect([contradicting.status, contradicting.body.message]).toEqual([409, 'This snapshot was rejected.']);
    expect((await approve(newId())).status).toBe(404);
    const malformed = await approve('1');
    expect([malformed.status, malformed.body.message]).toEqual([404, 'There is no such photo.']);
  });

  it.each([
    ['no token', {}, 401],
    ['a wrong token', { Authorization: 'Bearer wrong' }, 401],
    ['a token in the query', {}, 401],
  ])('refuses %s', async (name, headers, expected) => {
    const query = name.includes('query') ? `?token=${services.signIn('admin').token}` : '';
    const before = services.submissions.calls.length;
    for (const path of ['', `/approve/${id}`, `/reject/${id}`, `/delete/${id}`]) {
      const { status, body } = await request(gateway.url).get(`/admin/main/snapshot${path}${query}`).set(headers);
      expect([status, body.errors[0].message]).toEqual([expected, 'No authentication token found.']);
    }
    expect(services.submissions.calls).toHaveLength(before);
  });

  it.each<[string, Record<string, string>, number]>([
    ['a link', { 'Sec-Fetch-Mode': 'navigate' }, 403],
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['a picture', { 'Sec-Fetch-Dest': 'image' }, 403],
    ['a prefetch', { 'Sec-Purpose': 'prefetch' }, 403],
  ])('does nothing for %s', async (_name, headers, expected) => {
    const before = services.submissions.calls.length;
    for (const action of ['approve', 'reject', 'delete']) {
      const path = `/admin/main/snapshot/${action}/${id}`;
      expect((await request(gateway.url).get(path).set(as('admin')).set(headers)).status).toBe(expected);
      expect((await request(gateway.url).head(path).set(as('admin'))).status).toBe(405);
    }
    expect(services.submissions.calls).toHaveLength(before);
  });
});
