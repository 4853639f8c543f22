import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@site/platform/base/ids';
import { invalid, notFound, unprocessable } from '@site/proto/grpc';
import request from 'supertest';
import { testObjectStore } from '../../../../services/platform/testing/object-store.js';
import { startFakeServices, type FakeServices } from '../../testing/fake-services.js';
import { png } from '../../testing/image-files.js';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.js';
import { titleOfFile } from './media.controller.js';

const id = newId();
const address = '/admin/main/media';
const message = {
  id,
  name: 'Hail',
  alt: 'Hail on a lawn',
  credit: 'Jo',
  focalX: 0.25,
  focalY: 1,
  uses: 2,
  version: 3,
  createdAt: '2026-11-20T12:00:00.000Z',
  picture: {
    state: 'ready',
    width: 320,
    height: 160,
    placeholder: '',
    rejectedBecause: '',
    duplicateOf: [],
    retryId: '',
    sizes: [{ key: `covers/3f/${id}-320.jpg`, width: 320, height: 160, mediaType: 'image/jpeg', sizeBytes: 1 }],
    focalX: 0.25,
    focalY: 1,
    alt: 'Hail on a lawn',
    credit: 'Jo',
  },
};
const json = {
  id,
  name: 'Hail',
  alt: 'Hail on a lawn',
  credit: 'Jo',
  focal_x: 0.25,
  focal_y: 1,
  uses: 2,
  version: 3,
  created_at: '2026-11-20T12:00:00.000Z',
  picture: {
    state: 'ready',
    width: 320,
    height: 160,
    placeholder: '',
    rejected_because: '',
    duplicate_of: [],
    retry_id: '',
    sizes: [{ src: `/media/covers/3f/${id}-320.jpg`, width: 320, height: 160, type: 'image/jpeg' }],
    focal: [0.25, 1],
    alt: 'Hail on a lawn',
    credit: 'Jo',
  },
};

let services: FakeServices;
let gateway: TestGateway;
let bucket: Awaited<ReturnType<typeof testObjectStore>>;
let target: { rpc: string; message: Record<string, unknown> }[];
const uploadFolder = mkdtempSync(join(tmpdir(), 'uploads-'));

function publicResponses(rpc: string, response: () => object) {
  services.content.handlers[`content.v1.MediaService/${rpc}`] = (sent) => {
    target.push({ rpc, message: sent });
    return response();
  };
}

beforeAll(async () => {
  services = await startFakeServices();
  bucket = await testObjectStore();
  gateway = await startTestGateway(services, {
    UPLOAD_DIR: uploadFolder,
    S3_BUCKET: bucket.settings.bucket,
    RATE_LIMIT_SCALE: '1000',
  });
});
beforeEach(() => {
  target = [];
  publicResponses('ListMediaItems', () => ({ mediaItems: [message], nextCursor: 'second' }));
  for (const verb of ['Create', 'Update']) publicResponses(`${verb}MediaItem`, () => ({ mediaItem: message }));
  publicResponses('GetMediaItem', () => message);
  publicResponses('DeleteMediaItem', () => ({}));
  publicResponses('ListMediaUses', () => ({ uses: [{ kind: 'post', id, title: 'Ice' }] }));
});
afterAll(async () => {
  await gateway.close();
  services.kill();
  bucket.store.close();
  rmSync(uploadFolder, { recursive: true, force: true });
});

const as = (role: 'admin' | 'editor' | 'moderator') => ({ Authorization: `Bearer ${services.signIn(role).token}` });
const get = (path = '', role: 'admin' | 'editor' | 'moderator' = 'editor') =>
  request(gateway.url).get(`${address}${path}`).set(as(role));
const edit = (fields: object) =>
  request(gateway.url)
    .post(`${address}/edit`)
    .set(as('editor'))
    .send({ media_id: id, name: 'Hail', alt: '', credit: '', focal_x: '0.25', focal_y: '1', ...fields });

it('lists the library for admins and editors, searched and paged', async () => {
  const first = await get('?q=hail&limit=10');
  expect([first.status, first.body]).toEqual([
    200,
    { status: true, action: 'Pictures', data: [json], next_cursor: 'second' },
  ]);
  await get('?cursor=second', 'admin');
  expect(target.map((call) => call.message)).toEqual([
    { q: 'hail', limit: 10 },
    { cursor: 'second', limit: 100 },
  ]);
  expect((await get('', 'moderator')).status).toBe(403);
  expect((await request(gateway.url).get(address)).status).toBe(401);
  expect((await get('?limit=0')).body.errors[0].field).toBe('limit');
});

it('shows a picture and its uses', async () => {
  expect((await get(`/${id}`)).body.data).toEqual(json);
  expect((await get(`/${id}/uses`)).body.data).toEqual([{ kind: 'post', id, title: 'Ice' }]);
  expect(target.map((call) => call.message)).toEqual([{ id }, { id }]);
  for (const rpc of ['GetMediaItem', 'ListMediaUses'])
    publicResponses(rpc, () => {
      throw notFound('There is no such picture.');
    });
  for (const path of [`/${id}`, `/${id}/uses`]) expect((await get(path)).status).toBe(404);
});

it('omits unset details', async () => {
  const { focalX: _x, focalY: _y, alt: _alt, credit: _credit, ...plain } = message.picture;
  publicResponses('GetMediaItem', () => ({ ...message, picture: plain }));
  const { picture } = (await get(`/${id}`)).body.data as { picture: object };
  expect(Object.keys(picture).sort()).toEqual(
    Object.keys(json.picture)
      .filter((name) => !['focal', 'alt', 'credit'].includes(name))
      .sort(),
  );
});

it('adds a picture, named after its file by default', async () => {
  const bytes = await png(64, 64);
  const send = (name?: string) => {
    const call = request(gateway.url).post(`${address}/create`).set(as('editor')).field('alt', 'Hail on a lawn');
    return (name ? call.field('name', name) : call).attach('image', bytes, 'storm front.PNG');
  };
  const { status, body } = await send();
  expect([status, body]).toEqual([201, { status: true, action: 'Picture Created Successfully', data: json }]);
  await send('A name');
  expect(target.map((call) => call.message)).toEqual(
    ['storm front', 'A name'].map((name) => ({
      name,
      alt: 'Hail on a lawn',
      credit: '',
      picture: expect.objectContaining({ mediaType: 'image/png', sizeBytes: bytes.length }) as unknown,
      idempotency: { fingerprint: expect.any(String) as unknown },
    })),
  );
});

it('adds a PDF, and refuses one that is cut or only named so', async () => {
  publicResponses('CreateMediaItem', () => ({ mediaItem: { ...message, fileBytes: 30 } }));
  const send = (bytes: string) =>
    request(gateway.url).post(`${address}/create`).set(as('editor')).attach('image', Buffer.from(bytes), 'report.pdf');
  const full = await send('%PDF-1.7\n1 0 obj\nendobj\n%%EOF\n');
  expect([full.status, full.body.data.file_bytes]).toEqual([201, 30]);
  expect(target[0]?.message).toMatchObject({
    name: 'report',
    picture: { mediaType: 'application/pdf', sizeBytes: 30 },
  });
  const printed = `\uFEFF\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n%PDF-1.7\n1 0 obj\nendobj\n%%EOF\n${'\0'.repeat(8_192)}`;
  expect((await send(printed)).status).toBe(201);
  const cut = await send('%PDF-1.7\n1 0 obj\n');
  expect([cut.status, cut.body.errors[0].message]).toEqual([
    422,
    'The file is damaged or incomplete. Please choose another one.',
  ]);
  expect((await send('<script>alert(1)</script>%%EOF')).status).toBe(415);
  expect((await send('<script>alert(1)</script>%PDF-1.7\n%%EOF')).status).toBe(415);
});

it('requires a picture file', async () => {
  const send = () => request(gateway.url).post(`${address}/create`).set(as('editor')).field('alt', '');
  const none = await send();
  expect([none.status, none.body.errors]).toEqual([400, [{ field: 'image', message: 'Picture is required' }]]);
  const text = await send().attach('image', Buffer.from('just words'), 'a.png');
  expect([text.status, text.body.errors[0].field]).toEqual([415, 'image']);
  expect(target).toEqual([]);
});

it("changes a picture's texts and focal point", async () => {
  const { status, body } = await edit({}).set('If-Match', '"2"');
  expect([status, body.data]).toEqual([200, json]);
  expect(target[0]?.message).toEqual({
    id,
    name: 'Hail',
    alt: '',
    credit: '',
    focalX: 0.25,
    focalY: 1,
    expectedVersion: 2,
    idempotency: { fingerprint: expect.any(String) as unknown },
  });
  target = [];
  for (const [field, value] of [
    ['focal_x', '1.5'],
    ['focal_y', '-0.1'],
    ['focal_x', 'left'],
    ['name', ''],
    ['alt', 'x'.repeat(501)],
    ['credit', 'x'.repeat(201)],
    ['picture', 'x'],
  ] as const) {
    const wrong = await edit({ [field]: value });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, field]);
  }
  expect(target).toEqual([]);
});

it("refuses to delete a picture in use, and says where it's used", async () => {
  const remove = () => request(gateway.url).delete(`${address}/${id}`).set(as('editor'));
  expect((await remove()).status).toBe(200);
  const sentence = 'This picture is shown in 1 place: the post “Ice”.';
  publicResponses('DeleteMediaItem', () => {
    throw unprocessable(sentence);
  });
  const { status, body } = await remove();
  expect([status, body.message]).toEqual([422, sentence]);
  publicResponses('ListMediaItems', () => {
    throw invalid('The cursor is not valid.', [{ field: 'cursor', message: 'The cursor is not valid.' }]);
  });
  expect((await get('?cursor=x')).body.errors[0].field).toBe('cursor');
});

it.each([
  ['hail.jpg', 'hail'],
  ['C:\\Photos\\two.words.JPEG', 'two.words'],
  ['../../etc/passwd', 'passwd'],
  ['.png', 'Picture'],
  ['a\u202eb.png', 'ab'],
  ['two\nlines.png', 'two lines'],
  ['\u200b.png', 'Picture'],
  [`${'x'.repeat(300)}.png`, 'x'.repeat(200)],
  [undefined, 'Picture'],
])('names the file %j as %j', (file, title) => {
  expect(titleOfFile(file)).toBe(title);
});
