import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { type CreateContactMessageResponse } from '@site/proto/gen/nest/submissions/v1/contact';
import { type GetSubmissionsOverviewResponse } from '@site/proto/gen/nest/submissions/v1/overview';
import { admin, Submissions } from '../testing/submissions.js';

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

describe('a message', () => {
  it('is kept as it was written', async () => {
    const { id, replayed } = await create();
    expect(replayed).toBe(false);
    const [row] = await submissions.query('SELECT * FROM contact_messages WHERE id = $1', [id]);
    expect(row).toMatchObject({ ...message, deleted_at: null, created_at: expect.any(Date) as Date });
  });

  it('that is sent ten times at once with one key is kept once, and all are answered alike', async () => {
    const before = (await messages()).length;
    const idempotency = { key: randomUUID(), fingerprint: 'a1' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ idempotency })));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await messages()).toHaveLength(before + 1);
  });

  it('that is sent again without a key counts as a double click', async () => {
    const idempotency = { fingerprint: randomUUID() };
    const first = await create({ idempotency });
    expect(await create({ idempotency })).toEqual({ id: first.id, replayed: true });
  });

  it('is refused when its key was used for another one, and without a claim', async () => {
    const before = (await messages()).length;
    const key = randomUUID();
    await create({ idempotency: { key, fingerprint: 'b1' } });
    await expect(create({ idempotency: { key, fingerprint: 'b2' } })).rejects.toMatchObject({
      code: status.FAILED_PRECONDITION,
    });
    await expect(create({ idempotency: undefined })).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
    expect(await messages()).toHaveLength(before + 1);
  });

  it('is counted for the dashboard until it is put away', async () => {
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
