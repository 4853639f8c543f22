import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@site/platform/ids';
import type { CreateSnapshotRequest } from '@site/proto/gen/nest/submissions/v1/snapshots';
import { conflict, invalid, notFound, readCaller, unavailable, unprocessable } from '@site/proto/grpc';
import request from 'supertest';
import { testObjectStore } from '../../../services/platform/testing/object-store.js';
import { until } from '../../../services/platform/testing/until.js';
import { aPhoto, startFakeHouse, type FakeHouse } from '../testing/fake-house.js';
import { phonePhoto, pngBomb } from '../testing/picture-files.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const service = 'submissions.v1.SnapshotsService';
const fileField = 'snapshot_file_path';
const fields = {
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@example.com',
  location: 'Conway',
  comment: 'Shelf cloud',
};

let house: FakeHouse;
let gateway: TestGateway;
let bucket: Awaited<ReturnType<typeof testObjectStore>>;
let photo: Buffer;
const uploadFolder = mkdtempSync(join(tmpdir(), 'uploads-'));
/** What the service was asked to store. */
let created: CreateSnapshotRequest[];

beforeAll(async () => {
  house = await startFakeHouse();
  bucket = await testObjectStore();
  gateway = await startTestGateway(house, {
    UPLOAD_DIR: uploadFolder,
    S3_BUCKET: bucket.settings.bucket,
    RATE_LIMIT_SCALE: '1000',
  });
  photo = await phonePhoto();
});

beforeEach(async () => {
  created = [];
  house.submissions.handlers[`${service}/CreateSnapshot`] = (message) => {
    created.push(message as unknown as CreateSnapshotRequest);
    return { id: newId(), replayed: false };
  };
  await bucket.store.remove(await bucket.store.list(''));
});

afterAll(async () => {
  await gateway.close();
  house.kill();
  bucket.store.close();
  rmSync(uploadFolder, { recursive: true, force: true });
});

const post = () => request(gateway.url).post('/main/snapshot/create');

/** A form with the fields as given and, unless null, the file. */
function send(form: Record<string, string>, file: Buffer | null = photo, name = 'IMG_0001.jpg') {
  const call = post();
  for (const [field, value] of Object.entries(form)) call.field(field, value);
  return file ? call.attach(fileField, file, name) : call;
}

const without = (name: keyof typeof fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name));

const temporaryFiles = () => readdirSync(uploadFolder);

async function expectNothingKept() {
  expect(created).toEqual([]);
  expect(temporaryFiles()).toEqual([]);
  await until('the bucket is empty', async () => (await bucket.store.list('')).length === 0);
}

/** A raw multipart body, for what no client library would send. */
function multipart(parts: { head: string; body: Buffer | string }[], end = true): { type: string; body: Buffer } {
  const boundary = 'a-boundary';
  const chunks = parts.flatMap(({ head, body }) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ]);
  if (end) chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(chunks) };
}

const textPart = (name: string, body: string) => ({ head: `Content-Disposition: form-data; name="${name}"`, body });
const filePart = (body: Buffer, name = fileField) => ({
  head: `Content-Disposition: form-data; name="${name}"; filename="photo.jpg"\r\nContent-Type: image/jpeg`,
  body,
});
const textParts = Object.entries(fields).map(([name, value]) => textPart(name, value));

function sendRaw(parts: { head: string; body: Buffer | string }[]) {
  const { type, body } = multipart(parts);
  return post().set('Content-Type', type).send(body);
}

describe('A photo that is sent', () => {
  it('is stored before it is acknowledged, with what was written beside it', async () => {
    const { status, body } = await send({ ...fields, first_name: '  Ada ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      status: true,
      action: 'Snapshot Created Successfully',
      data: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
    expect(created).toHaveLength(1);
    expect(created[0]).toMatchObject({
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'ada@example.com',
      location: 'Conway',
      comment: 'Shelf cloud',
    });
    const upload = created[0]?.photo;
    expect(upload).toEqual({
      key: expect.stringMatching(/^staging\/[0-9a-f-]{36}$/),
      sha256: createHash('sha256').update(photo).digest('hex'),
      sizeBytes: photo.length,
      mediaType: 'image/jpeg',
    });
    expect(await bucket.store.list('')).toEqual([upload?.key]);
    expect((await bucket.store.get(upload?.key ?? '')).equals(photo)).toBe(true);
    expect(temporaryFiles()).toEqual([]);
  });

  it('may come before its fields, without a comment, in characters of any language', async () => {
    const parts = textParts.filter(({ head }) => !head.includes('comment'));
    const { status } = await sendRaw([
      filePart(photo),
      ...parts.filter(({ head }) => !head.includes('location')),
      textPart('location', 'Cañón 峡谷 🌪'),
    ]);
    expect(status).toBe(201);
    expect(created[0]).toMatchObject({ location: 'Cañón 峡谷 🌪', comment: '' });
  });

  it('may have exactly 10 MiB', async () => {
    const full = Buffer.concat([photo, Buffer.alloc(10 * 1024 * 1024 - photo.length)]);
    const { status } = await send(fields, full);
    expect(status).toBe(201);
    expect(created[0]?.photo?.sizeBytes).toBe(10 * 1024 * 1024);
  });

  it('is known by its content, whatever the client calls it', async () => {
    expect((await send(fields, photo, '../../etc/passwd.svg')).status).toBe(201);
    expect(created[0]?.photo?.mediaType).toBe('image/jpeg');
    expect(created[0]?.photo?.key).toMatch(/^staging\/[0-9a-f-]{36}$/);
  });

  it('carries the same fingerprint when it is sent again, and another one when anything differs', async () => {
    for (const form of [fields, fields, { ...fields, comment: 'Hail' }])
      await send(form).set('Idempotency-Key', 'key-1');
    await send(fields, await phonePhoto(320, 240));
    const claims = created.map(({ idempotency }) => idempotency);
    expect(claims[0]).toEqual({ key: 'key-1', fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(claims[1]).toEqual(claims[0]);
    expect(new Set(claims.map((claim) => claim?.fingerprint)).size).toBe(3);
    expect(claims[3]?.key).toBeUndefined();
  });

  it('is answered like the first time when the service has it already, and stays until nothing can refer to it', async () => {
    const id = newId();
    house.submissions.handlers[`${service}/CreateSnapshot`] = () => ({ id, replayed: true });
    const { status, body } = await send(fields);
    expect([status, body.data]).toEqual([201, { id }]);
    // A replay may be the answer to the gateway's own first call, whose picture this is: only the sweep may remove it.
    expect(await bucket.store.list('staging/')).toHaveLength(1);
  });
});

describe('A form that is wrong', () => {
  const long = (length: number) => 'a'.repeat(length);

  it.each([
    ['first_name', 'First name is required'],
    ['last_name', 'Last name is required'],
    ['email', 'Email is required'],
    ['location', 'Location is required'],
  ] as const)('is refused without %s', async (field, message) => {
    for (const form of [without(field), { ...fields, [field]: '' }, { ...fields, [field]: ' \t ' }]) {
      const { status, body } = await send(form);
      expect([status, body]).toEqual([
        400,
        { status: false, action: message, message, errors: expect.arrayContaining([{ field, message }]) },
      ]);
    }
    await expectNothingKept();
  });

  it.each([
    ['first_name', long(101), 'First name must be at most 100 characters'],
    ['location', long(201), 'Location must be at most 200 characters'],
    ['comment', long(2_001), 'Comment must be at most 2,000 characters'],
    ['comment', long(20_000), 'This text is too long'],
    ['email', `${long(250)}@example.com`, 'Email must be at most 254 characters'],
    ['email', 'not an address', 'Please enter a valid email address.'],
    ['location', 'Con\u0000way', 'Location holds characters that are not text'],
    ['first_name', 'Ada\u202Egpj', 'First name holds characters that are not text'],
  ])('is refused with %s of a wrong kind', async (field, value, message) => {
    const { status, body } = await send({ ...fields, [field]: value });
    expect([status, body.errors[0]]).toEqual([400, { field, message }]);
    await expectNothingKept();
  });

  it('names all that is missing at once, the photo included', async () => {
    const { status, body } = await sendRaw([textPart('comment', 'x')]);
    expect(status).toBe(400);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'first_name',
      'last_name',
      'email',
      'location',
      fileField,
    ]);
    await expectNothingKept();
  });

  it.each(['status', 'id', 'approved', '__proto__', 'constructor', 'email[]', 'email[x]', 'a.b', 'toString', long(70)])(
    'is refused with the unknown field %s, which is named',
    async (field) => {
      const { status, body } = await sendRaw([...textParts, textPart(field, 'approved'), filePart(photo)]);
      expect([status, body.errors]).toEqual([400, [{ field: field.slice(0, 64), message: 'This field is not known' }]]);
      await expectNothingKept();
    },
  );

  it('is refused with the same field twice, a second file, or a file in the place of a text and the other way round', async () => {
    const wrong: [{ head: string; body: Buffer | string }[], string, string][] = [
      [
        [...textParts, textPart('email', 'eve@example.com'), filePart(photo)],
        'email',
        'This field was sent more than once',
      ],
      [[...textParts, filePart(photo), filePart(photo)], fileField, 'Only one file can be sent'],
      [[...textParts, filePart(photo, 'second')], 'second', 'This field is not known'],
      [[filePart(photo, 'first_name')], 'first_name', 'This field must be text'],
      [[...textParts, textPart(fileField, 'photo.jpg')], fileField, 'This field must be a file'],
    ];
    for (const [parts, field, message] of wrong) {
      const { status, body } = await sendRaw(parts);
      expect([status, body.errors]).toEqual([400, [{ field, message }]]);
    }
    await expectNothingKept();
  });

  it('is refused when it is not a form at all', async () => {
    expect((await post().send(fields)).status).toBe(415);
    expect((await post().type('form').send(fields)).status).toBe(415);
    expect((await post()).status).toBe(415);
    expect((await post().set('Content-Type', 'multipart/form-data').send('x')).status).toBe(400);
    expect(
      (await post().set('Content-Type', 'multipart/form-data; boundary=b').send('no boundary at all')).status,
    ).toBe(400);
    const cut = multipart([...textParts, filePart(photo)], false);
    expect((await post().set('Content-Type', cut.type).send(cut.body)).status).toBe(400);
    const endless = multipart([{ head: `Content-Disposition: form-data; name="x"\r\nX: ${long(40_000)}`, body: '' }]);
    expect((await post().set('Content-Type', endless.type).send(endless.body)).status).toBe(400);
    await expectNothingKept();
  });

  it('is refused with an Idempotency-Key of more than 255 characters', async () => {
    const { status, body } = await send(fields).set('Idempotency-Key', long(256));
    expect([status, body.errors[0]?.field]).toEqual([400, 'Idempotency-Key']);
    await expectNothingKept();
    expect((await send(fields).set('Idempotency-Key', long(255))).status).toBe(201);
  });
});

describe('A file that is wrong', () => {
  it.each<[string, number, string, () => Buffer | null]>([
    ['none at all', 400, 'Photo is required', () => null],
    ['0 bytes', 400, 'The file is empty. Please choose another one.', () => Buffer.alloc(0)],
    [
      'a text file named .jpg',
      415,
      'This file is not a picture that can be taken. Please send a JPEG, PNG, GIF or WebP file.',
      () => Buffer.from('Dear sirs'),
    ],
    [
      'an SVG',
      415,
      'This file is not a picture that can be taken. Please send a JPEG, PNG, GIF or WebP file.',
      () => Buffer.from('<svg onload="alert(1)"></svg>'),
    ],
    [
      'a truncated photo',
      422,
      'The picture is damaged or incomplete. Please choose another one.',
      () => photo.subarray(0, photo.length / 2),
    ],
    [
      '10 MiB + 1 byte',
      413,
      'The file may have at most 10 MiB.',
      () => Buffer.concat([photo, Buffer.alloc(10 * 1024 * 1024 + 1 - photo.length)]),
    ],
    [
      'a decompression bomb',
      413,
      'The picture has too many pixels: at most 50 megapixels, and 12,000 on a side.',
      () => pngBomb(14_000, 14_000),
    ],
  ])('is refused: %s → %i', async (_name, expected, message, file) => {
    const { status, body } = await send(fields, file());
    expect([status, body]).toEqual([
      expected,
      { status: false, action: message, message, errors: [{ field: fileField, message }] },
    ]);
    await expectNothingKept();
  });

  it('counts the empty choice of a browser as no file', async () => {
    const empty = {
      head: `Content-Disposition: form-data; name="${fileField}"; filename=""\r\nContent-Type: application/octet-stream`,
      body: '',
    };
    const { status, body } = await sendRaw([...textParts, empty]);
    expect([status, body.errors]).toEqual([400, [{ field: fileField, message: 'Photo is required' }]]);
  });

  it('is refused by its announced length, however much is announced', async () => {
    const { status, body } = await send(fields, Buffer.alloc(12 * 1024 * 1024));
    expect([status, body.errors[0]?.field]).toEqual([413, fileField]);
    await expectNothingKept();
  });

  it('is refused when a body of unknown length does not end', async () => {
    const { type, body } = multipart([...textParts, filePart(Buffer.alloc(1024 * 1024))], false);
    const call = httpRequest(`${gateway.url}/main/snapshot/create`, {
      method: 'POST',
      headers: { 'Content-Type': type },
    });
    call.on('error', () => undefined);
    const answered = once(call, 'response') as Promise<[IncomingMessage]>;
    call.write(body);
    for (let sent = 1; sent <= 12; sent += 1) call.write(Buffer.alloc(1024 * 1024));
    call.end();
    const [answer] = await answered;
    expect(answer.statusCode).toBe(413);
    answer.resume();
    await expectNothingKept();
  });
});

describe('Uploads under way', () => {
  /** An upload that has begun and waits. */
  async function begin(): Promise<ClientRequest> {
    const { type, body } = multipart([...textParts, filePart(photo)]);
    const call = httpRequest(`${gateway.url}/main/snapshot/create`, {
      method: 'POST',
      headers: { 'Content-Type': type, 'Content-Length': body.length },
    });
    call.on('error', () => undefined);
    const before = new Set(temporaryFiles());
    call.write(body.subarray(0, body.length - 1_000));
    await until('the upload is on disk', () => temporaryFiles().some((file) => !before.has(file)));
    return Object.assign(call, { rest: body.subarray(body.length - 1_000) });
  }

  const finish = async (call: ClientRequest) => {
    const answered = once(call, 'response') as Promise<[IncomingMessage]>;
    call.end((call as ClientRequest & { rest: Buffer }).rest);
    const [answer] = await answered;
    answer.resume();
    return answer.statusCode;
  };

  it('are at most 16: one more is told at once to come again, and all 16 succeed', async () => {
    const calls: ClientRequest[] = [];
    for (let count = 0; count < 16; count += 1) calls.push(await begin());
    const startedAt = Date.now();
    const { status, body, headers } = await send(fields);
    expect(Date.now() - startedAt).toBeLessThan(1_000);
    expect([status, headers['retry-after'], body.status]).toEqual([503, '3', false]);
    expect(await Promise.all(calls.map(finish))).toEqual(Array(16).fill(201));
    expect(created).toHaveLength(16);
    expect(temporaryFiles()).toEqual([]);
    expect((await send(fields)).status).toBe(201);
  });

  it('leave nothing behind when the client hangs up', async () => {
    for (let count = 0; count < 20; count += 1) (await begin()).destroy();
    await until('the temporary files are gone', () => temporaryFiles().length === 0);
    await expectNothingKept();
    expect((await send(fields)).status).toBe(201);
  });
});

describe('A service that is down or says no', () => {
  it('keeps the picture when the service may have stored it without being able to say so', async () => {
    house.submissions.handlers[`${service}/CreateSnapshot`] = () => {
      throw unavailable('The service is busy.', 7);
    };
    const { status, headers } = await send(fields);
    expect([status, headers['retry-after']]).toEqual([503, '7']);
    expect(await bucket.store.list('staging/')).toHaveLength(1);
    expect(temporaryFiles()).toEqual([]);
  });

  it.each([
    ['400', () => invalid('This is wrong.', [{ field: 'email', message: 'This is wrong.' }])],
    ['422', () => unprocessable('This Idempotency-Key was already used for another submission.')],
  ])('removes the picture when the service says no with %s', async (expected, refusal) => {
    house.submissions.handlers[`${service}/CreateSnapshot`] = () => {
      throw refusal();
    };
    const { status } = await send(fields);
    expect(String(status)).toBe(expected);
    await expectNothingKept();
  });
});

describe('Approved photos', () => {
  it('are listed without anything private, further pages by cursor', async () => {
    const shown = aPhoto({ email: 'ada@example.com' });
    house.submissions.handlers[`${service}/ListPublicSnapshots`] = ({ cursor, limit }) =>
      cursor === 'second' && limit === 2 ? { snapshots: [shown] } : { snapshots: [] };
    const { status, body, text } = await request(gateway.url).get('/main/snapshots?cursor=second&limit=2&utm_source=x');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: true,
      next_cursor: null,
      data: [{ id: shown.id, first_name: 'Ada', file: `/media/snapshots/3f/${shown.id}-1280.jpg` }],
    });
    expect(body.data[0].picture.sizes[0]).toEqual({
      src: `/media/snapshots/3f/${shown.id}-640.webp`,
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

  it('are shown one by one; what is unknown, not approved or no id at all is 404', async () => {
    const shown = aPhoto();
    house.submissions.handlers[`${service}/GetPublicSnapshot`] = ({ id }) => {
      if (id !== shown.id) throw notFound('This snapshot does not exist.');
      return { snapshot: shown };
    };
    const get = (id: string) => request(gateway.url).get(`/main/snapshot/${id}`);
    expect((await get(shown.id)).body).toMatchObject({ status: true, data: { id: shown.id, location: 'Conway' } });
    const before = house.submissions.callsOf(`${service}/GetPublicSnapshot`);
    for (const id of ['1', 'x'.repeat(2_000), "1'%20OR%201=1", '%00']) {
      const { status, body } = await get(id);
      expect([status, body.status]).toEqual([404, false]);
    }
    expect(house.submissions.callsOf(`${service}/GetPublicSnapshot`)).toBe(before);
    expect((await get(newId())).status).toBe(404);
  });
});

describe('Moderation', () => {
  const id = newId();
  const snapshot = (changes: object = {}) => ({
    id,
    ...{ firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', location: 'Conway', comment: '' },
    status: 'pending',
    createdAt: '2026-11-20T12:00:00.000Z',
    picture: {
      ...{ state: 'ready', width: 640, height: 480, placeholder: '', rejectedBecause: '', duplicateOf: ['other'] },
      sizes: [
        { key: `pending/snapshots/3f/${id}-640.jpg`, width: 640, height: 480, mediaType: 'image/jpeg', sizeBytes: 1 },
      ],
    },
    ...changes,
  });
  const as = (role: 'admin' | 'moderator') => ({ Authorization: `Bearer ${house.signIn(role).token}` });

  it('lists the first page of both states, or a page of one', async () => {
    house.submissions.handlers[`${service}/ListSnapshots`] = ({ state, cursor }, metadata) => {
      expect(readCaller(metadata).role).toBe('moderator');
      return {
        snapshots: [snapshot({ status: state })],
        nextCursor: `${String(state)} after ${String(cursor ?? 'start')}`,
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
      ...{ id, first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', location: 'Conway', comment: '' },
      ...{ status: 'pending', created_at: '2026-11-20T12:00:00.000Z', decided_at: null, reject_reason: null },
      file: `/media/pending/snapshots/3f/${id}-640.jpg`,
      picture: {
        ...{ state: 'ready', width: 640, height: 480, placeholder: '', rejected_because: '', duplicate_of: ['other'] },
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

  it.each([
    ['get', 'approve', 'ApproveSnapshot', 'Snapshot Approved Successfully'],
    ['post', 'approve', 'ApproveSnapshot', 'Snapshot Approved Successfully'],
    ['get', 'reject', 'RejectSnapshot', 'Snapshot Rejected Successfully'],
    ['post', 'reject', 'RejectSnapshot', 'Snapshot Rejected Successfully'],
  ] as const)('lets moderators decide with %s %s', async (verb, action, rpc, sentence) => {
    house.submissions.handlers[`${service}/${rpc}`] = (message, metadata) => {
      expect([message['id'], readCaller(metadata).clientAddress]).toEqual([id, '127.0.0.1']);
      return { snapshot: snapshot({ decidedAt: '2026-11-20T13:00:00.000Z' }) };
    };
    for (const role of ['admin', 'moderator'] as const) {
      const { status, body } = await request(gateway.url)[verb](`/admin/main/snapshot/${action}/${id}`).set(as(role));
      expect([status, body.action, body.data.decided_at]).toEqual([200, sentence, '2026-11-20T13:00:00.000Z']);
    }
  });

  it('passes on why a photo is refused, from the query or the body', async () => {
    const reasons: unknown[] = [];
    house.submissions.handlers[`${service}/RejectSnapshot`] = ({ reason }) => {
      reasons.push(reason);
      return { snapshot: snapshot({ status: 'rejected' }) };
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

  it('lets admins alone delete', async () => {
    house.submissions.handlers[`${service}/DeleteSnapshot`] = () => ({});
    const calls = (role: 'admin' | 'moderator') => [
      request(gateway.url).get(`/admin/main/snapshot/delete/${id}`).set(as(role)),
      request(gateway.url).post(`/admin/main/snapshot/delete/${id}`).set(as(role)),
      request(gateway.url).delete(`/admin/main/snapshot/${id}`).set(as(role)),
    ];
    for (const call of calls('moderator')) expect((await call).status).toBe(403);
    expect(house.submissions.callsOf(`${service}/DeleteSnapshot`)).toBe(0);
    for (const call of calls('admin')) expect((await call).body).toMatchObject({ status: true, data: null });
  });

  it('answers 409 when a decision contradicts an earlier one, 404 for what never was', async () => {
    house.submissions.handlers[`${service}/ApproveSnapshot`] = ({ id: asked }) => {
      throw asked === id ? conflict('This snapshot was rejected.') : notFound('This snapshot does not exist.');
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
    const query = name.includes('query') ? `?token=${house.signIn('admin').token}` : '';
    const before = house.submissions.calls.length;
    for (const path of ['', `/approve/${id}`, `/reject/${id}`, `/delete/${id}`]) {
      const { status, body } = await request(gateway.url).get(`/admin/main/snapshot${path}${query}`).set(headers);
      expect([status, body.errors[0].message]).toEqual([expected, 'No authentication token found.']);
    }
    expect(house.submissions.calls).toHaveLength(before);
  });

  it.each<[string, Record<string, string>, number]>([
    ['a link', { 'Sec-Fetch-Mode': 'navigate' }, 403],
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['a picture', { 'Sec-Fetch-Dest': 'image' }, 403],
    ['a prefetch', { 'Sec-Purpose': 'prefetch' }, 403],
  ])('does nothing for %s', async (_name, headers, expected) => {
    const before = house.submissions.calls.length;
    for (const action of ['approve', 'reject', 'delete']) {
      const path = `/admin/main/snapshot/${action}/${id}`;
      expect((await request(gateway.url).get(path).set(as('admin')).set(headers)).status).toBe(expected);
      expect((await request(gateway.url).head(path).set(as('admin'))).status).toBe(405);
    }
    expect(house.submissions.calls).toHaveLength(before);
  });
});
