import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { claim, sponsorsOf } from '../testing/sponsors.js';
import { admin, Submissions } from '../testing/submissions.js';

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

describe('a decision', () => {
  it('to approve publishes the company and its logo, notifies it, and takes effect once', async () => {
    const id = await sponsors.requestedWithLogo();
    expect(await sponsors.publicIds()).not.toContain(id);
    const first = await sponsors.approve(id);
    expect(first).toMatchObject({ status: 'approved', logo: { state: 'ready' } });
    const picture = await sponsors.findImage(id);
    expect(await sponsors.placesOf(picture)).toContain('public');
    expect(await sponsors.publicIds()).toContain(id);
    expect(await sponsors.approve(id)).toEqual(first);
    expect(await sponsors.auditOf(id)).toEqual(['sponsor.approve Ozark Tires']);
    expect(await sponsors.listEmailJobs(id)).toHaveLength(1);
    await sponsors.settled();
    expect(await sponsors.placesOf(picture)).toEqual(['public']);
  });

  it('to approve waits for the logo, but not for a damaged or missing one', async () => {
    const without = await sponsors.requested();
    expect((await sponsors.approve(without)).logo).toBeUndefined();
    const damaged = await sponsors.requested({
      logo: await submissions.stage(Buffer.from('\x89PNG\r\n\x1a\n and nothing', 'latin1'), 'image/png'),
    });
    await sponsors.settled();
    expect((await sponsors.approve(damaged)).logo?.state).toBe('rejected');
    expect((await sponsors.publicly()).sponsors.find(({ id }) => id === damaged)?.logo).toBeUndefined();
    const id = await sponsors.requestedWithLogo();
    const { id: logoId } = await sponsors.findImage(id);
    await submissions.query(`UPDATE images SET state = 'processing' WHERE id = $1`, [logoId]);
    await failsWith(sponsors.approve(id), status.ABORTED, 'The logo is still being prepared. Try again in a moment.');
    expect(await sponsors.auditOf(id)).toEqual([]);
    await submissions.query(`UPDATE images SET state = 'ready' WHERE id = $1`, [logoId]);
  });

  it("to approve doesn't wait for a drawing that took too long, which can be retried", async () => {
    const levels = Array.from({ length: 9 }, (_, level) =>
      level === 0
        ? '<g id="l0"><rect width="9" height="9"/></g>'
        : `<g id="l${level}">${`<use href="#l${level - 1}"/>`.repeat(10)}</g>`,
    );
    const endless = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${levels.join('')}</svg>`);
    const id = await sponsors.requested({ logo: await submissions.stage(endless, 'image/svg+xml') });
    await sponsors.settled();
    const approved = await sponsors.approve(id);
    const { logo } = approved;
    expect(logo).toMatchObject({
      state: 'failed',
      rejectedBecause: 'Drawing it took more than 3 s of processor time.',
      retryId: expect.any(String) as string,
    });
    expect((await sponsors.publicly()).sponsors.find((sponsor) => sponsor.id === id)?.logo).toBeUndefined();
    await failsWith(submissions.retryImage(randomUUID()), status.NOT_FOUND);

    const { logo: easy } = await sponsors.logo();
    await submissions.query('UPDATE images SET staging_key = $2 WHERE id = $1', [logo?.retryId, easy.key]);
    await submissions.retryImage(logo?.retryId ?? '');
    await submissions.retryImage(logo?.retryId ?? '');
    await sponsors.settled();
    expect(await sponsors.approve(id)).toMatchObject({ logo: { state: 'ready', rejectedBecause: '', retryId: '' } });
    expect((await sponsors.publicly()).sponsors.find((sponsor) => sponsor.id === id)?.logo?.state).toBe('ready');
    const [target] = await submissions.query(`SELECT count(*)::int FROM audit WHERE action = 'job.retry'`);
    expect(target).toEqual({ count: 1 });
  });

  it('to reject keeps the first reason, notifies the company and hides the request', async () => {
    const id = await sponsors.requested();
    const first = await sponsors.reject(id, 'We have one of these.');
    expect(first).toMatchObject({ status: 'rejected', rejectReason: 'We have one of these.' });
    expect(await sponsors.reject(id, 'Another reason')).toEqual(first);
    expect((await sponsors.list('pending')).sponsors.map((sponsor) => sponsor.id)).not.toContain(id);
    expect(await sponsors.auditOf(id)).toEqual(['sponsor.reject Ozark Tires']);
    expect(await sponsors.listEmailJobs(id)).toHaveLength(1);
  });

  it('that contradicts an earlier one is refused with a readable message', async () => {
    const approved = await sponsors.requested();
    await sponsors.approve(approved);
    await failsWith(sponsors.reject(approved), status.ABORTED, 'This sponsor was already approved.');
    const rejected = await sponsors.requested();
    await sponsors.reject(rejected);
    await failsWith(sponsors.approve(rejected), status.ABORTED, 'This sponsor was already rejected.');
  });

  it('to delete removes the sponsor from the site, and its logo from its address; repeating it changes nothing', async () => {
    const id = await sponsors.requestedWithLogo();
    await sponsors.approve(id);
    await sponsors.setTop(id, true);
    await sponsors.settled();
    await sponsors.remove(id);
    expect(await sponsors.publicIds()).not.toContain(id);
    expect((await sponsors.publicly()).topSponsor?.id).not.toBe(id);
    await sponsors.remove(id);
    await failsWith(sponsors.approve(id), status.NOT_FOUND);
    await failsWith(sponsors.reject(id), status.NOT_FOUND);
    expect(await sponsors.auditOf(id)).toEqual([
      'sponsor.approve Ozark Tires',
      'sponsor.top Ozark Tires',
      'sponsor.delete Ozark Tires',
    ]);
    await sponsors.settled();
    expect(await sponsors.placesOf(await sponsors.findImage(id))).toEqual(['pending']);
  });

  it('lets exactly one of thirty concurrent ones win', async () => {
    const id = await sponsors.requestedWithLogo();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => (index % 2 ? sponsors.approve(id) : sponsors.reject(id))),
    );
    const [row] = await submissions.query<{ status: string }>('SELECT status FROM sponsors WHERE id = $1', [id]);
    expect(await sponsors.auditOf(id)).toHaveLength(1);
    expect(await sponsors.listEmailJobs(id)).toHaveLength(1);
    const publicResponses = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value.status : (outcome.reason as { code: status }).code,
    );
    expect(publicResponses).toEqual(
      publicResponses.map((_, index) =>
        (index % 2 ? 'approved' : 'rejected') === row?.status ? row?.status : status.ABORTED,
      ),
    );
    await sponsors.settled();
    expect(await sponsors.placesOf(await sponsors.findImage(id))).toEqual([
      row?.status === 'approved' ? 'public' : 'pending',
    ]);
  });

  it('requires an existing sponsor', async () => {
    for (const id of [randomUUID(), 'x', '', "'; DROP TABLE sponsors"]) {
      for (const attempt of [sponsors.approve, sponsors.reject, sponsors.remove, sponsors.setTop])
        await failsWith(attempt(id), status.NOT_FOUND);
    }
  });
});

describe('the hero', () => {
  it('shows the latest choice, or the first approved sponsor without one', async () => {
    const first = await sponsors.create();
    const second = await sponsors.create();
    expect(await sponsors.setTop(first.id)).toMatchObject({ isTop: true });
    expect(await sponsors.setTop(second.id, true)).toMatchObject({ isTop: true });
    expect(await sponsors.publicly()).toMatchObject({ topSponsor: { id: second.id } });
    expect(await sponsors.setTop(second.id, true)).toMatchObject({ isTop: true });
    expect(await sponsors.setTop(second.id)).toMatchObject({ isTop: false });
    expect((await sponsors.publicly()).topSponsor?.id).toBe((await sponsors.publicIds())[0]);
    expect((await sponsors.auditOf(second.id)).slice(1)).toEqual([
      'sponsor.top Ozark Tires',
      'sponsor.untop Ozark Tires',
    ]);
  });

  it('is toggled once by a repeated call', async () => {
    const { id } = await sponsors.create();
    const idempotency = claim();
    for (let n = 0; n < 3; n += 1)
      expect(await sponsors.setTop(id, undefined, idempotency)).toMatchObject({ isTop: true });
  });

  it('has one sponsor, however many are chosen concurrently, and never a request', async () => {
    const created = await Promise.all(Array.from({ length: 5 }, () => sponsors.create()));
    await Promise.all(created.map(({ id }) => sponsors.setTop(id, true)));
    const { sponsors: approved } = await sponsors.list('approved');
    expect(approved.filter(({ isTop }) => isTop)).toHaveLength(1);
    await failsWith(
      sponsors.setTop(await sponsors.requested(), true),
      status.ABORTED,
      'Only an approved sponsor can be the top sponsor.',
    );
    const deleted = await sponsors.create();
    await sponsors.remove(deleted.id);
    await failsWith(sponsors.setTop(deleted.id, true), status.NOT_FOUND);
  });
});

describe('a restored sponsor', () => {
  const inTrash = async (id: string) => {
    const { items } = await submissions.service.call<{ items: { id: string; title: string; detail: string }[] }>(
      'trash.v1.TrashService',
      'listTrash',
      { limit: 100 },
      admin,
    );
    return items.find((item) => item.id === id);
  };

  it('is back on the site with its logo, whether or not the logo had been moved', async () => {
    for (const wait of [sponsors.settled, () => Promise.resolve()]) {
      const { id } = await sponsors.create(await sponsors.logo());
      await sponsors.settled();
      await sponsors.remove(id);
      expect(await inTrash(id)).toMatchObject({ type: 'sponsor', title: 'Ozark Tires', detail: 'Sam Example' });
      await wait();
      await sponsors.restore(id);
      const visible = (await sponsors.publicly()).sponsors.find((sponsor) => sponsor.id === id);
      expect(visible?.logo?.sizes[0]?.key).toMatch(/^logos\//);
      await sponsors.settled();
      expect(await sponsors.placesOf(await sponsors.findImage(id))).toEqual(['public']);
      await sponsors.restore(id);
      expect(await inTrash(id)).toBeUndefined();
      expect((await sponsors.auditOf(id)).map((entry) => entry.split(' ')[0])).toEqual([
        'sponsor.create',
        'sponsor.delete',
        'sponsor.restore',
      ]);
    }
  });

  it('is pending again if it had been rejected, its logo still private', async () => {
    const id = await sponsors.requestedWithLogo();
    await sponsors.reject(id, 'No room');
    expect(await inTrash(id)).toMatchObject({ detail: 'Sam Example, rejected: No room' });
    await sponsors.restore(id);
    expect((await sponsors.list('pending')).sponsors.find((sponsor) => sponsor.id === id)).toMatchObject({
      status: 'pending',
    });
    expect((await sponsors.approve(id)).rejectReason).toBeUndefined();
    await sponsors.settled();
    expect(await sponsors.placesOf(await sponsors.findImage(id))).toEqual(['public']);
  });

  it("doesn't take back the hero from another sponsor", async () => {
    const first = await sponsors.create();
    const second = await sponsors.create();
    await sponsors.setTop(first.id, true);
    await sponsors.remove(first.id);
    await sponsors.setTop(second.id, true);
    await sponsors.restore(first.id);
    expect((await sponsors.publicly()).topSponsor?.id).toBe(second.id);
  });

  it("can't be restored after 30 days", async () => {
    const { id } = await sponsors.create();
    await sponsors.remove(id);
    await submissions.query(`UPDATE sponsors SET deleted_at = now() - interval '31 days' WHERE id = $1`, [id]);
    expect(await inTrash(id)).toBeUndefined();
    await failsWith(sponsors.restore(id), status.NOT_FOUND);
  });
});
