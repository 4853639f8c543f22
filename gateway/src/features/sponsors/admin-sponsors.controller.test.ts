import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@site/platform/base/ids';
import type { CreateSponsorRequest, UpdateSponsorRequest } from '@site/proto/gen/nest/submissions/v1/sponsors';
import { conflict, notFound, readCaller, unprocessable } from '@site/proto/grpc';
import request from 'supertest';
import { testObjectStore } from '../../../../services/platform/testing/object-store.js';
import { until } from '../../../../services/platform/testing/until.js';
import { startFakeServices, type FakeServices } from '../../testing/fake-services.js';
import { animatedGif, baselineJpeg, png, webp } from '../../testing/image-files.js';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.js';

/** sponsors.controller.test.ts covers companies' requests; uploads/uploads.test.ts covers failing uploads. */

const service = 'submissions.v1.SponsorsService';
const fileField = 'advertise_file';
const id = newId();
const form = {
  name: 'Sam Example',
  email: 'sam@example.com',
  phone_number: '+15015550123',
  company_name: 'Ozark Tires',
  url: 'example.com',
  message: 'We would like to help.\nCall us.',
};
const sent = {
  name: 'Sam Example',
  email: 'sam@example.com',
  phoneNumber: '+15015550123',
  companyName: 'Ozark Tires',
  url: 'https://example.com/',
  message: 'We would like to help.\nCall us.',
};
const sponsor = (changes: object = {}) => ({
  id,
  ...sent,
  status: 'approved',
  isTop: false,
  createdAt: '2026-11-20T12:00:00.000Z',
  decidedAt: '2026-11-20T13:00:00.000Z',
  version: 3,
  logo: {
    state: 'ready',
    width: 320,
    height: 160,
    placeholder: '',
    rejectedBecause: '',
    duplicateOf: [],
    retryId: '',
    sizes: [{ key: `logos/3f/${id}-320.png`, width: 320, height: 160, mediaType: 'image/png', sizeBytes: 1 }],
  },
  ...changes,
});
const sponsorJson = {
  id,
  name: 'Sam Example',
  email: 'sam@example.com',
  phone_number: '+15015550123',
  company_name: 'Ozark Tires',
  url: 'https://example.com/',
  message: 'We would like to help.\nCall us.',
  status: 'approved',
  is_top: false,
  created_at: '2026-11-20T12:00:00.000Z',
  decided_at: '2026-11-20T13:00:00.000Z',
  reject_reason: null,
  version: 3,
  company_logo: `/media/logos/3f/${id}-320.png`,
  picture: {
    state: 'ready',
    width: 320,
    height: 160,
    placeholder: '',
    rejected_because: '',
    duplicate_of: [],
    retry_id: '',
    sizes: [{ src: `/media/logos/3f/${id}-320.png`, width: 320, height: 160, type: 'image/png' }],
  },
};
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"></svg>');

let services: FakeServices;
let gateway: TestGateway;
let bucket: Awaited<ReturnType<typeof testObjectStore>>;
const uploadFolder = mkdtempSync(join(tmpdir(), 'uploads-'));

beforeAll(async () => {
  services = await startFakeServices();
  bucket = await testObjectStore();
  gateway = await startTestGateway(services, {
    UPLOAD_DIR: uploadFolder,
    S3_BUCKET: bucket.settings.bucket,
    RATE_LIMIT_SCALE: '1000',
  });
});
beforeEach(async () => {
  target = [];
  for (const rpc of ['CreateSponsor', 'UpdateSponsor']) publicResponses(rpc, () => ({ sponsor: sponsor() }));
  for (const rpc of ['ApproveSponsor', 'RejectSponsor', 'SetTopSponsor']) publicResponses(rpc, sponsor);
  publicResponses('DeleteSponsor', () => ({}));
  publicResponses('SetSponsorView', ({ sponsorView }) => ({ sponsorView }));
  await bucket.store.remove(await bucket.store.list(''));
});
afterAll(async () => {
  await gateway.close();
  services.kill();
  bucket.store.close();
  rmSync(uploadFolder, { recursive: true, force: true });
});

let target: { rpc: string; message: Record<string, unknown> }[];
const publicResponses = (rpc: string, response: (message: Record<string, unknown>) => object) => {
  services.submissions.handlers[`${service}/${rpc}`] = (message, metadata) => {
    expect(readCaller(metadata)).toMatchObject({ role: 'admin', clientAddress: '127.0.0.1' });
    target.push({ rpc, message });
    return response(message);
  };
};

const people = { admin: newId(), moderator: newId() };
const as = (role: 'admin' | 'moderator') => ({ Authorization: `Bearer ${services.signIn(role, people[role]).token}` });
const send = (
  action: 'create' | 'edit',
  fields: Record<string, string>,
  { file, headers = {} }: { file?: Buffer; headers?: Record<string, string> } = {},
) => {
  const call = request(gateway.url).post(`/admin/main/sponsor/${action}`).set(as('admin')).set(headers);
  for (const [field, value] of Object.entries(fields)) call.field(field, value);
  return file ? call.attach(fileField, file, 'logo.png') : call;
};
const create = (fields: Record<string, string> = form, extras = {}) => send('create', fields, extras);
const edit = (fields: Record<string, string> = {}, extras = {}) =>
  send('edit', { sponsor_id: id, ...form, ...fields }, extras);
const without = (fields: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name));

async function expectNothingKept() {
  expect(target).toEqual([]);
  expect(readdirSync(uploadFolder)).toEqual([]);
  await until('the bucket is empty', async () => (await bucket.store.list('')).length === 0);
}

/** A signed-in user's key, scoped to that user. */
const hashed = expect.stringMatching(/^[0-9a-f]{64}$/) as string;

describe('the lists', () => {
  it('are the first page of both with the layout, or a page of one', async () => {
    publicResponses('ListSponsors', ({ state, cursor }) => ({
      sponsors: [sponsor({ status: state })],
      nextCursor: `${state as string} after ${(cursor as string | undefined) ?? 'start'}`,
      sponsorView: '3',
    }));
    const list = (query = '') => request(gateway.url).get(`/admin/main/sponsor${query}`).set(as('admin'));
    const both = await list();
    expect(both.body).toEqual({
      status: true,
      action: 'Sponsors',
      data: {
        approvedSponsor: [sponsorJson],
        pendingSponsor: [{ ...sponsorJson, status: 'pending' }],
        sponsor_view: '3',
      },
      next_cursors: { approved: 'approved after start', pending: 'pending after start' },
    });
    expect(both.headers['cache-control']).toBe('no-store');
    const one = await list('?state=pending&cursor=c&limit=5');
    expect(one.body).toMatchObject({
      next_cursor: 'pending after c',
      data: { approvedSponsor: [], pendingSponsor: [{ id }], sponsor_view: '3' },
    });
    expect(target.at(-1)?.message).toMatchObject({ state: 'pending', cursor: 'c', limit: 5 });
    for (const [query, field] of [
      ['?state=rejected', 'state'],
      ['?cursor=c', 'state'],
      ['?limit=0', 'limit'],
      ['?x=1', 'x'],
    ] as const) {
      const { status, body } = await list(query);
      expect([status, body.errors[0].field]).toEqual([400, field]);
    }
  });

  it('show what a request lacks: no logo, no address', async () => {
    publicResponses('ListSponsors', () => ({
      sponsors: [sponsor({ url: undefined, logo: undefined, decidedAt: undefined })],
      sponsorView: '1',
    }));
    const { body } = await request(gateway.url).get('/admin/main/sponsor?state=approved').set(as('admin'));
    expect(body.data.approvedSponsor[0]).toMatchObject({
      url: null,
      company_logo: null,
      picture: null,
      decided_at: null,
    });
    expect(body.next_cursor).toBeNull();
  });
});

describe('a new sponsor', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['image/jpeg', baselineJpeg],
    ['image/png', png],
    ['image/gif', animatedGif],
    ['image/webp', webp],
    ['image/svg+xml', async () => svg],
  ])('is stored with a logo of type %s', async (mediaType, logo) => {
    const file = await logo();
    const { status, body } = await create(form, { file });
    expect([status, body]).toEqual([201, { status: true, action: 'Sponsor Created Successfully', data: sponsorJson }]);
    const message = target[0]?.message as unknown as CreateSponsorRequest;
    expect(message).toEqual({
      fields: sent,
      logo: expect.objectContaining({ mediaType, sizeBytes: file.length }) as unknown,
      idempotency: { fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    });
    expect(await bucket.store.list('')).toEqual([message.logo?.key]);
  });

  it('is stored without a logo and an address', async () => {
    expect((await create(without(form, 'url'))).status).toBe(201);
    const { fields, logo } = target[0]?.message as unknown as CreateSponsorRequest;
    expect([fields?.url, logo]).toEqual([undefined, undefined]);
  });

  it('is recognized when resent', async () => {
    await create(form, { headers: { 'Idempotency-Key': 'key-1' } });
    await create(form, { headers: { 'Idempotency-Key': 'key-1' } });
    const [first, second] = target.map(({ message }) => message['idempotency']);
    expect(first).toMatchObject({ key: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
    expect(second).toEqual(first);
    publicResponses('CreateSponsor', () => {
      throw unprocessable('This Idempotency-Key was already used for another submission.');
    });
    expect((await create(form, { headers: { 'Idempotency-Key': 'key-1' } })).status).toBe(422);
  });
});

describe('an edit', () => {
  it('sends the complete form, the version that was on screen, and a new logo if any', async () => {
    const file = await png();
    const { status, body } = await edit({}, { file, headers: { 'If-Match': '"3"' } });
    expect([status, body]).toEqual([200, { status: true, action: 'Sponsor Updated Successfully', data: sponsorJson }]);
    expect(target[0]?.message).toMatchObject({
      id,
      fields: sent,
      expectedVersion: 3,
      logo: { mediaType: 'image/png', sizeBytes: file.length },
    });
    await edit({ url: '' });
    const second = target[1]?.message as unknown as UpdateSponsorRequest;
    expect([second.logo, second.expectedVersion, second.fields?.url]).toEqual([undefined, undefined, undefined]);
  });

  it('accepts the id as sponsor_id or id', async () => {
    for (const names of [{ sponsor_id: id }, { id }, { sponsor_id: id, id }] as Record<string, string>[])
      expect((await send('edit', { ...form, ...names })).status).toBe(200);
    expect(target.map(({ message }) => message['id'])).toEqual([id, id, id]);
    for (const [names, field, message] of [
      [{}, 'sponsor_id', 'sponsor_id is required'],
      [{ sponsor_id: id, id: newId() }, 'id', 'id and sponsor_id name different sponsors'],
    ] as [Record<string, string>, string, string][]) {
      const { status, body } = await send('edit', { ...form, ...names });
      expect([status, body.errors]).toEqual([400, [{ field, message }]]);
    }
    expect(target).toHaveLength(3);
  });

  it('is applied once per request, however often the service call is retried', async () => {
    await edit();
    await edit();
    await edit({}, { headers: { 'Idempotency-Key': 'mine' } });
    const keys = target.map(({ message }) => (message['idempotency'] as { key?: string }).key);
    expect([new Set(keys).size, keys[0]?.length, keys[2]]).toEqual([3, 36, hashed]);
  });

  it('gets 409 if outdated, and leaves no logo behind', async () => {
    const timeout = 'Someone else changed this in the meantime. Reload to see the latest version.';
    publicResponses('UpdateSponsor', () => {
      throw conflict(timeout);
    });
    const { status, body } = await edit({}, { file: await png(), headers: { 'If-Match': '"2"' } });
    expect([status, body.message]).toEqual([409, timeout]);
    await until('the bucket is empty', async () => (await bucket.store.list('')).length === 0);
  });

  it('refuses an invalid version', async () => {
    for (const version of ['"x"', 'W/"3"', '-1', '']) {
      const { status } = await edit({}, { headers: { 'If-Match': version } });
      expect([version, status]).toEqual([version, 400]);
    }
    await expectNothingKept();
  });

  it('returns 404 for an unknown sponsor or malformed id', async () => {
    publicResponses('UpdateSponsor', () => {
      throw notFound('This sponsor does not exist.');
    });
    for (const sponsor_id of [newId(), '1', "1' OR 1=1"]) {
      const { status, body } = await edit({ sponsor_id });
      expect([status, body.message]).toEqual([404, 'This sponsor does not exist.']);
    }
    expect(target).toHaveLength(1);
  });
});

describe.each(['create', 'edit'] as const)('%s', (action) => {
  const good: Record<string, string> = action === 'edit' ? { sponsor_id: id, ...form } : form;

  it.each([
    ['name', 'Name is required'],
    ['email', 'Email is required'],
    ['phone_number', 'Phone number is required'],
    ['company_name', 'Company name is required'],
    ['message', 'Message is required'],
  ])('refuses a form without %s', async (field, message) => {
    for (const fields of [without(good, field), { ...good, [field]: ' ' }]) {
      const { status, body } = await send(action, fields, { file: svg });
      expect([status, body.status, body.message]).toEqual([400, false, message]);
      expect(body.errors).toContainEqual({ field, message });
    }
    await expectNothingKept();
  });

  const phone = 'Phone number must have 10 to 15 digits, with an optional + before them';
  const address = 'Website URL must be a web address, like https://example.com';
  it.each([
    ['name', 'a'.repeat(101), 'Name must be at most 100 characters'],
    ['company_name', 'a'.repeat(101), 'Company name must be at most 100 characters'],
    ['message', 'a'.repeat(5_001), 'Message must be at most 5,000 characters'],
    ['message', '\u0000\u2028', 'Message is required'],
    ['email', 'sam@example', 'Please enter a valid email address.'],
    ['phone_number', '501-555-012', phone],
    ['url', 'javascript:alert(1)', address],
    ['url', '//example.com', address],
  ])('refuses an invalid %s: %#', async (field, value, message) => {
    const { status, body } = await send(action, { ...good, [field]: value }, { file: svg });
    expect([status, body.errors]).toEqual([400, [{ field, message }]]);
    await expectNothingKept();
  });

  it.each([
    'status',
    'is_top',
    'version',
    'approved',
    '__proto__',
    'company_logo',
    ...(action === 'create' ? ['sponsor_id', 'id'] : []),
  ])('refuses the unknown field %s', async (field) => {
    const { status, body } = await send(action, { ...good, [field]: 'approved' });
    expect([status, body.errors]).toEqual([400, [{ field, message: 'Unknown field' }]]);
    await expectNothingKept();
  });

  it.each<[string, number, () => Promise<Buffer>]>([
    ['HTML', 415, async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['half a PNG', 422, async () => (await png()).subarray(0, 2_000)],
    ['0 bytes', 400, async () => Buffer.alloc(0)],
  ])('refuses %s for a logo', async (_name, expected, file) => {
    const { status, body } = await send(action, good, { file: await file() });
    expect([status, body.errors[0].field]).toEqual([expected, fileField]);
    await expectNothingKept();
  });

  it("refuses other formats than multipart, and users who aren't admins", async () => {
    const path = `/admin/main/sponsor/${action}`;
    expect((await request(gateway.url).post(path).set(as('admin')).send(good)).status).toBe(415);
    expect((await request(gateway.url).post(path).set(as('moderator')).field('name', 'x')).status).toBe(403);
    expect((await request(gateway.url).post(path).field('name', 'x')).status).toBe(401);
    expect((await request(gateway.url).get(path).set(as('admin'))).status).toBe(405);
    await expectNothingKept();
  });
});

describe('a decision', () => {
  it.each([
    ['get', 'approve', 'ApproveSponsor', 'Sponsor Approved Successfully'],
    ['post', 'approve', 'ApproveSponsor', 'Sponsor Approved Successfully'],
    ['get', 'reject', 'RejectSponsor', 'Sponsor Rejected Successfully'],
    ['post', 'reject', 'RejectSponsor', 'Sponsor Rejected Successfully'],
  ] as const)('is made with %s %s', async (verb, action, rpc, sentence) => {
    const { status, body } = await request(gateway.url)[verb](`/admin/main/sponsor/${action}/${id}`).set(as('admin'));
    expect([status, body]).toEqual([200, { status: true, action: sentence, data: sponsorJson }]);
    expect(target).toEqual([{ rpc, message: expect.objectContaining({ id }) as object }]);
  });

  it('to reject passes on the reason, from the query or the body', async () => {
    const path = `/admin/main/sponsor/reject/${id}`;
    await request(gateway.url).get(`${path}?reason=No%20room`).set(as('admin')).expect(200);
    await request(gateway.url).post(path).set(as('admin')).send({ reason: ' No room ' }).expect(200);
    await request(gateway.url).post(`${path}?reason=No%20room`).set(as('admin')).expect(200);
    expect(target.map(({ message }) => message['reason'])).toEqual(['No room', 'No room', 'No room']);
    for (const [body, field] of [
      [{ reason: 'a'.repeat(2_001) }, 'reason'],
      [{ because: 'x' }, 'because'],
    ] as const) {
      const refused = await request(gateway.url).post(path).set(as('admin')).send(body);
      expect([refused.status, refused.body.errors[0].field]).toEqual([400, field]);
    }
    expect(target).toHaveLength(3);
  });

  it('to delete works in three ways', async () => {
    const path = `/admin/main/sponsor`;
    for (const call of [
      request(gateway.url).get(`${path}/delete/${id}`),
      request(gateway.url).post(`${path}/delete/${id}`),
      request(gateway.url).delete(`${path}/${id}`),
    ]) {
      const { status, body } = await call.set(as('admin'));
      expect([status, body]).toEqual([200, { status: true, action: 'Sponsor Deleted Successfully', data: null }]);
    }
    expect(target.map(({ rpc, message }) => [rpc, message['id']])).toEqual(Array(3).fill(['DeleteSponsor', id]));
  });

  it('returns 409 if it contradicts an earlier one, and 404 for unknown sponsors', async () => {
    publicResponses('ApproveSponsor', ({ id: which }) => {
      throw which === id ? conflict('This sponsor was already rejected.') : notFound('This sponsor does not exist.');
    });
    const approve = (which: string) =>
      request(gateway.url).get(`/admin/main/sponsor/approve/${which}`).set(as('admin'));
    const contradicting = await approve(id);
    expect([contradicting.status, contradicting.body.message]).toEqual([409, 'This sponsor was already rejected.']);
    expect((await approve(newId())).status).toBe(404);
    expect(target).toHaveLength(2);
    for (const action of ['approve', 'reject', 'delete']) {
      const malformed = await request(gateway.url).post(`/admin/main/sponsor/${action}/1`).set(as('admin'));
      expect([malformed.status, malformed.body.message]).toEqual([404, 'This sponsor does not exist.']);
    }
    expect(target).toHaveLength(2);
  });
});

describe('the layout', () => {
  it.each(['get', 'post'] as const)('is one of four, selected with %s', async (verb) => {
    for (const view of ['1', '2', '3', '4']) {
      const { status, body } = await request(gateway.url)[verb](`/admin/main/sponsor/view/${view}`).set(as('admin'));
      expect([status, body]).toEqual([
        200,
        { status: true, action: 'Design Activated Successfully', data: { sponsor_view: view } },
      ]);
    }
    for (const view of ['0', '5', '1.0', '01', 'bar', '-1', '%00']) {
      const { status, body } = await request(gateway.url)[verb](`/admin/main/sponsor/view/${view}`).set(as('admin'));
      expect([status, body.status, body.action]).toEqual([400, false, 'The design must be 1, 2, 3 or 4.']);
    }
    expect(target.map(({ message }) => message['sponsorView'])).toEqual(['1', '2', '3', '4']);
  });
});

describe('the sponsor in the hero', () => {
  const top = (body: object, headers: Record<string, string> = {}) =>
    request(gateway.url).post('/admin/main/sponsor/top').set(as('admin')).set(headers).send(body);

  it('is selected, deselected or toggled, once per request', async () => {
    const { status, body } = await top({ sponsor_id: id });
    expect([status, body]).toEqual([
      200,
      { status: true, action: 'Top Sponsor Updated Successfully', data: sponsorJson },
    ]);
    await top({ sponsor_id: id, is_top: true });
    await top({ sponsor_id: id, is_top: false }, { 'Idempotency-Key': 'mine' });
    expect(target.map(({ message }) => [message['id'], message['isTop']])).toEqual([
      [id, undefined],
      [id, true],
      [id, false],
    ]);
    const keys = target.map(({ message }) => (message['idempotency'] as { key?: string }).key);
    expect([new Set(keys).size, keys[2]]).toEqual([3, hashed]);
  });

  it.each<[object, number, string | undefined]>([
    [{}, 400, 'sponsor_id'],
    [{ sponsor_id: '' }, 400, 'sponsor_id'],
    [{ sponsor_id: 7 }, 400, 'sponsor_id'],
    [{ sponsor_id: id, is_top: 'yes' }, 400, 'is_top'],
    [{ sponsor_id: id, status: 'approved' }, 400, 'status'],
    [{ sponsor_id: '1' }, 404, undefined],
  ])('refuses %j', async (input, expected, field) => {
    const { status, body } = await top(input);
    expect([status, body.errors[0].field]).toEqual([expected, field]);
    expect(target).toEqual([]);
  });
});

describe('a state-changing GET', () => {
  const paths = ['approve', 'reject', 'delete'].map((action) => `/admin/main/sponsor/${action}/${id}`);
  const all = [...paths, '/admin/main/sponsor/view/2'];

  it.each<[string, Record<string, string>]>([
    ['a link', { 'Sec-Fetch-Mode': 'navigate' }],
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a picture', { 'Sec-Fetch-Dest': 'image' }],
    ['a prefetch', { 'Sec-Purpose': 'prefetch' }],
    ['an old prefetch', { Purpose: 'prefetch' }],
  ])('does nothing for %s', async (_name, headers) => {
    for (const path of all) {
      expect([path, (await request(gateway.url).get(path).set(as('admin')).set(headers)).status]).toEqual([path, 403]);
      expect([path, (await request(gateway.url).head(path).set(as('admin'))).status]).toEqual([path, 405]);
    }
    expect(target).toEqual([]);
  });

  it('does nothing for a moderator, without a session, or with a token in the query', async () => {
    for (const path of all) {
      expect((await request(gateway.url).get(path).set(as('moderator'))).status).toBe(403);
      expect((await request(gateway.url).get(path)).status).toBe(401);
      expect((await request(gateway.url).get(`${path}?token=${services.signIn('admin').token}`)).status).toBe(401);
    }
    expect(target).toEqual([]);
  });
});
