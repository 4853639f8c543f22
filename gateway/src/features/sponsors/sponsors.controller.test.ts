import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@site/platform/base/ids';
import type { RequestSponsorshipRequest } from '@site/proto/gen/nest/submissions/v1/sponsors';
import { unprocessable } from '@site/proto/grpc';
import request from 'supertest';
import { testObjectStore } from '../../../../services/platform/testing/object-store.js';
import { until } from '../../../../services/platform/testing/until.js';
import { startFakeServices, type FakeServices } from '../../testing/fake-services.js';
import { animatedGif, baselineJpeg, png, webp } from '../../testing/image-files.js';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.js';

/** uploads/uploads.test.ts covers failing uploads. */

const rpc = 'submissions.v1.SponsorsService/RequestSponsorship';
const fileField = 'advertise_file';
const form = {
  name: 'Sam Example',
  email: 'sam@example.com',
  phone_number: '+15015550123',
  company_name: 'Ozark Tires',
  message: 'We would like to help.\nCall us.',
  url: 'example.com',
};
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>alert(1)</script></svg>',
);

let services: FakeServices;
let gateway: TestGateway;
let bucket: Awaited<ReturnType<typeof testObjectStore>>;
const uploadFolder = mkdtempSync(join(tmpdir(), 'uploads-'));
let created: RequestSponsorshipRequest[];

const settings = () => ({ UPLOAD_DIR: uploadFolder, S3_BUCKET: bucket.settings.bucket });

beforeAll(async () => {
  services = await startFakeServices();
  bucket = await testObjectStore();
  gateway = await startTestGateway(services, { ...settings(), RATE_LIMIT_SCALE: '1000' });
});
beforeEach(async () => {
  created = [];
  services.submissions.handlers[rpc] = (message) => {
    created.push(message as unknown as RequestSponsorshipRequest);
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

function send(fields: Record<string, string>, file?: Buffer, headers: Record<string, string> = {}) {
  const call = request(gateway.url).post('/main/advertise/with/us').set(headers);
  for (const [field, value] of Object.entries(fields)) call.field(field, value);
  return file ? call.attach(fileField, file, 'logo.png') : call;
}

const without = (name: keyof typeof form) =>
  Object.fromEntries(Object.entries(form).filter(([field]) => field !== name));

async function expectNothingKept() {
  expect(created).toEqual([]);
  expect(readdirSync(uploadFolder)).toEqual([]);
  await until('the bucket is empty', async () => (await bucket.store.list('')).length === 0);
}

const accepted = {
  status: true,
  action: 'Your sponsor request has been created successfully!',
  data: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string },
};

describe('a request', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['image/jpeg', baselineJpeg],
    ['image/png', png],
    ['image/gif', animatedGif],
    ['image/svg+xml', async () => svg],
  ])('is stored with a logo of type %s', async (mediaType, logo) => {
    const bytes = await logo();
    const { status, body } = await send(form, bytes);
    expect([status, body]).toEqual([201, accepted]);
    expect(created).toEqual([
      {
        name: 'Sam Example',
        email: 'sam@example.com',
        phoneNumber: '+15015550123',
        companyName: 'Ozark Tires',
        message: 'We would like to help.\nCall us.',
        url: 'https://example.com/',
        logo: expect.objectContaining({ mediaType, sizeBytes: bytes.length }) as unknown,
        idempotency: { fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
      },
    ]);
    expect(await bucket.store.list('')).toEqual([created[0]?.logo?.key]);
  });

  it('is stored without a logo and an address', async () => {
    expect((await send(without('url'))).body).toEqual(accepted);
    expect((await send({ ...form, url: '  ' })).status).toBe(201);
    for (const { url, logo } of created) expect([url, logo]).toEqual([undefined, undefined]);
    expect(created).toHaveLength(2);
  });

  it.each([
    ['(501) 555-0100', '5015550100'],
    ['501-555-0100', '5015550100'],
    ['501.555.0100', '5015550100'],
    ['+1 501 555 0100', '+15015550100'],
    ['\u202d+1\u00a0(501)\u00a0555-0100\u202c', '+15015550100'],
    ['\u2068501\u2011555\u20130100\u2069', '5015550100'],
    ['tel:+1-501-555-0100', '+15015550100'],
    ['tel:(501)%20555-0100', '5015550100'],
    ['TEL:%2B15015550100', '+15015550100'],
    ['＋１（５０１）５５５－０１００', '+15015550100'],
    ['٥٠١٥٥٥٠١٠٠', '5015550100'],
    ['५०१ ५५५ ०१००', '5015550100'],
    ['501\u200b555\u00ad0100', '5015550100'],
    ['5️⃣0️⃣1️⃣ 555 0100', '5015550100'],
    ['+44 (0)20 7946 0018', '+442079460018'],
    ['+49 / 30 / 90 18 20', '+4930901820'],
  ])('is stored with the phone number %s as %s', async (typed, cached) => {
    expect((await send({ ...form, phone_number: typed })).status).toBe(201);
    expect(created).toEqual([expect.objectContaining({ phoneNumber: cached })]);
  });

  it('is stored with names and a web address from the clipboard', async () => {
    const pasted = {
      company_name: 'Ozark\nTires\u0000',
      name: '\u2068Sam\u2069',
      url: '\u202ahttps://example.com/\u202c\u200b',
    };
    expect((await send({ ...form, ...pasted })).status).toBe(201);
    expect(created).toEqual([
      expect.objectContaining({ companyName: 'Ozark Tires', name: 'Sam', url: 'https://example.com/' }),
    ]);
  });

  it('has the same fingerprint when resent, and another with a different logo', async () => {
    const logo = await png();
    await send(form, logo, { 'Idempotency-Key': 'key-1' });
    await send({ ...form, url: 'https://EXAMPLE.com/' }, logo, { 'Idempotency-Key': 'key-1' });
    await send(form, svg);
    const claims = created.map(({ idempotency }) => idempotency);
    expect(claims[1]).toEqual(claims[0]);
    expect(claims[2]?.fingerprint).not.toBe(claims[0]?.fingerprint);
  });

  it('leaves no logo behind if its key belongs to different content', async () => {
    services.submissions.handlers[rpc] = () => {
      throw unprocessable('This Idempotency-Key was already used for another submission.');
    };
    expect((await send(form, svg)).status).toBe(422);
    await expectNothingKept();
  });

  it('gets the usual response if a bot filled it in', async () => {
    for (const file of [svg, undefined])
      for (const check of ['1;60000', '0;1499']) {
        const { status, body } = await send(form, file, { 'X-Form-Check': check });
        expect([status, body]).toEqual([201, accepted]);
      }
    expect((await send({ ...form, email: 'x' }, svg, { 'X-Form-Check': '1;0' })).status).toBe(400);
    expect((await send(form, svg, { 'X-Form-Check': 'x' })).body.errors[0].field).toBe('X-Form-Check');
    await expectNothingKept();
    expect((await send(form, svg, { 'X-Form-Check': '0;1500' })).status).toBe(201);
    expect(created).toHaveLength(1);
  });
});

describe('an invalid request', () => {
  it.each([
    ['name', 'Name is required'],
    ['email', 'Email is required'],
    ['phone_number', 'Phone number is required'],
    ['company_name', 'Company name is required'],
    ['message', 'Message is required'],
  ] as const)('is refused without %s', async (field, message) => {
    for (const fields of [without(field), { ...form, [field]: '' }, { ...form, [field]: ' \t ' }]) {
      const { status, body } = await send(fields, svg);
      expect([status, body.action, body.errors[0]]).toEqual([400, message, { field, message }]);
    }
    await expectNothingKept();
  });

  const phone = 'Phone number must have 10 to 15 digits, with an optional + before them';
  const digitsOnly = 'Please enter only digits, with an optional + before them.';
  const extension = (position: number, words: string) =>
    `Phone number has an extension at position ${position}: “${words}”. Please enter the number without it.`;
  const address = 'Website URL must be a web address, like https://example.com';
  it.each([
    ['name', 'a'.repeat(101), 'Name must be at most 100 characters'],
    ['company_name', 'a'.repeat(101), 'Company name must be at most 100 characters'],
    ['message', 'a'.repeat(5_001), 'Message must be at most 5,000 characters'],
    ['email', `${'a'.repeat(250)}@example.com`, 'Email must be at most 254 characters'],
    ['url', `example.com/${'a'.repeat(2_040)}`, 'Website URL must be at most 2,048 characters'],
    ['url', `example.com/${'ä'.repeat(500)}`, 'Website URL must be at most 2,048 characters'],
    ['email', 'sam@example', 'Please enter a valid email address.'],
    [
      'email',
      'sam@example.com\r\nBcc: eve@example.com',
      'Please enter a valid email address. Remove the space (character 16).',
    ],
    ['company_name', '\u0000\u2800', 'Company name is required'],
    ['phone_number', '501555012', phone],
    ['phone_number', '+501555012', phone],
    ['phone_number', '5015550123456789', phone],
    ['phone_number', '\u202d\u202c', 'Phone number is required'],
    ['phone_number', '(501) 555-012', phone],
    ['phone_number', '501 555 0123 / 501 555 0124', phone],
    ['phone_number', '++15015550123', phone],
    ['phone_number', '1+5015550123', phone],
    ['phone_number', '5'.repeat(5_000), phone],
    ['phone_number', '1-800-FLOWERS', `Phone number has a letter at position 7: “F”. ${digitsOnly}`],
    ['phone_number', '\u202d501-555-O123\u202c', `Phone number has a letter at position 9: “O”. ${digitsOnly}`],
    [
      'phone_number',
      '501*5550123',
      `Phone number has a character that is not a digit at position 4: “*”. ${digitsOnly}`,
    ],
    ['phone_number', '501-555-0123 ext. 12', extension(14, 'ext. 12')],
    ['phone_number', 'tel:+15015550123;ext=12', extension(17, ';ext=12')],
    ['phone_number', '(501) 555-0123 x12', extension(16, 'x12')],
    ['url', 'example', address],
    ['url', 'http://x.y1', address],
    ['url', 'javascript:alert(1)', address],
    ['url', 'data:text/html,x.com', address],
    ['url', '//example.com', address],
    ['url', 'https://user:secret@example.com', address],
    ['url', 'http://10.0.0.1/', address],
  ])('is refused with an invalid %s: %#', async (field, value, message) => {
    const { status, body } = await send({ ...form, [field]: value }, svg);
    expect([status, body.errors]).toEqual([400, [{ field, message }]]);
    await expectNothingKept();
  });

  it.each(['status', 'id', 'is_top', 'approved', '__proto__', 'company_logo'])(
    'is refused with the unknown field %s',
    async (field) => {
      const { status, body } = await send({ ...form, [field]: 'approved' }, svg);
      expect([status, body.errors]).toEqual([400, [{ field, message: 'Unknown field' }]]);
      await expectNothingKept();
    },
  );

  it.each<[string, number, () => Promise<Buffer>]>([
    ['WebP', 415, webp],
    ['PDF', 415, async () => Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
    ['HTML', 415, async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['half a PNG', 422, async () => (await png()).subarray(0, 2_000)],
    [
      'a large SVG',
      413,
      async () => Buffer.concat([svg.subarray(0, -6), Buffer.alloc(600_000, ' '), svg.subarray(-6)]),
    ],
    ['0 bytes', 400, async () => Buffer.alloc(0)],
  ])('is refused with %s for a logo', async (_name, expected, file) => {
    const { status, body } = await send(form, await file());
    expect([status, body.errors[0].field]).toEqual([expected, fileField]);
    if (expected === 415) expect(body.message).toContain('JPEG, PNG, GIF or SVG');
    await expectNothingKept();
  });

  it("is refused if it isn't multipart", async () => {
    const post = () => request(gateway.url).post('/main/advertise/with/us');
    expect((await post().send(form)).status).toBe(415);
    expect((await post().type('form').send(form)).status).toBe(415);
    expect((await post()).status).toBe(415);
    expect((await request(gateway.url).get('/main/advertise/with/us')).status).toBe(405);
    await expectNothingKept();
  });
});

it.each(['+15015550123', '5015550123', '501555012345678', '+501555012345678'])(
  'accepts the phone number %s',
  async (phone) => {
    expect((await send({ ...form, phone_number: phone })).status).toBe(201);
    expect(created[0]?.phoneNumber).toBe(phone);
  },
);

it('one client may send three requests an hour, not counting refused ones', async () => {
  const limited = await startTestGateway(services, { ...settings(), TRUSTED_PROXY_CIDR: '127.0.0.0/8' });
  const sendFrom = async (client: string, fields: Record<string, string> = form) => {
    const call = request(limited.url).post('/main/advertise/with/us').set('X-Forwarded-For', client);
    for (const [field, value] of Object.entries(fields)) call.field(field, value);
    return (await call).status;
  };
  for (let n = 0; n < 5; n += 1) expect(await sendFrom('203.0.113.7', { ...form, email: 'x' })).toBe(400);
  for (let n = 0; n < 3; n += 1) expect(await sendFrom('203.0.113.7')).toBe(201);
  expect(await sendFrom('203.0.113.7')).toBe(429);
  expect(await sendFrom('203.0.113.8')).toBe(201);
  await limited.close();
});

it('is documented with its fields and its file', async () => {
  const { body } = await request(gateway.url).get('/docs-json');
  const { requestBody } = body.paths['/main/advertise/with/us'].post;
  const { schema } = requestBody.content['multipart/form-data'];
  expect(Object.keys(schema.properties)).toEqual([...Object.keys(form), fileField]);
  expect(schema.required).toEqual(['name', 'email', 'phone_number', 'company_name', 'message']);
});
