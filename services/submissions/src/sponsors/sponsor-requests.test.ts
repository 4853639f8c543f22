import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { type RequestSponsorshipResponse } from '@site/proto/gen/nest/submissions/v1/sponsors';
import { until } from '@site/platform/testing/until';
import { scene } from '../testing/photos.js';
import { sponsorsOf } from '../testing/sponsors.js';
import { Submissions } from '../testing/submissions.js';

let submissions: Submissions;
beforeAll(async () => {
  submissions = await Submissions.start();
  submissions.startWorker();
});
afterAll(() => submissions.stop());

const sponsor = {
  name: 'Sam Example',
  email: 'sam@example.com',
  phoneNumber: '+15015550123',
  companyName: 'Ozark Tires',
  message: 'We would like to help.',
};
const send = (fields: object = {}) =>
  submissions.service.call<RequestSponsorshipResponse>('submissions.v1.SponsorsService', 'requestSponsorship', {
    ...sponsor,
    idempotency: { key: randomUUID(), fingerprint: 'f'.repeat(64) },
    ...fields,
  });
const stored = async (id: string) =>
  (
    await submissions.query<Record<string, unknown>>(
      `SELECT sponsors.*, images.kind, images.published, images.state, images.sizes
       FROM sponsors LEFT JOIN images ON images.id = logo_id WHERE sponsors.id = $1`,
      [id],
    )
  )[0];
const numberOf = async (table: string) =>
  Number((await submissions.query<{ count: string }>(`SELECT count(*) FROM ${table}`))[0]?.count);

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><script>alert(1)</script><rect width="400" height="200" fill="#c00"/></svg>',
);

describe("a company's request", () => {
  it('is pending, with its logo', async () => {
    const logo = await submissions.stage(await scene(3, { width: 400, height: 300 }).png().toBuffer(), 'image/png');
    const { id, replayed } = await send({ logo, url: 'https://example.com/' });
    expect(replayed).toBe(false);
    expect(await stored(id)).toMatchObject({
      name: 'Sam Example',
      email: 'sam@example.com',
      phone_number: '+15015550123',
      company_name: 'Ozark Tires',
      message: 'We would like to help.',
      url: 'https://example.com/',
      status: 'pending',
      is_top: false,
      decided_at: null,
      deleted_at: null,
      kind: 'logo',
      published: false,
    });
  });

  it('may omit the logo and the address', async () => {
    const { id } = await send();
    expect(await stored(id)).toMatchObject({ status: 'pending', url: null, logo_id: null });
  });

  it.each([
    ['image/png', () => scene(4, { width: 400, height: 300 }).png().toBuffer()],
    ['image/svg+xml', () => Promise.resolve(svg)],
  ])('has its logo of type %s redrawn in private: no uploaded file ever becomes public', async (type, logo) => {
    const { id } = await send({ logo: await submissions.stage(await logo(), type) });
    const row = await until('the logo to be ready', async () => {
      const now = await stored(id);
      return now?.['state'] === 'ready' ? now : undefined;
    });
    const keys = (row['sizes'] as { key: string; mediaType: string }[]).map(({ key }) => key);
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) {
      expect(key).toMatch(/^logos\/[0-9a-f]{2}\/[0-9a-f-]{36}-\d+\.(webp|png)$/);
      expect(await submissions.store.stat(`pending/${key}`)).toBeDefined();
      expect(await submissions.store.stat(`public/${key}`)).toBeUndefined();
    }
    expect((await sponsorsOf(submissions).publicly()).sponsors).toEqual([]);
  });

  it('is stored once when sent ten times concurrently with one key, and after a double click without one', async () => {
    const before = [await numberOf('sponsors'), await numberOf('images'), await numberOf('outbox')];
    const logo = await submissions.stage(svg, 'image/svg+xml');
    const idempotency = { key: randomUUID(), fingerprint: 'a1' };
    const publicResponses = await Promise.all(Array.from({ length: 10 }, () => send({ idempotency, logo })));
    expect(new Set(publicResponses.map(({ id }) => id)).size).toBe(1);
    expect([await numberOf('sponsors'), await numberOf('images'), await numberOf('outbox')]).toEqual(
      before.map((count) => count + 1),
    );
    const unkeyed = { fingerprint: randomUUID() };
    const { id } = await send({ idempotency: unkeyed });
    expect(await send({ idempotency: unkeyed })).toEqual({ id, replayed: true });
  });

  it("stores nothing when one part can't be stored", async () => {
    const before = [await numberOf('sponsors'), await numberOf('images'), await numberOf('outbox')];
    const logo = { key: 'staging/x', sha256: 'a'.repeat(64), sizeBytes: 1, mediaType: 'image/png' };
    await expect(send({ companyName: 'x'.repeat(101), logo })).rejects.toMatchObject({ code: status.INTERNAL });
    const key = randomUUID();
    await send({ idempotency: { key, fingerprint: 'b1' } });
    await expect(send({ idempotency: { key, fingerprint: 'b2' }, logo })).rejects.toMatchObject({
      code: status.FAILED_PRECONDITION,
    });
    await expect(send({ idempotency: undefined, logo })).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
    expect([(await numberOf('sponsors')) - 1, await numberOf('images'), await numberOf('outbox')]).toEqual(before);
  });
});
