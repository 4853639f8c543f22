import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { metadataKeys } from '@site/proto/grpc';
import {
  type CreateSnapshotResponse,
  type PublicSnapshot,
  type ListPublicSnapshotsResponse,
  type ListSnapshotsResponse,
} from '@site/proto/gen/nest/submissions/v1/snapshots';
import { termsVersion } from '@site/proto/submissions/v1/snapshots.schema';
import { scene } from '../testing/photos.js';
import { admin, moderator, Submissions } from '../testing/submissions.js';

let submissions: Submissions;
let photo: Buffer;

beforeAll(async () => {
  submissions = await Submissions.start();
  submissions.startWorker();
  photo = await scene(1, { width: 400, height: 300 }).jpeg().toBuffer();
});
afterAll(() => submissions.stop());

const readySnapshot = async () => (await submissions.ready(await submissions.send(photo))).id;
const auditOf = (id: string) =>
  submissions.query<{ action: string; principal_name: string; client_address: string; request_id: string }>(
    'SELECT action, principal_name, client_address, request_id FROM audit WHERE subject_id = $1',
    [id],
  );
const numberOf = async (table: string) =>
  (await submissions.query<{ count: string }>(`SELECT count(*) FROM ${table}`))[0]?.count;
const failsWith = (call: Promise<unknown>, code: status) => expect(call).rejects.toMatchObject({ code });
const publicIds = async () =>
  (await submissions.snapshots<ListPublicSnapshotsResponse>('listPublicSnapshots', { limit: 100 })).snapshots.map(
    ({ id }) => id,
  );

describe('sending a snapshot', () => {
  it('stores it as pending, with the consent and the version of the terms', async () => {
    const { id, replayed } = await submissions.create({ comment: '' });
    expect(replayed).toBe(false);
    const [row] = await submissions.query<{ status: string; consent_at: Date; terms_version: string }>(
      'SELECT status, consent_at, terms_version FROM snapshots WHERE id = $1',
      [id],
    );
    expect(row).toMatchObject({ status: 'pending', terms_version: termsVersion });
    expect(Math.abs(Number(row?.consent_at) - Date.now())).toBeLessThan(60_000);
  });

  it('refuses a submission without a photo and names the field', async () => {
    const error = await submissions.create({ photo: undefined }).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: status.INVALID_ARGUMENT });
    const { metadata } = error as { metadata: { get(key: string): Buffer[] } };
    expect(String(metadata.get(metadataKeys.fieldErrors)[0])).toContain('snapshot_file_path');
  });

  it("stores nothing when one part can't be stored", async () => {
    const before = [await numberOf('snapshots'), await numberOf('images'), await numberOf('outbox')];
    await expect(submissions.create({ firstName: 'x'.repeat(101) })).rejects.toMatchObject({ code: status.INTERNAL });
    expect([await numberOf('snapshots'), await numberOf('images'), await numberOf('outbox')]).toEqual(before);
  });

  it('stores ten concurrent submissions with one key once and responds the same to all', async () => {
    const before = Number(await numberOf('images'));
    const idempotency = { key: randomUUID(), fingerprint: 'a1' };
    const upload = await submissions.stage(photo);
    const publicResponses = await Promise.all(
      Array.from({ length: 10 }, () => submissions.create({ idempotency, photo: upload })),
    );
    expect(new Set(publicResponses.map(({ id }) => id)).size).toBe(1);
    expect(publicResponses.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(Number(await numberOf('images'))).toBe(before + 1);
  });

  it('refuses a key that was used for other content', async () => {
    const key = randomUUID();
    await submissions.create({ idempotency: { key, fingerprint: 'b1' } });
    const before = await numberOf('snapshots');
    await failsWith(submissions.create({ idempotency: { key, fingerprint: 'b2' } }), status.FAILED_PRECONDITION);
    expect(await numberOf('snapshots')).toBe(before);
  });

  it('recognizes a key by its owner, and the same content with it from anywhere', async () => {
    const key = randomUUID();
    const claim = (owner: string, fingerprint: string) => ({
      idempotency: { key, owner: `${key} ${owner}`, fingerprint },
    });
    const stranger = await submissions.create(claim('their network', 'theirs'));
    const first = await submissions.create(claim('at home', 'mine'));
    expect([first.replayed, first.id === stranger.id]).toEqual([false, false]);
    const moved = await submissions.create(claim('on the road', 'mine'));
    expect(moved).toEqual<CreateSnapshotResponse>({ id: first.id, replayed: true });
    await failsWith(submissions.create(claim('on the road', 'something else')), status.FAILED_PRECONDITION);
    expect(await submissions.create(claim('their network', 'theirs'))).toMatchObject({ id: stranger.id });
  });

  it('treats the same content without a key as a double click', async () => {
    const idempotency = { fingerprint: randomUUID() };
    const first = await submissions.create({ idempotency });
    const second = await submissions.create({ idempotency });
    expect(second).toEqual<CreateSnapshotResponse>({ id: first.id, replayed: true });
    await submissions.query(`UPDATE idempotency SET expires_at = now() WHERE key = $1`, [
      `content:${idempotency.fingerprint}`,
    ]);
    expect((await submissions.create({ idempotency })).replayed).toBe(false);
  });
});

describe('deciding on a snapshot', () => {
  it('publishes an approved photo with one audit row, and responds the same to a repeat', async () => {
    const id = await readySnapshot();
    expect(await publicIds()).not.toContain(id);
    const first = await submissions.approve(id, moderator);
    expect(first).toMatchObject({ status: 'approved', picture: { state: 'ready' } });
    expect(await publicIds()).toContain(id);
    expect(await submissions.approve(id)).toEqual(first);
    expect(await auditOf(id)).toEqual([
      {
        action: 'snapshot.approve',
        principal_name: moderator.name,
        client_address: moderator.clientAddress,
        request_id: 'test-request',
      },
    ]);
  });

  it('has the public copy in place when it responds, and removes the private one soon after', async () => {
    const { id, picture } = await submissions.approve(await readySnapshot());
    const key = picture?.sizes[0]?.key ?? '';
    expect(key).toMatch(/^snapshots\/[0-9a-f]{2}\//);
    expect(await submissions.store.stat(`public/${key}`)).toMatchObject({ mediaType: 'image/webp' });
    await submissions.settled(id);
    expect(await submissions.store.stat(`pending/${key}`)).toBeUndefined();
    expect(await submissions.store.stat(`public/${key}`)).toBeDefined();
  });

  it('refuses to approve a photo that is still being prepared', async () => {
    const id = await submissions.send(photo);
    await submissions.ready(id);
    await submissions.query(
      `UPDATE images SET state = 'processing' WHERE id = (
      SELECT image_id FROM snapshots WHERE id = $1)`,
      [id],
    );
    await expect(submissions.approve(id)).rejects.toMatchObject({
      code: status.ABORTED,
      details: 'The photo is still being prepared. Try again in a moment.',
    });
    expect(await auditOf(id)).toEqual([]);
  });

  it('stores the reason of a rejection, and keeps the first one when repeated', async () => {
    const id = await readySnapshot();
    const first = await submissions.reject(id, 'A person can be recognised.');
    expect(first).toMatchObject({ status: 'rejected', rejectReason: 'A person can be recognised.' });
    expect(await submissions.reject(id, 'Another reason')).toEqual(first);
    expect(await submissions.listed(id, 'pending')).toBeUndefined();
    expect(await auditOf(id)).toHaveLength(1);
  });

  it('refuses a contradicting decision with a readable message', async () => {
    const approved = await readySnapshot();
    await submissions.approve(approved);
    await expect(submissions.reject(approved)).rejects.toMatchObject({
      code: status.ABORTED,
      details: 'This snapshot was already approved.',
    });
    const rejected = await readySnapshot();
    await submissions.reject(rejected);
    await expect(submissions.approve(rejected)).rejects.toMatchObject({
      code: status.ABORTED,
      details: 'This snapshot was already rejected.',
    });
  });

  it('removes a deleted photo from the site and its public address; deleting again changes nothing', async () => {
    const id = await readySnapshot();
    const { picture } = await submissions.approve(id);
    await submissions.settled(id);
    await submissions.delete(id);
    expect(await publicIds()).not.toContain(id);
    await failsWith(submissions.snapshots('getPublicSnapshot', { id }), status.NOT_FOUND);
    await submissions.delete(id);
    await failsWith(submissions.approve(id), status.NOT_FOUND);
    await failsWith(submissions.reject(id), status.NOT_FOUND);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['snapshot.approve', 'snapshot.delete']);
    await submissions.settled(id);
    for (const { key } of picture?.sizes ?? []) {
      expect(await submissions.store.stat(`public/${key}`)).toBeUndefined();
      expect(await submissions.store.stat(`pending/${key}`)).toBeDefined();
    }
  });

  it('returns NOT_FOUND for unknown and malformed ids', async () => {
    for (const id of [randomUUID(), 'x', '', "'; DROP TABLE snapshots"]) {
      await failsWith(submissions.approve(id), status.NOT_FOUND);
      await failsWith(submissions.reject(id), status.NOT_FOUND);
      await failsWith(submissions.delete(id), status.NOT_FOUND);
      await failsWith(submissions.snapshots('getPublicSnapshot', { id }), status.NOT_FOUND);
    }
  });

  it('lets exactly one of fifty concurrent decisions win', async () => {
    const id = await readySnapshot();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => (index % 2 ? submissions.approve(id) : submissions.reject(id, 'no'))),
    );
    const [row] = await submissions.query<{ status: string }>('SELECT status FROM snapshots WHERE id = $1', [id]);
    expect(await auditOf(id)).toHaveLength(1);
    const publicResponses = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value.status : (outcome.reason as { code: status }).code,
    );
    expect(publicResponses).toEqual(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? 'approved' : 'rejected') === row?.status ? row?.status : status.ABORTED,
      ),
    );
    await submissions.settled(id);
    const picture = await submissions.query<{ sizes: { key: string }[]; published: boolean }>(
      'SELECT sizes, published FROM images JOIN snapshots ON image_id = images.id WHERE snapshots.id = $1',
      [id],
    );
    for (const { key } of picture[0]?.sizes ?? []) {
      expect(Boolean(await submissions.store.stat(`public/${key}`))).toBe(row?.status === 'approved');
      expect(Boolean(await submissions.store.stat(`pending/${key}`))).toBe(row?.status === 'rejected');
    }
  });

  it('lets only admins delete and only signed-in users see private lists', async () => {
    const { id } = await submissions.create();
    await failsWith(submissions.snapshots('deleteSnapshot', { id }, moderator), status.PERMISSION_DENIED);
    await failsWith(submissions.snapshots('deleteSnapshot', { id }), status.UNAUTHENTICATED);
    await failsWith(submissions.snapshots('approveSnapshot', { id }), status.UNAUTHENTICATED);
    await failsWith(submissions.snapshots('listSnapshots', { state: 'pending', limit: 1 }), status.UNAUTHENTICATED);
  });
});

describe('deciding on several snapshots', () => {
  const several = (count: number) => Promise.all(Array.from({ length: count }, readySnapshot));

  it('publishes each with a separate audit row, and returns all of them', async () => {
    const ids = await several(5);
    const became = await submissions.decide('approve', ids, { caller: moderator });
    expect([...became.keys()].sort()).toEqual([...ids].sort());
    for (const id of ids) {
      expect(became.get(id)).toMatchObject({ snapshot: { id, status: 'approved' } });
      expect(await auditOf(id)).toEqual([
        expect.objectContaining({ action: 'snapshot.approve', principal_name: moderator.name }),
      ]);
      const key = became.get(id)?.snapshot?.picture?.sizes[0]?.key ?? '';
      expect(await submissions.store.stat(`public/${key}`)).toBeDefined();
    }
    expect(await publicIds()).toEqual(expect.arrayContaining(ids));
  });

  it('reports why an item failed, and decides on the others', async () => {
    const [good, rejected] = await several(2);
    await submissions.reject(rejected!);
    const unknown = randomUUID();
    const became = await submissions.decide('approve', [good!, rejected!, unknown, 'x']);
    expect(became.get(good!)).toMatchObject({ snapshot: { status: 'approved' } });
    expect(became.get(rejected!)?.failure).toEqual({
      code: status.ABORTED,
      message: 'This snapshot was already rejected.',
    });
    for (const id of [unknown, 'x']) expect(became.get(id)?.failure).toMatchObject({ code: status.NOT_FOUND });
    expect((await auditOf(rejected!)).map(({ action }) => action)).toEqual(['snapshot.reject']);
  });

  it('rejects all for the same reason, deletes approved ones, and responds the same to a repeat', async () => {
    const [one, other] = await several(2);
    const ids = [one!, other!];
    const first = await submissions.decide('reject', ids, { reason: 'Blurred' });
    for (const id of ids)
      expect(first.get(id)?.snapshot).toMatchObject({ status: 'rejected', rejectReason: 'Blurred' });
    expect((await submissions.decide('reject', ids)).get(one!)).toEqual(first.get(one!));
    const visible = await readySnapshot();
    await submissions.approve(visible);
    const deleted = await submissions.decide('delete', [visible]);
    expect(deleted.get(visible)?.failure ?? undefined).toBeUndefined();
    expect(await publicIds()).not.toContain(visible);
  });

  it('refuses unknown decisions, no or too many photos, strangers, and moderators who want to delete', async () => {
    const id = await readySnapshot();
    const decide = (request: object, caller?: typeof admin) =>
      submissions.snapshots('decideSnapshots', { decision: 'approve', ids: [id], ...request }, caller);
    await failsWith(decide({ decision: 'publish' }, admin), status.INVALID_ARGUMENT);
    await failsWith(decide({ ids: [] }, admin), status.INVALID_ARGUMENT);
    await failsWith(decide({ ids: Array.from({ length: 51 }, () => randomUUID()) }, admin), status.INVALID_ARGUMENT);
    await failsWith(decide({}), status.UNAUTHENTICATED);
    await failsWith(decide({ decision: 'delete' }, moderator), status.PERMISSION_DENIED);
    expect(await auditOf(id)).toEqual([]);
  });
});

describe('the lists', () => {
  /** Some with equal times, as fast moderators create them. */
  async function approvedRows(count: number): Promise<string[]> {
    const rows = await submissions.query<{ id: string }>(
      `WITH picture AS (
         INSERT INTO images (id, kind, state, published, staging_key, base_key, sha256, size_bytes, media_type)
         SELECT gen_random_uuid(), 'snapshot', 'ready', true, '', '', '', 0, '' FROM generate_series(1, $1) RETURNING id)
       INSERT INTO snapshots (id, first_name, last_name, email, location, status, terms_version, image_id, decided_at)
       SELECT gen_random_uuid(), 'Nora', 'Example', 'hidden@example.com', 'Eureka Springs', 'approved', 'x', id,
         now() - make_interval(secs => (row_number() OVER ())::integer / 3) FROM picture RETURNING id`,
      [count],
    );
    return rows.map(({ id }) => id);
  }

  it('pages through all approved photos, newest approval first, while new ones arrive', async () => {
    const ids = await approvedRows(25);
    const seen: { id: string; at: string }[] = [];
    let cursor: string | undefined;
    do {
      const page: ListPublicSnapshotsResponse = await submissions.snapshots('listPublicSnapshots', {
        cursor,
        limit: 7,
      });
      expect(page.snapshots.length).toBeLessThanOrEqual(7);
      seen.push(...page.snapshots.map(({ id, approvedAt }) => ({ id, at: approvedAt })));
      cursor = page.nextCursor;
      await approvedRows(1);
    } while (cursor);
    expect(seen.map(({ at }) => at)).toEqual(
      seen
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    expect(seen.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  });

  it('ends without a cursor when the last page is full', async () => {
    const { snapshots } = await submissions.snapshots<ListPublicSnapshotsResponse>('listPublicSnapshots', {
      limit: 100,
    });
    const exact = await submissions.snapshots<ListPublicSnapshotsResponse>('listPublicSnapshots', {
      limit: snapshots.length,
    });
    expect(exact.nextCursor).toBeUndefined();
  });

  it('gives moderators the pending ones, newest first', async () => {
    const older = await submissions.create();
    const newer = await submissions.create();
    const page = await submissions.snapshots<ListSnapshotsResponse>(
      'listSnapshots',
      { state: 'pending', limit: 1 },
      moderator,
    );
    expect(page.snapshots[0]).toMatchObject({ id: newer.id, email: 'nora@example.com', status: 'pending' });
    const next = await submissions.snapshots<ListSnapshotsResponse>(
      'listSnapshots',
      { state: 'pending', limit: 1, cursor: page.nextCursor },
      moderator,
    );
    expect(next.snapshots[0]?.id).toBe(older.id);
  });

  it('can be searched by sender, address, place and comment', async () => {
    const mark = randomUUID();
    const found = async (q: string, state = 'pending') =>
      (
        await submissions.snapshots<ListSnapshotsResponse>('listSnapshots', { state, limit: 10, q }, moderator)
      ).snapshots.map(({ id }) => id);
    const { id } = await submissions.create({ comment: `Hail ${mark}`, location: 'Ozone', email: 'x_y@example.com' });
    await submissions.create({ comment: `Snow ${mark}` });
    expect(await found(mark)).toHaveLength(2);
    expect(await found(`HAIL ozone nora ${mark}`)).toEqual([id]);
    expect(await found(`x_y@ ${mark}`)).toEqual([id]);
    expect(await found(`_ % ${mark}`)).toEqual([]);
    expect(await found(mark, 'approved')).toEqual([]);
    expect(await found(' ')).toHaveLength(10);
  });

  it('refuses foreign cursors, and bad limits and states', async () => {
    const list = (request: object) => submissions.snapshots('listPublicSnapshots', { limit: 10, ...request });
    const encode = (text: string) => Buffer.from(text).toString('base64url');
    const id = randomUUID();
    for (const cursor of [
      '',
      'nonsense',
      encode(`1|${id}`),
      encode(`2026-02-31T00:00:00.000Z|${id}`),
      encode(`x|${id}`),
    ]) {
      await failsWith(list({ cursor }), status.INVALID_ARGUMENT);
    }
    for (const limit of [0, -1, 101]) await failsWith(list({ limit }), status.INVALID_ARGUMENT);
    await failsWith(
      submissions.snapshots('listSnapshots', { state: 'rejected', limit: 10 }, admin),
      status.INVALID_ARGUMENT,
    );
  });

  it('shows the public no private data', async () => {
    const email = `pii-${randomUUID()}@canary.test`;
    const id = await submissions.send(photo, { email });
    await submissions.ready(id);
    await submissions.approve(id);
    const [list, one, home] = await Promise.all([
      submissions.snapshots('listPublicSnapshots', { limit: 100 }),
      submissions.snapshots<PublicSnapshot>('getPublicSnapshot', { id }),
      submissions.service.call('submissions.v1.HomeService', 'getHomeSubmissions', {}),
    ]);
    const said = JSON.stringify([list, one, home]);
    expect(said).toContain(id);
    expect(said).not.toMatch(/canary|hidden@|email|staging|sha256|rejectReason|terms/);
    expect(Object.keys(one ?? {}).sort()).toEqual(
      ['approvedAt', 'comment', 'firstName', 'id', 'lastName', 'location', 'picture'].sort(),
    );
  });
});
