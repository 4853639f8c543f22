import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@site/platform/base/ids';
import type { CreateSnapshotRequest } from '@site/proto/gen/nest/submissions/v1/snapshots';
import { invalid, unavailable, unprocessable } from '@site/proto/grpc';
import request from 'supertest';
import { testObjectStore } from '../../../services/platform/testing/object-store.js';
import { until } from '../../../services/platform/testing/until.js';
import { startFakeServices, type FakeServices } from '../testing/fake-services.js';
import { phonePhoto, pngBomb } from '../testing/image-files.js';
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

let services: FakeServices;
let gateway: TestGateway;
let bucket: Awaited<ReturnType<typeof testObjectStore>>;
let photo: Buffer;
const uploadFolder = mkdtempSync(join(tmpdir(), 'uploads-'));
let created: CreateSnapshotRequest[];

beforeAll(async () => {
  services = await startFakeServices();
  bucket = await testObjectStore();
  gateway = await startTestGateway(services, {
    UPLOAD_DIR: uploadFolder,
    S3_BUCKET: bucket.settings.bucket,
    RATE_LIMIT_SCALE: '1000',
  });
  photo = await phonePhoto();
});

beforeEach(async () => {
  created = [];
  services.submissions.handlers[`${service}/CreateSnapshot`] = (message) => {
    created.push(message as unknown as CreateSnapshotRequest);
    return { id: newId(), replayed: false };
  };
  await bucket.store.remove(await bucket.store.list(''));
});

afterAll(async () => {
  await gateway.close();
  services.kill();
  bucket.store.close();
  rmSync(uploadFolder, { recursive: true, force: true });
});

const post = () => request(gateway.url).post('/main/snapshot/create');

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

/** Builds bodies that no client library would send. */
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

describe('A photo upload', () => {
  it("is stored with its fields before it's acknowledged", async () => {
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

  it('may precede its fields, have no comment, and contain any language', async () => {
    const parts = textParts.filter(({ head }) => !head.includes('comment'));
    const { status } = await sendRaw([
      filePart(photo),
      ...parts.filter(({ head }) => !head.includes('location')),
      textPart('location', 'Cañón 峡谷 🌪'),
    ]);
    expect(status).toBe(201);
    expect(created[0]).toMatchObject({ location: 'Cañón 峡谷 🌪', comment: '' });
  });

  it('may be exactly 10 MiB', async () => {
    const full = Buffer.concat([photo, Buffer.alloc(10 * 1024 * 1024 - photo.length)]);
    const { status } = await send(fields, full);
    expect(status).toBe(201);
    expect(created[0]?.photo?.sizeBytes).toBe(10 * 1024 * 1024);
  });

  it('is identified by its content, whatever the client calls it', async () => {
    expect((await send(fields, photo, '../../etc/passwd.svg')).status).toBe(201);
    expect(created[0]?.photo?.mediaType).toBe('image/jpeg');
    expect(created[0]?.photo?.key).toMatch(/^staging\/[0-9a-f-]{36}$/);
  });

  it('has the same fingerprint when resent, and another one if anything differs', async () => {
    for (const form of [fields, fields, { ...fields, comment: 'Hail' }])
      await send(form).set('Idempotency-Key', 'key-1');
    await send(fields, await phonePhoto(320, 240));
    const claims = created.map(({ idempotency }) => idempotency);
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
    expect(claims[0]).toEqual({ key: 'key-1', owner: hash, fingerprint: hash });
    expect(claims[1]).toEqual(claims[0]);
    expect(new Set(claims.map((claim) => claim?.fingerprint)).size).toBe(3);
    expect(claims[3]?.key).toBeUndefined();
  });

  it('gets the usual response if a bot filled it in', async () => {
    const { status, body } = await send(fields).set('X-Form-Check', '1;60000');
    expect([status, body]).toEqual([
      201,
      {
        status: true,
        action: 'Snapshot Created Successfully',
        data: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      },
    ]);
    await expectNothingKept();
  });

  it('gets the first response again if the service has it, and stays until nothing can refer to it', async () => {
    const id = newId();
    services.submissions.handlers[`${service}/CreateSnapshot`] = () => ({ id, replayed: true });
    const { status, body } = await send(fields);
    expect([status, body.data]).toEqual([201, { id }]);
    // A replay may be the response to the gateway's own first call; only the sweep may remove its picture.
    expect(await bucket.store.list('staging/')).toHaveLength(1);
  });
});

describe('An invalid form', () => {
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
    ['email', 'not an address', 'Please enter a valid email address. Remove the space (character 4).'],
    ['location', '\u0000\u200b', 'Location is required'],
    ['first_name', '\u2068\u3164\u2069', 'First name is required'],
  ])('is refused with an invalid %s', async (field, value, message) => {
    const { status, body } = await send({ ...fields, [field]: value });
    expect([status, body.errors[0]]).toEqual([400, { field, message }]);
    await expectNothingKept();
  });

  it('lists everything that is missing, including the photo', async () => {
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
    'is refused with the unknown field %s by name',
    async (field) => {
      const { status, body } = await sendRaw([...textParts, textPart(field, 'approved'), filePart(photo)]);
      expect([status, body.errors]).toEqual([400, [{ field: field.slice(0, 64), message: 'Unknown field' }]]);
      await expectNothingKept();
    },
  );

  it('is refused with a repeated field, a second file, or a file in place of text and vice versa', async () => {
    const wrong: [{ head: string; body: Buffer | string }[], string, string][] = [
      [
        [...textParts, textPart('email', 'eve@example.com'), filePart(photo)],
        'email',
        'This field was sent more than once',
      ],
      [[...textParts, filePart(photo), filePart(photo)], fileField, 'Only one file can be sent'],
      [[...textParts, filePart(photo, 'second')], 'second', 'Unknown field'],
      [[...textParts, filePart(photo), filePart(photo, 'second')], 'second', 'Unknown field'],
      [[filePart(photo), filePart(photo, 'second'), filePart(photo, 'third')], 'second', 'Unknown field'],
      [[filePart(photo), filePart(photo, 'first_name'), ...textParts], 'first_name', 'This field must be text'],
      [[filePart(photo, 'first_name')], 'first_name', 'This field must be text'],
      [[...textParts, textPart(fileField, 'photo.jpg')], fileField, 'This field must be a file'],
    ];
    for (const [parts, field, message] of wrong) {
      const { status, body } = await sendRaw(parts);
      expect([status, body.errors]).toEqual([400, [{ field, message }]]);
    }
    await expectNothingKept();
  });

  it("is refused if it isn't a form at all", async () => {
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

describe('An invalid file', () => {
  it.each<[string, number, string, () => Buffer | null]>([
    ['none at all', 400, 'Photo is required', () => null],
    ['0 bytes', 400, 'The file is empty. Please choose another one.', () => Buffer.alloc(0)],
    [
      'a text file named .jpg',
      415,
      'This file is not a picture in an accepted format. Please send a JPEG, PNG, GIF, WebP, HEIC or AVIF file.',
      () => Buffer.from('Dear sirs'),
    ],
    [
      'an SVG',
      415,
      'This file is not a picture in an accepted format. Please send a JPEG, PNG, GIF, WebP, HEIC or AVIF file.',
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
      'The file can be at most 10 MiB.',
      () => Buffer.concat([photo, Buffer.alloc(10 * 1024 * 1024 + 1 - photo.length)]),
    ],
    [
      'a decompression bomb',
      413,
      'The picture has too many pixels: at most 210 megapixels as JPEG, 120 in other formats, and 32,767 on a side. Please send a smaller version.',
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

  it("treats a browser's empty file input as no file", async () => {
    const empty = {
      head: `Content-Disposition: form-data; name="${fileField}"; filename=""\r\nContent-Type: application/octet-stream`,
      body: '',
    };
    const { status, body } = await sendRaw([...textParts, empty]);
    expect([status, body.errors]).toEqual([400, [{ field: fileField, message: 'Photo is required' }]]);
  });

  it('is refused by its declared length, however large', async () => {
    const { status, body } = await send(fields, Buffer.alloc(12 * 1024 * 1024));
    expect([status, body.errors[0]?.field]).toEqual([413, fileField]);
    await expectNothingKept();
  });

  it("is refused if a body of unknown length doesn't end", async () => {
    const { type, body } = multipart([...textParts, filePart(Buffer.alloc(1024 * 1024))], false);
    const call = httpRequest(`${gateway.url}/main/snapshot/create`, {
      method: 'POST',
      headers: { 'Content-Type': type },
    });
    call.on('error', () => undefined);
    const respondedAt = once(call, 'response') as Promise<[IncomingMessage]>;
    call.write(body);
    for (let sent = 1; sent <= 12; sent += 1) call.write(Buffer.alloc(1024 * 1024));
    call.end();
    const [answer] = await respondedAt;
    expect(answer.statusCode).toBe(413);
    answer.resume();
    await expectNothingKept();
  });
});

describe('Uploads in progress', () => {
  /** Starts an upload that stays pending. */
  async function begin(client = '127.0.0.1'): Promise<ClientRequest> {
    const { type, body } = multipart([...textParts, filePart(photo)]);
    const call = httpRequest(`${gateway.url}/main/snapshot/create`, {
      method: 'POST',
      headers: { 'Content-Type': type, 'Content-Length': body.length, 'X-Forwarded-For': client },
    });
    call.on('error', () => undefined);
    const before = new Set(temporaryFiles());
    call.write(body.subarray(0, body.length - 1_000));
    await until('the upload is on disk', () => temporaryFiles().some((file) => !before.has(file)));
    return Object.assign(call, { rest: body.subarray(body.length - 1_000) });
  }

  const finish = async (call: ClientRequest) => {
    const respondedAt = once(call, 'response') as Promise<[IncomingMessage]>;
    call.end((call as ClientRequest & { rest: Buffer }).rest);
    const [answer] = await respondedAt;
    answer.resume();
    return answer.statusCode;
  };

  it('are limited to 16: another one is refused immediately, and all 16 succeed', async () => {
    const calls: ClientRequest[] = [];
    for (let count = 0; count < 16; count += 1) calls.push(await begin());
    const startedAt = Date.now();
    const { status, body, headers } = await send(fields);
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    expect([status, headers['retry-after'], body.status]).toEqual([503, '3', false]);
    expect(await Promise.all(calls.map(finish))).toEqual(Array(16).fill(201));
    expect(created).toHaveLength(16);
    expect(temporaryFiles()).toEqual([]);
    expect((await send(fields)).status).toBe(201);
  });

  it("are limited to three per network; other networks aren't affected", async () => {
    const shared = gateway;
    gateway = await startTestGateway(services, {
      UPLOAD_DIR: uploadFolder,
      S3_BUCKET: bucket.settings.bucket,
      TRUSTED_PROXY_CIDR: '127.0.0.0/8',
    });
    try {
      const calls: ClientRequest[] = [];
      for (const client of ['203.0.113.1', '2001:db8::1'])
        for (let count = 0; count < 3; count += 1) calls.push(await begin(client));
      for (const client of ['203.0.113.1', '2001:db8::2']) {
        const { status, body, headers } = await send(fields).set('X-Forwarded-For', client);
        expect([status, headers['retry-after'], body.status]).toEqual([429, '3', false]);
      }
      expect((await send(fields).set('X-Forwarded-For', '203.0.113.2')).status).toBe(201);
      expect(await Promise.all(calls.map(finish))).toEqual(Array(6).fill(201));
    } finally {
      await gateway.close();
      gateway = shared;
    }
  });

  it('leave nothing behind when the client disconnects', async () => {
    for (let count = 0; count < 20; count += 1) (await begin()).destroy();
    await until('the temporary files are gone', () => temporaryFiles().length === 0);
    await expectNothingKept();
    expect((await send(fields)).status).toBe(201);
  });
});

describe('A service that is down or refuses', () => {
  it('keeps the picture if the service may have stored it without being able to respond', async () => {
    services.submissions.handlers[`${service}/CreateSnapshot`] = () => {
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
  ])('removes the picture if the service refuses with %s', async (expected, rejection) => {
    services.submissions.handlers[`${service}/CreateSnapshot`] = () => {
      throw rejection();
    };
    const { status } = await send(fields);
    expect(String(status)).toBe(expected);
    await expectNothingKept();
  });
});

it('is documented with its fields and its file', async () => {
  const { body } = await request(gateway.url).get('/docs-json');
  const { requestBody, responses } = body.paths['/main/snapshot/create'].post;
  const { schema } = requestBody.content['multipart/form-data'];
  expect(Object.keys(schema.properties)).toEqual([...Object.keys(fields), fileField]);
  expect(schema.required).toEqual(['first_name', 'last_name', 'email', 'location', fileField]);
  expect(schema.properties[fileField]).toMatchObject({ type: 'string', format: 'binary' });
  expect(Object.keys(responses)).toEqual(['201', '400', '413', '415', '422', '429', '503']);
});
