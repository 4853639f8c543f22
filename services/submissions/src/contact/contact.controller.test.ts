import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { metrics } from '@site/platform/base/metrics';
import {
  type ContactMessage,
  type CreateContactMessageResponse,
  type DryRunContactMessageResponse,
  type ListContactMessagesResponse,
} from '@site/proto/gen/nest/submissions/v1/contact';
import { type GetSubmissionsOverviewResponse } from '@site/proto/gen/nest/submissions/v1/overview';
import { admin, moderator, Submissions } from '../testing/submissions.js';

let submissions: Submissions;
beforeAll(async () => {
  submissions = await Submissions.start();
});
afterAll(() => submissions.stop());

const message = {
  name: 'Nora Example',
  phone: '501 555 0123 ext. 4',
  email: 'nora@example.com',
  feedback: 'Thank you for the night of the storm.\nWe were warned in time.',
};
const create = (fields: object = {}) =>
  submissions.service.call<CreateContactMessageResponse>('submissions.v1.ContactService', 'createContactMessage', {
    ...message,
    idempotency: { key: randomUUID(), fingerprint: 'f'.repeat(64) },
    ...fields,
  });
const messages = () => submissions.query<{ id: string }>('SELECT * FROM contact_messages');

describe('a dry run', () => {
  const dryRun = () =>
    submissions.service.call<DryRunContactMessageResponse>('submissions.v1.ContactService', 'dryRunContactMessage', {
      message,
    });
  const records = () => submissions.query('SELECT * FROM idempotency');

  it('stores neither a message nor a record', async () => {
    const before = [await messages(), await records()];
    expect(await dryRun()).toEqual({ oldestUnsentMailSeconds: 0 });
    expect([await messages(), await records()]).toEqual(before);
  });

  it("fails when messages can't be stored", async () => {
    await submissions.query(
      `ALTER TABLE contact_messages ADD CONSTRAINT refused CHECK (name <> '${message.name}') NOT VALID`,
    );
    try {
      await expect(dryRun()).rejects.toMatchObject({ code: expect.any(Number) as number });
    } finally {
      await submissions.query('ALTER TABLE contact_messages DROP CONSTRAINT refused');
    }
    expect(await dryRun()).toEqual({ oldestUnsentMailSeconds: 0 });
  });

  it('returns how long the oldest mail has waited, excluding newsletters', async () => {
    const id = randomUUID();
    const wait = (queue: string, name: string, seconds: number) =>
      submissions.query(
        `INSERT INTO outbox (id, queue, name, payload, created_at, enqueued_at)
         VALUES ($1, $2, $3, '{}', now() - make_interval(secs => $4), now())`,
        [name === 'send-welcome' ? id : randomUUID(), queue, name, seconds],
      );
    await wait('newsletter', 'deliver-campaign', 5_000);
    await wait('mail', 'send-welcome', 900);
    expect((await dryRun()).oldestUnsentMailSeconds).toBeGreaterThanOrEqual(900);
    expect((await dryRun()).oldestUnsentMailSeconds).toBeLessThan(5_000);
    expect(await metrics.getSingleMetricAsString('mail_oldest_unsent_seconds')).toMatch(
      /^mail_oldest_unsent_seconds 9\d\d$/m,
    );
    await submissions.query('DELETE FROM outbox');
  });
});

describe('a message', () => {
  it('is stored as written', async () => {
    const { id, replayed } = await create();
    expect(replayed).toBe(false);
    const [row] = await submissions.query('SELECT * FROM contact_messages WHERE id = $1', [id]);
    expect(row).toMatchObject({ ...message, deleted_at: null, created_at: expect.any(Date) as Date });
  });

  it('is stored once when sent ten times concurrently with one key, with equal responses', async () => {
    const before = (await messages()).length;
    const idempotency = { key: randomUUID(), fingerprint: 'a1' };
    const publicResponses = await Promise.all(Array.from({ length: 10 }, () => create({ idempotency })));
    expect(new Set(publicResponses.map(({ id }) => id)).size).toBe(1);
    expect(publicResponses.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await messages()).toHaveLength(before + 1);
  });

  it('counts as a double click when sent again without a key', async () => {
    const idempotency = { fingerprint: randomUUID() };
    const first = await create({ idempotency });
    expect(await create({ idempotency })).toEqual({ id: first.id, replayed: true });
  });

  it('is refused without a claim, and when its key was used for another message', async () => {
    const before = (await messages()).length;
    const key = randomUUID();
    await create({ idempotency: { key, fingerprint: 'b1' } });
    await expect(create({ idempotency: { key, fingerprint: 'b2' } })).rejects.toMatchObject({
      code: status.FAILED_PRECONDITION,
    });
    await expect(create({ idempotency: undefined })).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
    expect(await messages()).toHaveLength(before + 1);
  });

  it('is stored although another client used its key, and recognized when its sender has changed networks', async () => {
    const before = (await messages()).length;
    const key = randomUUID();
    const claim = (owner: string, fingerprint: string) => ({
      idempotency: { key, owner: `${key} ${owner}`, fingerprint },
    });
    const stranger = await create(claim('their network', 'theirs'));
    const first = await create(claim('at home', 'mine'));
    expect(first).toMatchObject({ replayed: false });
    expect(first.id).not.toBe(stranger.id);
    const moved = await Promise.all(['at home', 'on the road', 'on the road'].map((at) => create(claim(at, 'mine'))));
    expect(moved).toEqual(Array(3).fill({ id: first.id, replayed: true }));
    expect(await create(claim('their network', 'theirs'))).toEqual({ id: stranger.id, replayed: true });
    for (const owner of ['at home', 'on the road'])
      await expect(create(claim(owner, 'something else'))).rejects.toMatchObject({ code: status.FAILED_PRECONDITION });
    expect(await messages()).toHaveLength(before + 2);
  });

  it('is recognized if sent before keys had owners', async () => {
    const key = randomUUID();
    const first = await create({ idempotency: { key, fingerprint: 'c1' } });
    expect(await create({ idempotency: { key, owner: `${key} at home`, fingerprint: 'c1' } })).toEqual({
      id: first.id,
      replayed: true,
    });
  });

  it('is stored once when sent from two networks concurrently with one key', async () => {
    const before = (await messages()).length;
    const key = randomUUID();
    const publicResponses = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        create({ idempotency: { key, owner: `${key} ${n % 2}`, fingerprint: 'd1' } }),
      ),
    );
    expect(new Set(publicResponses.map(({ id }) => id)).size).toBe(1);
    expect(await messages()).toHaveLength(before + 1);
  });

  it('counts on the dashboard until it is deleted', async () => {
    const count = async () => {
      const overview = await submissions.service.call<GetSubmissionsOverviewResponse>(
        'submissions.v1.OverviewService',
        'getSubmissionsOverview',
        {},
        admin,
      );
      return overview.contactMessages;
    };
    const before = await count();
    const { id } = await create();
    expect(await count()).toBe(before + 1);
    await submissions.query('UPDATE contact_messages SET deleted_at = now() WHERE id = $1', [id]);
    expect(await count()).toBe(before);
  });

  it('has an index for the order of its list, and one for the trash', async () => {
    const runner = submissions.database.dataSource.createQueryRunner();
    await runner.query('SET enable_seqscan = off; SET enable_sort = off; SET enable_bitmapscan = off');
    const lists = {
      contact_messages_newest: 'WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC',
      contact_messages_deleted: 'WHERE deleted_at IS NOT NULL ORDER BY deleted_at, id',
      contact_messages_new: 'WHERE deleted_at IS NULL AND handled_at IS NULL ORDER BY created_at DESC, id DESC',
    };
    for (const [index, list] of Object.entries(lists)) {
      const plan = JSON.stringify(
        await runner.query(`EXPLAIN (FORMAT JSON) SELECT * FROM contact_messages ${list} LIMIT 20`),
      );
      expect(plan).toContain(index);
      expect(plan).not.toContain('"Sort"');
    }
    await runner.release();
  });
});

const call = <Response>(method: string, request: object, caller = admin) =>
  submissions.service.call<Response>('submissions.v1.ContactService', method, request, caller);
const list = (request: object = {}, caller = admin) =>
  call<ListContactMessagesResponse>('listContactMessages', { limit: 100, ...request }, caller);
const remove = (id: string) => call<object>('deleteContactMessage', { id });
const restore = (id: string) =>
  submissions.service.call('trash.v1.TrashService', 'restoreFromTrash', { type: 'contact', id }, admin);
const auditOf = async (id: string) =>
  (
    await submissions.query<{ action: string; subject_label: string }>(
      'SELECT action, subject_label FROM audit WHERE subject_id = $1 ORDER BY id',
      [id],
    )
  ).map(({ action, subject_label }) => `${action} ${subject_label}`);
const failsWith = (attempt: Promise<unknown>, code: status) => expect(attempt).rejects.toMatchObject({ code });

describe('the list', () => {
  it('is read by admins and moderators, newest first, page by page', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift((await create()).id);
    const first = await list({ limit: 3 }, moderator);
    expect(first.messages[0]).toEqual<ContactMessage>({
      id: ids[0]!,
      ...message,
      createdAt: expect.stringMatching(/^2\d{3}-.*Z$/) as string,
      state: 'new',
      note: '',
      version: 1,
      replies: [],
    });
    const second = await list({ limit: 2, cursor: first.nextCursor });
    expect([...first.messages, ...second.messages].map(({ id }) => id)).toEqual(ids);
  });

  it('can be searched by words in any order and case, without wildcards', async () => {
    const mark = randomUUID();
    const { id } = await create({ name: 'Żofia 100%_', phone: '479 555 0199', feedback: `Hail at ${mark}` });
    await create({ feedback: `Hail at ${mark}` });
    const found = async (q: string) => (await list({ q })).messages.map((one) => one.id);
    expect(await found(mark)).toHaveLength(2);
    expect(await found(` ${mark.toUpperCase()}  Żofia `)).toEqual([id]);
    expect(await found(`${mark} 100%_`)).toEqual([id]);
    expect(await found(`${mark} 0199`)).toEqual([id]);
    expect(await found(`${mark} %`)).toEqual([id]);
    expect(await found(`${mark} nobody`)).toEqual([]);
    expect((await list({ q: mark, limit: 1 })).nextCursor).toBeDefined();
  });

  it('ends a page early when the messages are very long', async () => {
    for (let n = 0; n < 60; n += 1) await create({ feedback: '天'.repeat(5_000), name: 'Long' });
    const first = await list({ q: 'long' });
    const second = await list({ q: 'long', cursor: first.nextCursor });
    const ids = [...first.messages, ...second.messages].map(({ id }) => id);
    expect([first.messages.length < 60, new Set(ids).size]).toEqual([true, 60]);
  });

  it("refuses foreign cursors, bad limits, and users who aren't signed in", async () => {
    await failsWith(list({ cursor: 'x' }), status.INVALID_ARGUMENT);
    for (const limit of [0, 101]) await failsWith(list({ limit }), status.INVALID_ARGUMENT);
    await failsWith(
      submissions.service.call('submissions.v1.ContactService', 'listContactMessages', { limit: 1 }),
      status.UNAUTHENTICATED,
    );
  });
});

describe('a deleted message', () => {
  const listed = async (id: string) => (await list()).messages.some((one) => one.id === id);

  it('leaves the list with one audit entry, and returns when restored', async () => {
    const { id } = await create();
    await remove(id);
    await remove(id);
    expect([await listed(id), await auditOf(id)]).toEqual([false, ['contact.delete Nora Example']]);
    const { items } = await submissions.service.call<{ items: object[] }>(
      'trash.v1.TrashService',
      'listTrash',
      { limit: 1 },
      admin,
    );
    expect(items[0]).toMatchObject({ type: 'contact', id, title: 'Nora Example', detail: message.feedback });
    await restore(id);
    await restore(id);
    expect([await listed(id), await auditOf(id)]).toEqual([
      true,
      ['contact.delete Nora Example', 'contact.restore Nora Example'],
    ]);
  });

  it('returns NOT_FOUND for unknown messages, and is for admins only', async () => {
    for (const id of [randomUUID(), 'x', '']) {
      await failsWith(remove(id), status.NOT_FOUND);
      await failsWith(restore(id), status.NOT_FOUND);
    }
    const { id } = await create();
    await failsWith(call('deleteContactMessage', { id }, moderator), status.PERMISSION_DENIED);
    await failsWith(
      submissions.service.call('submissions.v1.ContactService', 'deleteContactMessage', { id }),
      status.UNAUTHENTICATED,
    );
    expect(await listed(id)).toBe(true);
  });
});
