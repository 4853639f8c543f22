import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@site/platform/base/ids';
import { conflict, invalid, notFound, readCaller, unprocessable } from '@site/proto/grpc';
import request from 'supertest';
import { testObjectStore } from '../../../services/platform/testing/object-store.js';
import { until } from '../../../services/platform/testing/until.js';
import { startFakeServices, type FakeServices } from '../testing/fake-services.js';
import { animatedGif, baselineJpeg, png, webp } from '../testing/image-files.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

/** uploads/uploads.test.ts covers failing uploads. */

const id = newId();
const buildImage = (folder: string) => ({
  state: 'ready',
  width: 320,
  height: 160,
  placeholder: '',
  rejectedBecause: '',
  duplicateOf: [],
  retryId: '',
  sizes: [{ key: `${folder}/3f/${id}-320.jpg`, width: 320, height: 160, mediaType: 'image/jpeg', sizeBytes: 1 }],
});
const toImageJson = (folder: string) => ({
  state: 'ready',
  width: 320,
  height: 160,
  placeholder: '',
  rejected_because: '',
  duplicate_of: [],
  retry_id: '',
  sizes: [{ src: `/media/${folder}/3f/${id}-320.jpg`, width: 320, height: 160, type: 'image/jpeg' }],
});
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"></svg>');

interface Kind {
  path: string;
  service: string;
  rpc: string;
  /** The message field that contains it. */
  part: string;
  /** In write responses, if different. */
  writtenPart?: string;
  word: string;
  message: object;
  json: object;
  form: Record<string, string>;
  sent: object;
  idField: string;
  file?: { field: string; part: string; message?: string; types: [string, () => Promise<Buffer>][] };
  /** Field, value, message. */
  faults: [string, string | undefined, string][];
}

const photos: [string, () => Promise<Buffer>][] = [
  ['image/jpeg', baselineJpeg],
  ['image/png', png],
  ['image/gif', animatedGif],
  ['image/webp', webp],
];

const kinds: Kind[] = [
  {
    path: 'post',
    service: 'content.v1.PostsService',
    rpc: 'Post',
    part: 'post',
    word: 'Post',
    idField: 'postId',
    writtenPart: 'edited',
    message: {
      post: {
        id,
        title: 'Ice',
        description: 'Stay home.',
        url: 'https://example.com/',
        cover: buildImage('covers'),
        createdAt: '2026-11-20T12:00:00.000Z',
        updatedAt: '2026-11-20T13:00:00.000Z',
        version: 3,
        slug: 'ice',
        excerpt: 'Stay home.',
        author: 'Ada',
        tags: ['winter'],
        status: 'published',
      },
      publishedAt: '2026-11-20T12:00:00.000Z',
      revision: 2,
      editedAt: '2026-11-20T14:00:00.000Z',
    },
    json: {
      id,
      title: 'Ice',
      description: 'Stay home.',
      url: 'https://example.com/',
      version: 3,
      image: `/media/covers/3f/${id}-320.jpg`,
      picture: toImageJson('covers'),
      created_at: '2026-11-20T12:00:00.000Z',
      updated_at: '2026-11-20T14:00:00.000Z',
      slug: 'ice',
      excerpt: 'Stay home.',
      author: 'Ada',
      tags: ['winter'],
      has_document: false,
      status: 'published',
      publish_at: null,
      published_at: '2026-11-20T12:00:00.000Z',
      send_newsletter: false,
      newsletter_cleared_at: null,
      newsletter_cleared_by: '',
      revision: 2,
      has_changes: false,
      has_previews: false,
      edited_by: '',
      autosaved: null,
    },
    // With CRLF, as browsers end lines.
    form: {
      title: '\u2068Ice\u2069\u000b',
      description: 'Stay\u200b home.\u000c\u000bReally.\u202c',
      url: 'example.com',
    },
    sent: { title: 'Ice', description: 'Stay home.\n\nReally.', url: 'https://example.com/' },
    file: { field: 'image', part: 'cover', types: photos },
    faults: [
      ['title', undefined, 'Title is required'],
      ['title', '   ', 'Title is required'],
      ['title', 'a'.repeat(201), 'Title must be at most 200 characters'],
      ['title', '\u200b\u2028', 'Title is required'],
      ['description', undefined, 'Description is required'],
      ['description', ' \n ', 'Description is required'],
      ['description', 'a'.repeat(50_001), 'Description must be at most 50,000 characters'],
      ['description', '\u0000\u2060', 'Description is required'],
      ['url', 'javascript:alert(1)', 'URL must be a web address, like https://example.com'],
      ['url', `https://example.com/${'a'.repeat(2_048)}`, 'URL must be at most 2,048 characters'],
      ['author', 'Ada', 'Unknown field'],
    ],
  },
  {
    path: 'faqs',
    service: 'content.v1.FaqsService',
    rpc: 'Faq',
    part: 'faq',
    word: 'FAQ',
    idField: 'faq_id',
    message: { id, question: 'Why?', answer: 'Because.', version: 3 },
    json: { id, question: 'Why?', answer: 'Because.', version: 3 },
    form: { question: ' Why?\ufeff ', answer: 'Because.\u2028Really.' },
    sent: { question: 'Why?', answer: 'Because.\nReally.' },
    faults: [
      ['question', undefined, 'Question is required'],
      ['question', '  ', 'Question is required'],
      ['question', 'a'.repeat(301), 'Question must be at most 300 characters'],
      ['answer', undefined, 'Answer is required'],
      ['answer', '\t', 'Answer is required'],
      ['answer', 'a'.repeat(5_001), 'Answer must be at most 5,000 characters'],
      ['answer', '\u202e\u2800', 'Answer is required'],
      ['version', '1', 'Unknown field'],
    ],
  },
  {
    path: 'team',
    service: 'content.v1.TeamService',
    rpc: 'TeamMember',
    part: 'member',
    word: 'Team Member',
    idField: 'team_id',
    message: { id, name: 'Jo', designation: 'Forecaster', portrait: buildImage('portraits'), version: 3 },
    json: {
      id,
      name: 'Jo',
      designation: 'Forecaster',
      version: 3,
      image: `/media/portraits/3f/${id}-320.jpg`,
      picture: toImageJson('portraits'),
    },
    form: { name: '\u202dJo\u202c ', designation: 'Forecaster' },
    sent: { name: 'Jo', designation: 'Forecaster' },
    file: { field: 'image', part: 'portrait', message: 'Image is required', types: photos },
    faults: [
      ['name', undefined, 'Name is required'],
      ['name', ' ', 'Name is required'],
      ['name', 'a'.repeat(101), 'Name must be at most 100 characters'],
      ['designation', undefined, 'Designation is required'],
      ['designation', ' ', 'Designation is required'],
      ['designation', 'a'.repeat(101), 'Designation must be at most 100 characters'],
      ['role', 'admin', 'Unknown field'],
    ],
  },
  {
    path: 'header',
    service: 'content.v1.SiteService',
    rpc: 'Header',
    part: 'header',
    word: 'Header',
    idField: 'header_id',
    message: { id, header: 'Storms tonight', version: 3 },
    json: { id, header: 'Storms tonight', version: 3 },
    form: { header: ' Storms\r\ntonight ' },
    sent: { header: 'Storms tonight' },
    faults: [
      ['header', undefined, 'Header is required'],
      ['header', '  ', 'Header is required'],
      ['header', 'a'.repeat(301), 'Header must be at most 300 characters'],
      ['colour', 'red', 'Unknown field'],
    ],
  },
  {
    path: 'logo',
    service: 'content.v1.SiteService',
    rpc: 'Logo',
    part: 'logo',
    word: 'Logo',
    idField: 'logo_id',
    message: { id, logo: buildImage('logos'), version: 3 },
    json: { id, logo: `/media/logos/3f/${id}-320.jpg`, picture: toImageJson('logos'), version: 3 },
    form: {},
    sent: {},
    file: {
      field: 'logo',
      part: 'logo',
      message: 'Logo image is required',
      types: [...photos, ['image/svg+xml', async () => svg]],
    },
    faults: [['name', 'x', 'Unknown field']],
  },
];

/** The same bytes, so that resends are recognized. */
let aPicture: Buffer;
let services: FakeServices;
let gateway: TestGateway;
let bucket: Awaited<ReturnType<typeof testObjectStore>>;
const uploadFolder = mkdtempSync(join(tmpdir(), 'uploads-'));
const storage = () => ({ UPLOAD_DIR: uploadFolder, S3_BUCKET: bucket.settings.bucket });

let target: { rpc: string; message: Record<string, unknown> }[];
function publicResponses(service: string, rpc: string, response: (message: Record<string, unknown>) => object) {
  services.content.handlers[`${service}/${rpc}`] = (message, metadata) => {
    expect(readCaller(metadata)).toMatchObject({ role: 'admin', clientAddress: '127.0.0.1' });
    target.push({ rpc, message });
    return response(message);
  };
}

beforeAll(async () => {
  aPicture = await png(64, 64);
  services = await startFakeServices();
  bucket = await testObjectStore();
  gateway = await startTestGateway(services, { ...storage(), RATE_LIMIT_SCALE: '1000' });
});
beforeEach(async () => {
  target = [];
  for (const { service, rpc, part, writtenPart = part, message } of kinds) {
    for (const verb of ['Create', 'Update', 'Get'])
      publicResponses(service, `${verb}${rpc}`, () => ({ [writtenPart]: message, replayed: false }));
    publicResponses(service, `Delete${rpc}`, () => ({}));
  }
  await bucket.store.remove(await bucket.store.list(''));
});
afterAll(async () => {
  await gateway.close();
  services.kill();
  bucket.store.close();
  rmSync(uploadFolder, { recursive: true, force: true });
});

const people = { admin: newId(), moderator: newId() };
const as = (role: 'admin' | 'moderator') => ({ Authorization: `Bearer ${services.signIn(role, people[role]).token}` });
const fingerprint = { fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string };

async function expectNothingKept() {
  expect(target).toEqual([]);
  expect(readdirSync(uploadFolder)).toEqual([]);
  await until('the bucket is empty', async () => (await bucket.store.list('')).length === 0);
}

const without = (fields: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name));

describe.each(kinds)(
  '$path',
  ({ path, service, rpc, part, word, message, json, form, sent, idField, file, faults }) => {
    const address = `/admin/main/${path}`;
    const send = (
      action: 'create' | 'edit',
      fields: Record<string, string>,
      { bytes, headers = {} }: { bytes?: Buffer | undefined; headers?: Record<string, string> } = {},
    ) => {
      const call = request(gateway.url).post(`${address}/${action}`).set(as('admin')).set(headers);
      // A form without fields wouldn't be sent as multipart.
      if (Object.keys(fields).length === 0 && !bytes) {
        return call.set('Content-Type', 'multipart/form-data; boundary=b').send('--b--\r\n');
      }
      for (const [field, value] of Object.entries(fields)) call.field(field, value);
      return bytes && file ? call.attach(file.field, bytes, 'picture.png') : call;
    };
    const aFile = () => (file ? { bytes: aPicture } : {});
    const create = (fields = form, headers = {}) => send('create', fields, { ...aFile(), headers });
    const edit = (fields: Record<string, string> = {}, extras = {}) =>
      send('edit', { [idField]: id, ...form, ...fields }, extras);

    it('is created from a multipart form', async () => {
      const { status, body, headers } = await create();
      expect([status, body]).toEqual([201, { status: true, action: `${word} Created Successfully`, data: json }]);
      expect(headers['cache-control']).toBe('no-store');
      expect(target).toEqual([
        {
          rpc: `Create${rpc}`,
          message: {
            ...sent,
            ...(file && { [file.part]: expect.objectContaining({ mediaType: 'image/png' }) as unknown }),
            idempotency: fingerprint,
          },
        },
      ]);
    });

    it('is recognized when resent; a key with different content is refused', async () => {
      for (const action of [
        () => create(form, { 'Idempotency-Key': 'one' }),
        () => edit({}, { headers: { 'Idempotency-Key': 'one' } }),
      ]) {
        target = [];
        await action();
        await action();
        const [first, second] = target.map((call) => call.message['idempotency']);
        expect(first).toEqual({ key: expect.stringMatching(/^[0-9a-f]{64}$/) as string, ...fingerprint });
        expect(second).toEqual(first);
      }
      const cached = await bucket.store.list('');
      publicResponses(service, `Create${rpc}`, () => {
        throw unprocessable('This Idempotency-Key was already used for another submission.');
      });
      expect((await create()).status).toBe(422);
      await until('the refused picture to be gone', async () => (await bucket.store.list('')).length === cached.length);
    });

    it.each(faults)('is refused when %s is %j', async (field, value, sentence) => {
      for (const fields of [form, { [idField]: id, ...form }]) {
        const wrong = value === undefined ? without(fields, field) : { ...fields, [field]: value };
        const { status, body } = await send(idField in fields ? 'edit' : 'create', wrong, aFile());
        expect([status, body.status, body.errors[0]]).toEqual([400, false, { field, message: sentence }]);
      }
      await expectNothingKept();
    });

    it('is edited by id, with the version that was on screen', async () => {
      const { status, body } = await edit({}, { headers: { 'If-Match': '"7"' } });
      expect([status, body]).toEqual([200, { status: true, action: `${word} Updated Successfully`, data: json }]);
      expect(target[0]).toMatchObject({ rpc: `Update${rpc}`, message: { id, ...sent, expectedVersion: 7 } });
      await edit();
      expect(target[1]?.message['expectedVersion']).toBeUndefined();
      expect((await edit({}, { headers: { 'If-Match': 'x' } })).status).toBe(400);
      const nameless = await send('edit', form);
      expect([nameless.status, nameless.body.errors[0].message]).toEqual([400, `${idField} is required`]);
    });

    it('returns 409 when someone else has changed it, and 404 when it never existed', async () => {
      publicResponses(service, `Update${rpc}`, () => {
        throw conflict('Someone else changed this in the meantime. Reload to see the latest version.');
      });
      const timeout = await edit({}, aFile());
      expect([timeout.status, timeout.body.message]).toEqual([
        409,
        'Someone else changed this in the meantime. Reload to see the latest version.',
      ]);
      publicResponses(service, `Update${rpc}`, () => {
        throw notFound('There is no such thing.');
      });
      expect((await edit({}, aFile())).status).toBe(404);
      await until('the refused pictures to be gone', async () => (await bucket.store.list('')).length === 0);
    });

    it('is deleted by GET, by POST and by DELETE', async () => {
      const calls = (headers: Record<string, string>) => [
        request(gateway.url).get(`${address}/delete/${id}`).set(headers),
        request(gateway.url).post(`${address}/delete/${id}`).set(headers),
        request(gateway.url).delete(`${address}/${id}`).set(headers),
      ];
      for (const call of calls(as('admin'))) {
        const { status, body } = await call;
        expect([status, body]).toEqual([200, { status: true, action: `${word} Deleted Successfully`, data: null }]);
      }
      expect(target).toEqual(Array<unknown>(3).fill({ rpc: `Delete${rpc}`, message: { id } }));
      for (const call of calls(as('moderator'))) expect((await call).status).toBe(403);
      for (const call of calls({})) expect((await call).status).toBe(401);
      expect(target).toHaveLength(3);
      publicResponses(service, `Delete${rpc}`, () => {
        throw notFound('There is no such thing.');
      });
      for (const call of calls(as('admin'))) expect((await call).status).toBe(404);
    });

    it.each<[string, Record<string, string>]>([
      ['a link', { 'Sec-Fetch-Mode': 'navigate' }],
      ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
      ['a picture', { 'Sec-Fetch-Dest': 'image' }],
      ['a prefetch', { 'Sec-Purpose': 'prefetch' }],
      ['an old prefetch', { Purpose: 'prefetch' }],
    ])('is not changed by %s, nor by HEAD', async (_what, headers) => {
      const query = new URLSearchParams({ postId: id, ...form }).toString();
      const addresses = [`${address}/delete/${id}`, ...(path === 'post' ? [`${address}/edit?${query}`] : [])];
      for (const each of addresses) {
        expect((await request(gateway.url).get(each).set(as('admin')).set(headers)).status).toBe(403);
        expect((await request(gateway.url).head(each).set(as('admin'))).status).toBe(405);
      }
      expect(target).toEqual([]);
    });

    if (file) {
      it.each(file.types)('takes a picture of type %s', async (mediaType, make) => {
        const bytes = await make();
        expect((await send('create', form, { bytes })).status).toBe(201);
        expect((await edit({}, { bytes })).status).toBe(200);
        for (const call of target) {
          expect(call.message[file.part]).toMatchObject({ mediaType, sizeBytes: bytes.length });
        }
        const keys = target.map((call) => (call.message[file.part] as { key: string }).key);
        expect((await bucket.store.list('')).sort()).toEqual(keys.sort());
      });

      it('refuses files of any other type', async () => {
        for (const bytes of [Buffer.from('just words'), ...(path === 'logo' ? [] : [svg])]) {
          const { status, body } = await send('create', form, { bytes });
          expect([status, body.errors[0].field]).toEqual([415, file.field]);
        }
        await expectNothingKept();
      });

      it('keeps its picture in an edit without a file', async () => {
        expect((await edit()).status).toBe(200);
        expect(target[0]?.message[file.part]).toBeUndefined();
      });

      it(file.message ? 'needs a picture when it is new' : 'may be without a picture', async () => {
        const { status, body } = await send('create', form);
        if (!file.message) return expect([status, target[0]?.message[file.part]]).toEqual([201, undefined]);
        expect([status, body.message, body.errors[0]]).toEqual([
          400,
          file.message,
          { field: file.field, message: file.message },
        ]);
        await expectNothingKept();
      });
    } else {
      it('is accepted as JSON and form-encoded too, without a file', async () => {
        const call = () => request(gateway.url).post(`${address}/create`).set(as('admin'));
        expect((await call().send(form)).status).toBe(201);
        expect((await call().type('form').send(form)).status).toBe(201);
        expect(target.map(({ message }) => message)).toEqual(Array(2).fill({ ...sent, idempotency: fingerprint }));
        const withFile = call().attach('image', aPicture, 'a.png');
        for (const [field, value] of Object.entries(form)) withFile.field(field, value);
        expect((await withFile).status).toBe(400);
        expect(target).toHaveLength(2);
      });
    }

    if (path === 'header' || path === 'logo') {
      it('is null if there is none', async () => {
        const get = (role: 'admin' | 'moderator') => request(gateway.url).get(address).set(as(role));
        expect((await get('admin')).body).toEqual({ status: true, action: word, data: json });
        publicResponses(service, `Get${rpc}`, () => ({}));
        const { status, body, headers } = await get('admin');
        expect([status, body, headers['cache-control']]).toEqual([
          200,
          { status: true, action: word, data: null },
          'no-store',
        ]);
        expect((await get('moderator')).status).toBe(403);
      });

      it('is refused if one exists', async () => {
        const sentence = `There is already a ${path}. Edit that one, or delete it first.`;
        publicResponses(service, `Create${rpc}`, () => {
          throw conflict(sentence);
        });
        const { status, body } = await create();
        expect([status, body.action, body.message]).toEqual([409, sentence, sentence]);
      });
    } else {
      const lists = { post: 'ListEditedPosts', faqs: 'ListFaqs', team: 'ListTeamMembers' }[path] ?? '';
      it('is listed page by page', async () => {
        publicResponses(service, lists, ({ cursor }) => ({
          [`${part}s`]: [message],
          ...(!cursor && { nextCursor: 'second' }),
        }));
        const list = (query = '') => request(gateway.url).get(`${address}${query}`).set(as('admin'));
        const first = await list();
        expect([first.body.data, first.body.next_cursor, first.headers['cache-control']]).toEqual([
          [json],
          'second',
          'no-store',
        ]);
        const second = await list('?cursor=second&limit=1');
        expect([second.body.data, second.body.next_cursor]).toEqual([[json], null]);
        expect(target.map((call) => call.message)).toEqual([{ limit: 100 }, { cursor: 'second', limit: 1 }]);
        for (const [query, field] of [
          ['?limit=0', 'limit'],
          ['?limit=101', 'limit'],
          ['?page=2', 'page'],
        ] as const) {
          const { status, body } = await list(query);
          expect([status, body.errors[0].field]).toEqual([400, field]);
        }
        publicResponses(service, lists, () => {
          throw invalid('The cursor is not valid.', [{ field: 'cursor', message: 'The cursor is not valid.' }]);
        });
        expect((await list('?cursor=x')).body.errors[0].field).toBe('cursor');
        expect((await request(gateway.url).get(address).set(as('moderator'))).status).toBe(403);
      });
    }
  },
);

describe('a post', () => {
  const address = '/admin/main/post';
  const query = { postId: id, title: 'Ice', description: 'Stay home.\n\nReally.', url: 'example.com' };
  const get = (parameters: Record<string, string>, headers: Record<string, string> = {}) =>
    request(gateway.url).get(`${address}/edit`).query(parameters).set(as('admin')).set(headers);

  it("is edited by the specification's GET", async () => {
    const { status, body, headers } = await get({ ...query, image: '' }, { 'If-Match': '"2"' });
    expect([status, body.action, body.data.version, headers['cache-control']]).toEqual([
      200,
      'Post Updated Successfully',
      3,
      'no-store',
    ]);
    expect(target).toEqual([
      {
        rpc: 'UpdatePost',
        message: {
          id,
          title: 'Ice',
          description: 'Stay home.\n\nReally.',
          url: 'https://example.com/',
          expectedVersion: 2,
          removeCover: false,
          idempotency: fingerprint,
        },
      },
    ]);
  });

  it.each([
    ['title', '', 'Title is required'],
    ['description', ' ', 'Description is required'],
    ['url', 'javascript:alert(1)', 'URL must be a web address, like https://example.com'],
    ['postId', '', 'postId is required'],
    ['token', 'x', 'Unknown field'],
    ['image', 'a'.repeat(2_049), 'image must be at most 2,048 characters'],
  ])('is not changed by a GET whose %s is %j', async (field, value, sentence) => {
    const { status, body } = await get({ ...query, [field]: value });
    expect([status, body.errors[0]]).toEqual([400, { field, message: sentence }]);
    expect(target).toEqual([]);
  });

  it.each(['', '/media/covers/3f/x.jpg', 'https://example.com/a.png', '[object File]', 'undefined', 'Remove it'])(
    'keeps its picture when the text image is %j, by GET and by form',
    async (image) => {
      expect((await get({ ...query, image })).status).toBe(200);
      const call = request(gateway.url).post(`${address}/edit`).set(as('admin'));
      for (const [field, value] of Object.entries({ ...query, image })) call.field(field, value);
      expect((await call).status).toBe(200);
      expect(target.map(({ message }) => [message['cover'], message['removeCover']])).toEqual([
        [undefined, false],
        [undefined, false],
      ]);
    },
  );

  it('loses its picture when image is "remove", by GET and by form', async () => {
    expect((await get({ ...query, image: 'remove' })).status).toBe(200);
    const call = request(gateway.url).post(`${address}/edit`).set(as('admin'));
    for (const [field, value] of Object.entries({ ...query, image: 'remove' })) call.field(field, value);
    expect((await call).status).toBe(200);
    expect(target.map(({ message }) => message['removeCover'])).toEqual([true, true]);
  });

  it('accepts one image: refuses text and file together, and text where none is allowed', async () => {
    const both = request(gateway.url).post(`${address}/edit`).set(as('admin'));
    for (const [field, value] of Object.entries({ ...query, image: 'remove' })) both.field(field, value);
    const { status, body } = await both.attach('image', aPicture, 'a.png');
    expect([status, body.errors[0]]).toEqual([400, { field: 'image', message: 'This field was sent more than once' }]);
    const created = await request(gateway.url)
      .post(`${address}/create`)
      .set(as('admin'))
      .field({ title: 'Ice', description: 'x', image: 'remove' });
    expect([created.status, created.body.errors[0]]).toEqual([
      400,
      { field: 'image', message: 'This field must be a file' },
    ]);
    await expectNothingKept();
  });

  it('accepts 50,000 characters of any language by POST', async () => {
    const description = '🌩'.repeat(25_000);
    const call = request(gateway.url).post(`${address}/edit`).set(as('admin'));
    for (const [field, value] of Object.entries({ ...query, description })) call.field(field, value);
    expect((await call).status).toBe(200);
    expect(target[0]?.message['description']).toBe(description);
  });

  it('is found by words', async () => {
    publicResponses('content.v1.PostsService', 'ListEditedPosts', () => ({ posts: [] }));
    const list = (words: string) => request(gateway.url).get(address).query({ q: words }).set(as('admin'));
    expect((await list(' ice  Ozarks ')).body.data).toEqual([]);
    await list('');
    expect(target.map(({ message }) => message)).toEqual([{ q: 'ice Ozarks', limit: 100 }, { limit: 100 }]);
    expect((await list('a'.repeat(201))).status).toBe(400);
  });
});

describe('a question', () => {
  it('is found by words', async () => {
    publicResponses('content.v1.FaqsService', 'ListFaqs', () => ({ faqs: [] }));
    const list = (words: string) => request(gateway.url).get('/admin/main/faqs').query({ q: words }).set(as('admin'));
    expect((await list(' ice  roads ')).body.data).toEqual([]);
    await list('');
    expect(target.map(({ message }) => message)).toEqual([{ q: 'ice roads', limit: 100 }, { limit: 100 }]);
    const long = await list('a'.repeat(201));
    expect([long.status, long.body.errors[0].field]).toEqual([400, 'q']);
  });
});

describe('a form without files', () => {
  it("doesn't crash the gateway when it's far too large", async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const call = request(gateway.url).post('/admin/main/faqs/create').set(as('admin')).field('question', 'Why?');
      expect((await call.attach('image', Buffer.alloc(250_000, 1), 'a.png')).status).toBe(413);
    }
    expect((await request(gateway.url).get('/healthz')).status).toBe(200);
    expect(target).toEqual([]);
  });
});

describe.each([
  ['faqs', 'content', 'content.v1.FaqsService/OrderFaqs'],
  ['team', 'content', 'content.v1.TeamService/OrderTeamMembers'],
  ['sponsor', 'submissions', 'submissions.v1.SponsorsService/OrderSponsors'],
] as const)('the order of %s', (path, service, rpc) => {
  let orders: unknown[];
  beforeEach(() => {
    orders = [];
    services[service].handlers[rpc] = (message) => {
      orders.push({ ...message });
      return {};
    };
  });
  const order = (body: object | string) =>
    request(gateway.url)
      .post(`/admin/main/${path}/order`)
      .set(as('admin'))
      .set('Content-Type', 'application/json')
      .send(body);

  it('is changed by all ids in their new order', async () => {
    const { status, body } = await order({ ids: ['b', 'a'] });
    expect([status, body]).toEqual([200, { status: true, action: 'Order Saved Successfully', data: null }]);
    expect(orders).toEqual([{ ids: ['b', 'a'] }]);
    services[service].handlers[rpc] = () => {
      throw conflict('The list has changed in the meantime. Please reload it.');
    };
    expect((await order({ ids: ['a', 'b'] })).status).toBe(409);
  });

  it.each<[string, object | string, string | undefined]>([
    ['nothing', {}, 'ids'],
    ['no ids', { ids: [] }, 'ids'],
    ['something else', { ids: ['a'], place: 3 }, 'place'],
    ['a number', { ids: [3] }, 'ids.0'],
    ['too many', { ids: Array.from({ length: 301 }, (_, index) => `${index}`) }, 'ids'],
    ['no JSON', '{', undefined],
  ])('is not changed by %s', async (_what, body, field) => {
    const response = await order(body);
    expect([response.status, response.body.errors[0].field]).toEqual([400, field]);
    expect(orders).toEqual([]);
  });
});

describe('forms with a picture', () => {
  it('are limited by address, across sessions', async () => {
    const slow = await startTestGateway(services, { ...storage(), RATE_LIMIT_SCALE: '0.025' });
    try {
      const send = (path: string) => request(slow.url).post(`/admin/main/${path}`).set(as('admin')).send();
      // Only that the form was sent matters.
      const paths = ['post/create', 'post/edit', 'team/create', 'team/edit', 'logo/create', 'logo/edit'];
      for (const path of paths.slice(0, 3)) expect((await send(path)).status).toBe(415);
      for (const path of paths) {
        const { status, headers } = await send(path);
        expect([path, status, Number(headers['retry-after']) > 0]).toEqual([path, 429, true]);
      }
      const byGet = await request(slow.url).get(`/admin/main/post/edit?postId=${id}`).set(as('admin'));
      expect(byGet.status).toBe(429);
      expect((await request(slow.url).get('/admin/main/header').set(as('admin'))).status).toBe(200);
    } finally {
      await slow.close();
    }
  });
});
