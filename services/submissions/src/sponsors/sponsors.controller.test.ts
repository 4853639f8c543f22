import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { until } from '@site/platform/testing/until';
import { watchChanges } from '@site/platform/testing/watch-changes';
import type { CreateSponsorResponse, ListSponsorsResponse } from '@site/proto/gen/nest/submissions/v1/sponsors';
import { claim, sponsorFields, sponsorsOf } from '../testing/sponsors.js';
import { moderator, Submissions } from '../testing/submissions.js';

let submissions: Submissions;
let sponsors: ReturnType<typeof sponsorsOf>;
beforeAll(async () => {
  submissions = await Submissions.start();
  submissions.startWorker();
  sponsors = sponsorsOf(submissions);
});
afterAll(() => submissions.stop());

const failsWith = (attempt: Promise<unknown>, code: status, details?: string) =>
  expect(attempt).rejects.toMatchObject({ code, ...(details && { details }) });

describe('a sponsor that an admin adds', () => {
  it('is public immediately, its logo as soon as it is drawn', async () => {
    const changes = watchChanges('submissions', submissions.service.address);
    const sponsor = await sponsors.create({
      fields: { ...sponsorFields, url: 'https://example.com/' },
      ...(await sponsors.logo()),
    });
    expect(sponsor).toMatchObject({
      ...sponsorFields,
      url: 'https://example.com/',
      status: 'approved',
      isTop: false,
      version: 1,
      logo: { state: 'processing' },
    });
    expect(await sponsors.publicIds()).toContain(sponsor.id);
    await until('the change to be announced', () =>
      changes.notices.some(({ topic, id }) => topic === 'sponsors' && id === sponsor.id),
    );
    changes.close();
    await sponsors.settled();
    const visible = (await sponsors.publicly()).sponsors.find(({ id }) => id === sponsor.id);
    expect(visible?.logo?.state).toBe('ready');
    expect(await sponsors.placesOf(await sponsors.findImage(sponsor.id))).toEqual(['public']);
    expect(await sponsors.auditOf(sponsor.id)).toEqual(['sponsor.create Ozark Tires']);
    expect(await sponsors.listEmailJobs(sponsor.id)).toHaveLength(0);
  });

  it('is added once by ten calls with one key; other content with that key is refused', async () => {
    const idempotency = claim();
    const publicResponses = await Promise.all(
      Array.from({ length: 10 }, () =>
        sponsors.call<CreateSponsorResponse>('createSponsor', { fields: sponsorFields, idempotency }),
      ),
    );
    expect(new Set(publicResponses.map(({ sponsor }) => sponsor?.id)).size).toBe(1);
    expect(publicResponses.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await sponsors.auditOf(publicResponses[0]?.sponsor?.id ?? '')).toHaveLength(1);
    await failsWith(sponsors.create({ idempotency: { ...idempotency, fingerprint: 'x' } }), status.FAILED_PRECONDITION);
    await failsWith(sponsors.create({ idempotency: undefined }), status.INVALID_ARGUMENT);
    await failsWith(sponsors.create({ fields: undefined }), status.INVALID_ARGUMENT);
  });
});

describe('an edit', () => {
  it('changes the text, keeps the logo and increments the version', async () => {
    const { id } = await sponsors.create({
      fields: { ...sponsorFields, url: 'https://example.com/' },
      ...(await sponsors.logo()),
    });
    await sponsors.settled();
    const before = await sponsors.findImage(id);
    const { sponsor } = await sponsors.update(id, {
      fields: { ...sponsorFields, companyName: 'Delta Tires' },
      expectedVersion: 1,
    });
    expect(sponsor).toMatchObject({ companyName: 'Delta Tires', version: 2, logo: { state: 'ready' } });
    expect(sponsor?.url).toBeUndefined();
    expect((await sponsors.findImage(id)).id).toBe(before.id);
    expect(await sponsors.publicly()).toMatchObject({
      sponsors: expect.arrayContaining([expect.objectContaining({ id, name: 'Delta Tires' })]) as unknown,
    });
    expect(await sponsors.auditOf(id)).toEqual(['sponsor.create Ozark Tires', 'sponsor.edit Delta Tires']);
  });

  it('of an outdated version is refused; without a version it overwrites', async () => {
    const { id } = await sponsors.create();
    await sponsors.update(id, { expectedVersion: 1 });
    await failsWith(
      sponsors.update(id, { expectedVersion: 1, fields: { ...sponsorFields, companyName: 'Lost' } }),
      status.ABORTED,
      'Someone else changed this in the meantime. Reload to see the latest version.',
    );
    expect((await sponsors.update(id)).sponsor).toMatchObject({ companyName: 'Ozark Tires', version: 3 });
  });

  it("that is repeated after a lost response takes effect once and doesn't conflict", async () => {
    const { id } = await sponsors.create();
    const idempotency = claim();
    expect(await sponsors.update(id, { expectedVersion: 1, idempotency })).toMatchObject({ replayed: false });
    expect(await sponsors.update(id, { expectedVersion: 1, idempotency })).toMatchObject({
      replayed: true,
      sponsor: { version: 2 },
    });
    expect(await sponsors.auditOf(id)).toHaveLength(2);
  });

  it('lets exactly one of twenty concurrent editors win', async () => {
    const { id } = await sponsors.create();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => sponsors.update(id, { expectedVersion: 1 })),
    );
    expect(outcomes.filter(({ status: outcome }) => outcome === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect((outcome.reason as { code: status }).code).toBe(status.ABORTED);
  });

  it('with another logo shows that one and removes all of the old one', async () => {
    const { id } = await sponsors.create(await sponsors.logo());
    await sponsors.settled();
    const old = await sponsors.findImage(id);
    await sponsors.update(id, await sponsors.logo(6));
    await sponsors.settled();
    const now = await sponsors.findImage(id);
    expect(now.id).not.toBe(old.id);
    expect(await sponsors.placesOf(now)).toEqual(['public']);
    expect(await sponsors.placesOf(old)).toEqual([]);
    expect(await submissions.query('SELECT FROM images WHERE id = $1', [old.id])).toEqual([]);
  });

  it('that replaces a logo still in processing removes all of it too', async () => {
    const { id } = await sponsors.create(await sponsors.logo());
    const old = await sponsors.findImage(id);
    await sponsors.update(id, await sponsors.logo());
    await until('the first logo to be gone', async () => {
      const rows = await submissions.query('SELECT FROM images WHERE id = $1', [old.id]);
      return rows.length === 0;
    });
    await sponsors.settled();
    expect((await submissions.store.list('public/logos/')).filter((key) => key.includes(old.id))).toEqual([]);
    expect(await sponsors.placesOf(await sponsors.findImage(id))).toEqual(['public']);
  });

  it('of a request keeps the logo private', async () => {
    const id = await sponsors.requested();
    const { sponsor } = await sponsors.update(id, await sponsors.logo());
    expect(sponsor).toMatchObject({ status: 'pending', version: 2 });
    await sponsors.settled();
    expect(await sponsors.placesOf(await sponsors.findImage(id))).toEqual(['pending']);
    expect(await sponsors.publicIds()).not.toContain(id);
  });

  it('requires an existing sponsor', async () => {
    const rejected = await sponsors.requested();
    await sponsors.reject(rejected);
    const deleted = (await sponsors.create()).id;
    await sponsors.remove(deleted);
    for (const id of [rejected, deleted, randomUUID(), 'x', '']) await failsWith(sponsors.update(id), status.NOT_FOUND);
    await failsWith(sponsors.update(deleted, { idempotency: undefined }), status.INVALID_ARGUMENT);
  });
});

describe('the design', () => {
  it('applies to the lists and the public pages, and is logged once', async () => {
    for (const view of ['1', '2', '3', '4', '4']) {
      expect(await sponsors.setView(view)).toEqual({ sponsorView: view });
      expect([(await sponsors.list('approved')).sponsorView, (await sponsors.publicly()).sponsorView]).toEqual([
        view,
        view,
      ]);
    }
    expect(await sponsors.auditOf('4')).toEqual(['sponsor.view crop']);
  });

  it('is one of four', async () => {
    for (const view of ['0', '5', '', '1.0', 'grid'])
      await failsWith(sponsors.setView(view), status.INVALID_ARGUMENT, 'The design must be 1, 2, 3 or 4.');
  });
});

describe('the lists', () => {
  it('are paged: approved ones in display order, pending ones newest first', async () => {
    const waiting: string[] = [];
    for (let n = 0; n < 5; n += 1) waiting.unshift(await sponsors.requested());
    for (const state of ['approved', 'pending']) {
      const all = (await sponsors.list(state)).sponsors.map(({ id }) => id);
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page: ListSponsorsResponse = await sponsors.list(state, { limit: 3, cursor });
        seen.push(...page.sponsors.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor);
      expect(seen).toEqual(all);
      if (state === 'approved') expect(all).toEqual(await sponsors.publicIds());
      else expect(all.slice(0, 5)).toEqual(waiting);
    }
  });

  it('end a page early when the requests are very long', async () => {
    for (let n = 0; n < 60; n += 1) await sponsors.requested({ message: '天'.repeat(5_000) });
    const first = await sponsors.list('pending');
    expect(first.sponsors.length).toBeLessThan(60);
    const second = await sponsors.list('pending', { cursor: first.nextCursor });
    const ids = [...first.sponsors, ...second.sponsors].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(60);
  });

  it('refuse foreign cursors, and bad limits and states', async () => {
    await failsWith(sponsors.list('rejected'), status.INVALID_ARGUMENT);
    await failsWith(sponsors.list('toString'), status.INVALID_ARGUMENT);
    await failsWith(sponsors.list('pending', { cursor: 'x' }), status.INVALID_ARGUMENT);
    for (const limit of [0, 101]) await failsWith(sponsors.list('pending', { limit }), status.INVALID_ARGUMENT);
  });
});

it('is for admins only', async () => {
  const id = randomUUID();
  for (const [method, request] of [
    ['listSponsors', { state: 'pending', limit: 1 }],
    ['createSponsor', { fields: sponsorFields, idempotency: claim() }],
    ['updateSponsor', { id, fields: sponsorFields, idempotency: claim() }],
    ['approveSponsor', { id }],
    ['rejectSponsor', { id }],
    ['deleteSponsor', { id }],
    ['setTopSponsor', { id, idempotency: claim() }],
    ['setSponsorView', { sponsorView: '1' }],
  ] as const) {
    await failsWith(sponsors.call(method, request, moderator), status.PERMISSION_DENIED);
    await failsWith(
      submissions.service.call('submissions.v1.SponsorsService', method, request),
      status.UNAUTHENTICATED,
    );
  }
});
