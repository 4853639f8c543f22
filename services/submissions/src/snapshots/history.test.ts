import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import type { GetSenderHistoryResponse, ListSnapshotsResponse } from '@site/proto/gen/nest/submissions/v1/snapshots';
import { admin, editor, moderator, Submissions } from '../testing/submissions.js';

let submissions: Submissions;
beforeAll(async () => {
  submissions = await Submissions.start();
});
afterAll(() => submissions.stop());

const call = <Response>(method: string, request: object, caller = moderator) =>
  submissions.snapshots<Response>(method, request, caller);
const send = async (email: string) => (await submissions.create({ email })).id;
const reject = (id: string, reason: string) => call('rejectSnapshot', { id, reason });

it('lists the latest other photos from an address and counts all', async () => {
  const email = `${randomUUID()}@example.com`;
  const ids: string[] = [];
  for (let number = 0; number < 12; number += 1) ids.push(await send(email));
  await send('other@example.com');
  await reject(ids[0]!, 'Blurred');
  await submissions.query('UPDATE snapshots SET email = upper(email) WHERE id = $1', [ids[10]]);
  const history = await call<GetSenderHistoryResponse>('getSenderHistory', { id: ids[11] });
  expect(history).toMatchObject({ approved: 0, rejected: 1, pending: 10 });
  expect(history.snapshots.map(({ id }) => id)).toEqual(ids.slice(1, 11).reverse());
  for (const id of [newId(), 'x'])
    await expect(call('getSenderHistory', { id })).rejects.toMatchObject({ code: status.NOT_FOUND });
  await expect(call('getSenderHistory', { id: ids[11] }, editor)).rejects.toMatchObject({
    code: status.PERMISSION_DENIED,
  });
});

it('lists decisions, latest first, with reason and moderator', async () => {
  const first = await send('a@example.com');
  const second = await send('b@example.com');
  await send('c@example.com');
  await reject(second, 'Blurred');
  await call('rejectSnapshot', { id: first }, admin);
  const { snapshots } = await call<ListSnapshotsResponse>('listSnapshots', { state: 'decided', limit: 2 });
  expect(snapshots.map(({ id, rejectReason, decidedByName }) => [id, rejectReason, decidedByName])).toEqual([
    [first, undefined, 'Ada Admin'],
    [second, 'Blurred', 'Mo Moderator'],
  ]);
});
