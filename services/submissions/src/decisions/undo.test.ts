import { status } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import { until } from '@site/platform/testing/until';
import type { Caller } from '@site/proto/grpc';
import { MailHarness } from '../testing/mails.js';
import { phonePhoto } from '../testing/photos.js';
import { admin, moderator, Submissions } from '../testing/submissions.js';

let submissions: Submissions;
let emails: MailHarness;
beforeAll(async () => {
  submissions = await Submissions.start({ requeueAfterSeconds: 1 });
  submissions.startWorker();
  emails = await MailHarness.start(submissions);
});
afterAll(async () => {
  await emails.stop();
  await submissions.stop();
});

let scene = 0;
async function photo(email = `${newId()}@example.com`) {
  const id = await submissions.send(await phonePhoto((scene += 1)), { email });
  await submissions.ready(id);
  return { id, email };
}
const undo = async (ids: string[], caller: Caller = moderator) => await submissions.decide('undo', ids, { caller });
const approve = (id: string) => submissions.approve(id, moderator);
const reject = (id: string, caller: Caller = moderator) =>
  submissions.snapshots('rejectSnapshot', { id, reason: 'Blurred' }, caller);
const anybodySees = async (id: string) =>
  (await submissions.snapshots<object>('getPublicSnapshot', { id }).catch(() => undefined)) !== undefined;
const actionsOn = async (id: string) =>
  (await submissions.query<{ action: string }>('SELECT action FROM audit WHERE subject_id = $1 ORDER BY id', [id])).map(
    ({ action }) => action,
  );

it('delays the mail for as long as the decision can be undone', async () => {
  const slow = await MailHarness.start(submissions);
  try {
    slow.parts.outcomeDelayMs = 3_000;
    const { id, email } = await photo();
    await approve(id);
    const decidedAt = Date.now();
    slow.work();
    await slow.first(email);
    expect(Date.now() - decidedAt).toBeGreaterThan(2_000);
  } finally {
    await slow.stop();
  }
});

describe('a recent decision', () => {
  it('can be undone: an approved photo is private and pending again', async () => {
    const { id } = await photo();
    const approved = await approve(id);
    expect([approved.decidedByName, await anybodySees(id)]).toEqual(['Mo Moderator', true]);
    const undone = (await undo([id])).get(id);
    expect(undone).toMatchObject({ snapshot: { status: 'pending' } });
    expect(undone?.snapshot?.decidedByName).toBeUndefined();
    expect(await anybodySees(id)).toBe(false);
    expect(await submissions.listed(id, 'pending')).toBeDefined();
    const [size] = approved.picture?.sizes ?? [];
    const key = `public/${size?.key}`;
    await until('its files to be private again', async () => !(await submissions.store.stat(key)));
    expect(await actionsOn(id)).toEqual(['snapshot.approve', 'snapshot.undo']);
  });

  it('can be undone: a rejected photo leaves the trash and is pending again, without its reason', async () => {
    const { id } = await photo();
    await reject(id);
    await undo([id]);
    const pending = await submissions.listed(id, 'pending');
    expect(pending).toMatchObject({ status: 'pending' });
    expect(pending?.rejectReason).toBeUndefined();
    expect((await undo([id])).get(id)).toMatchObject({ snapshot: { status: 'pending' } });
    expect(await actionsOn(id)).toEqual(['snapshot.reject', 'snapshot.undo']);
    await approve(id);
    expect(await anybodySees(id)).toBe(true);
  });

  it('can be undone only by the same user, and only for a short time; others in the batch are still undone', async () => {
    const undoCondition = await photo();
    const theirs = await photo();
    const old = await photo();
    await approve(undoCondition.id);
    await reject(theirs.id, admin);
    await approve(old.id);
    await submissions.query(`UPDATE snapshots SET decided_at = now() - interval '31 seconds' WHERE id = $1`, [old.id]);
    const unknown = newId();
    const became = await undo([old.id, unknown, theirs.id, undoCondition.id]);
    expect(became.get(undoCondition.id)).toMatchObject({ snapshot: { status: 'pending' } });
    for (const { id } of [theirs, old]) expect(became.get(id)?.failure).toMatchObject({ code: status.ABORTED });
    expect(await anybodySees(old.id)).toBe(true);
    expect(became.get(unknown)?.failure?.code).toBe(status.NOT_FOUND);
  });

  it('sends one mail, about the final decision', async () => {
    const { id, email } = await photo();
    await reject(id);
    await undo([id]);
    await approve(id);
    emails.work();
    await emails.first(email);
    await until('the jobs to be done', async () => {
      const open = await submissions.query(
        `SELECT FROM outbox WHERE name = 'send-outcome' AND payload ->> 'id' = $1 AND processed_at IS NULL`,
        [id],
      );
      return open.length === 0;
    });
    expect(emails.to(email).map(({ headers }) => headers['subject'])).toEqual(['Your photo is on Arkansas Weather']);
  });
});

describe('look-alikes', () => {
  const listSimilar = async (id: string, caller = moderator) =>
    (
      await submissions.snapshots<{ snapshots: { id: string; status: string }[] }>(
        'listSimilarSnapshots',
        { id },
        caller,
      )
    ).snapshots;

  it('are shown to reviewers regardless of the decision on them', async () => {
    const bytes = await phonePhoto(900);
    const ids: string[] = [];
    for (const decision of ['approve', 'reject', 'none'] as const) {
      const id = await submissions.send(bytes);
      await submissions.ready(id);
      if (decision === 'approve') await approve(id);
      if (decision === 'reject') await reject(id);
      ids.push(id);
    }
    const last = await submissions.send(bytes);
    await submissions.ready(last);
    expect((await listSimilar(last)).map(({ id, status: state }) => [id, state])).toEqual([
      [ids[2], 'pending'],
      [ids[1], 'rejected'],
      [ids[0], 'approved'],
    ]);
    expect(await listSimilar(ids[0]!)).toEqual([]);
    await expect(listSimilar(newId())).rejects.toMatchObject({ code: status.NOT_FOUND });
    await expect(listSimilar(last, { ...moderator, role: 'editor' })).rejects.toMatchObject({
      code: status.PERMISSION_DENIED,
    });
  });
});
