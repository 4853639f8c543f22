import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { type ListAuditEntriesResponse } from '@site/proto/gen/nest/audit/v1/audit';
import { type GetHomeSubmissionsResponse } from '@site/proto/gen/nest/submissions/v1/home';
import { type GetSubmissionsOverviewResponse } from '@site/proto/gen/nest/submissions/v1/overview';
import { type Sponsor } from '../sponsors/sponsor.entity.js';
import { admin, Submissions } from '../testing/submissions.js';

let submissions: Submissions;
beforeAll(async () => {
  submissions = await Submissions.start();
});
afterAll(() => submissions.stop());

/** A picture's row as the worker leaves it, without objects. */
async function buildImage(kind: 'snapshot' | 'logo', state: 'ready' | 'processing' = 'ready'): Promise<string> {
  const id = randomUUID();
  await submissions.query(
    `INSERT INTO images (id, kind, state, published, staging_key, base_key, sha256, size_bytes, media_type, sizes)
     VALUES ($1, $2, $3, true, 'staging/x', '', '', 0, '', $4)`,
    [id, kind, state, JSON.stringify([{ key: `${kind}s/${id}-640.webp`, width: 640, height: 480 }])],
  );
  return id;
}

let minutes = 0;
async function buildSponsor(values: Partial<Sponsor> = {}): Promise<string> {
  const id = randomUUID();
  minutes += 1;
  await submissions.database.dataSource.manager.insert('sponsors', {
    id,
    name: 'Private Person',
    email: 'private@canary.test',
    phoneNumber: '+15015550100',
    companyName: 'Example Company',
    message: 'private message',
    status: 'approved',
    decidedAt: new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString(),
    ...values,
  });
  return id;
}

async function buildSnapshot(minute: number, image?: 'processing'): Promise<string> {
  const id = randomUUID();
  await submissions.query(
    `INSERT INTO snapshots (id, first_name, last_name, email, location, status, terms_version, image_id, decided_at)
     VALUES ($1, 'Nora', 'Example', 'private@canary.test', 'Rogers', 'approved', 'x', $2, $3)`,
    [id, await buildImage('snapshot', image), new Date(Date.UTC(2026, 0, 1, 0, minute))],
  );
  return id;
}

const home = () =>
  submissions.service.call<GetHomeSubmissionsResponse>('submissions.v1.HomeService', 'getHomeSubmissions', {});
const sponsors = async () => (await home()).sponsors!;

describe('the public sponsors', () => {
  it('are empty on a new site, with the bar view', async () => {
    expect(await sponsors()).toEqual({ sponsors: [], sponsorView: '1' });
    expect(await home()).toEqual({ snapshots: [], sponsors: { sponsors: [], sponsorView: '1' } });
  });

  it('are the approved ones in the admins’ order, the first one in the hero', async () => {
    const first = await buildSponsor({ logoId: await buildImage('logo') });
    const second = await buildSponsor({
      url: 'https://example.com/',
      logoId: await buildImage('logo', 'processing'),
    });
    await buildSponsor({ status: 'pending', decidedAt: null });
    await buildSponsor({ status: 'rejected' });
    await buildSponsor({ deletedAt: new Date().toISOString() });
    await submissions.query(`UPDATE sponsor_display SET view = '3'`);
    const response = await sponsors();
    expect(response.sponsors.map(({ id }) => id)).toEqual([first, second]);
    expect(response).toMatchObject({ topSponsor: { id: first }, sponsorView: '3' });
    expect(response.sponsors[0]?.logo?.sizes[0]?.key).toMatch(/^logos\//);
    expect(response.sponsors[1]).toEqual({
      id: second,
      name: 'Example Company',
      phoneNumber: '+15015550100',
      url: 'https://example.com/',
    });
    expect(JSON.stringify(response)).not.toMatch(/canary|rivate/);
  });

  it("have the admin's choice in the hero", async () => {
    const selected = await buildSponsor({ isTop: true });
    expect((await sponsors()).topSponsor?.id).toBe(selected);
    await expect(buildSponsor({ isTop: true })).rejects.toThrow('sponsors_only_one_top');
  });
});

describe("the home page's data", () => {
  it('contains the 20 newest approved photos that are ready', async () => {
    const ids: string[] = [];
    for (let minute = 0; minute < 22; minute += 1) ids.unshift(await buildSnapshot(minute));
    await buildSnapshot(30, 'processing');
    const response = await home();
    expect(response.snapshots.map(({ id }) => id)).toEqual(ids.slice(0, 20));
    expect(JSON.stringify(response)).not.toMatch(/canary|rivate/);
  });
});

describe('the overview', () => {
  const overview = (caller = admin) =>
    submissions.service.call<GetSubmissionsOverviewResponse>(
      'submissions.v1.OverviewService',
      'getSubmissionsOverview',
      {},
      caller,
    );

  it('counts what is pending, and the log says who did what', async () => {
    const before = await overview();
    await submissions.query(
      `INSERT INTO newsletter_subscribers (id, email, state) SELECT gen_random_uuid(), n::text, state
       FROM unnest('{confirmed,confirmed,pending,unsubscribed}'::text[]) WITH ORDINALITY AS each (state, n)`,
    );
    await submissions.query(
      `INSERT INTO contact_messages (id, name, email, phone, feedback, created_at, handled_at)
       SELECT gen_random_uuid(), 'Nora', 'nora@example.com', '1', 'Hello', at::timestamptz, handled::timestamptz
       FROM (VALUES ('2026-01-03T12:00:00Z', NULL), ('2026-01-02T12:00:00Z', NULL),
         ('2026-01-01T12:00:00Z', '2026-01-02T12:00:00Z')) AS messages (at, handled)`,
    );
    const { id } = await submissions.create();
    await submissions.create();
    await submissions.reject(id);
    const after = await overview();
    expect(after.newMessages).toBe(before.newMessages + 2);
    expect(after.contactMessages).toBe(before.contactMessages + 3);
    expect(after.oldestMessageAt).toBe('2026-01-02T12:00:00.000Z');
    expect([after.plannedCampaigns, after.nextCampaignAt]).toEqual([0, undefined]);
    expect(after.pendingSnapshots).toBe(before.pendingSnapshots + 1);
    expect(after.pendingSponsors).toBe(1);
    expect([after.newsletterConfirmed, after.newsletterPending]).toEqual([2, 1]);
    const [oldest] = await submissions.query<{ at: Date }>(
      "SELECT min(created_at) AS at FROM snapshots WHERE status = 'pending' AND deleted_at IS NULL",
    );
    expect(after.oldestSnapshotAt).toBe(oldest?.at.toISOString());
    const log = await submissions.service.call<ListAuditEntriesResponse>(
      'audit.v1.AuditService',
      'listAuditEntries',
      { limit: 1 },
      admin,
    );
    expect(log.entries).toEqual([
      {
        principalId: admin.id,
        principalName: admin.name,
        clientAddress: admin.clientAddress,
        action: 'snapshot.reject',
        subjectId: id,
        subjectLabel: 'Nora Example',
        requestId: 'test-request',
        detail: '',
        number: 1,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        id: expect.any(String) as string,
        at: expect.stringMatching(/^2\d{3}-.*Z$/) as string,
      },
    ]);
  });

  it('is only for signed-in users', async () => {
    await expect(
      submissions.service.call('submissions.v1.OverviewService', 'getSubmissionsOverview', {}),
    ).rejects.toMatchObject({ code: status.UNAUTHENTICATED });
  });
});
