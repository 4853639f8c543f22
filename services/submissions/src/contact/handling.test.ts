import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import type {
  ContactMessage,
  ListContactMessagesResponse,
  SetMessagesStateResponse,
} from '@site/proto/gen/nest/submissions/v1/contact';
import type { Caller } from '@site/proto/grpc';
import { admin, moderator, Submissions } from '../testing/submissions.js';

let submissions: Submissions;
beforeAll(async () => {
  submissions = await Submissions.start();
});
afterAll(() => submissions.stop());

const editor: Caller = { ...moderator, role: 'editor' };
const call = <Response>(method: string, request: object, caller: Caller | undefined = moderator) =>
  submissions.service.call<Response>('submissions.v1.ContactService', method, request, caller);
const write = async (feedback = 'Hail in Conway') => {
  const request = {
    name: 'Nora Example',
    phone: '501 555 0123',
    email: 'nora@example.com',
    feedback,
    idempotency: { key: randomUUID(), fingerprint: 'f' },
  };
  return (await call<{ id: string }>('createContactMessage', request)).id;
};
const mark = (ids: string[], state: string, caller?: Caller) =>
  call<SetMessagesStateResponse>('setMessagesState', { ids, state }, caller);
const note = (id: string, text: string, expectedVersion?: number, caller?: Caller) =>
  call<ContactMessage>('updateNote', { id, note: text, expectedVersion }, caller);
const list = (request: object = {}) =>
  call<ListContactMessagesResponse>('listContactMessages', { limit: 100, ...request });
const actionsOn = async (id: string) =>
  (await submissions.query<{ action: string }>('SELECT action FROM audit WHERE subject_id = $1 ORDER BY id', [id])).map(
    ({ action }) => action,
  );
const failsWith = (attempt: Promise<unknown>, code: status, field?: string) =>
  expect(attempt).rejects.toMatchObject({ code, ...(field && { details: expect.stringContaining(field) as string }) });

describe('messages', () => {
  it('are marked as handled together, with who and when, and keep the first mark', async () => {
    const ids = [await write(), await write(), await write()];
    await mark(ids.slice(0, 1), 'handled', moderator);
    const { outcomes } = await mark([...ids, ids[0]!], 'handled', admin);
    expect(outcomes.map(({ id, message }) => [id, message?.state, message?.handledByName])).toEqual([
      [ids[0], 'handled', 'Mo Moderator'],
      [ids[1], 'handled', 'Ada Admin'],
      [ids[2], 'handled', 'Ada Admin'],
    ]);
    expect(outcomes[0]?.message?.handledAt).toMatch(/^2\d{3}-.*Z$/);
    expect(await actionsOn(ids[0]!)).toEqual(['contact.handle']);
    const [repeated] = (await mark(ids.slice(0, 1), 'new')).outcomes;
    expect(repeated?.message).toMatchObject({ state: 'new' });
    expect(repeated?.message?.handledByName).toBeUndefined();
    expect(await actionsOn(ids[0]!)).toEqual(['contact.handle', 'contact.reopen']);
  });

  it("that don't exist don't stop the others", async () => {
    const kept = await write();
    const removed = await write();
    await call('deleteContactMessage', { id: removed }, admin);
    const { outcomes } = await mark([removed, kept, 'x', newId()], 'handled');
    expect(outcomes.map(({ message }) => message?.state)).toEqual([undefined, 'handled', undefined, undefined]);
  });

  it('marked by several users concurrently in different orders are all marked', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => write()));
    const states = ['handled', 'new', 'handled', 'new'];
    await Promise.all(states.map((state, index) => mark(index % 2 ? ids : [...ids].reverse(), state)));
    const { outcomes } = await mark(ids, 'handled');
    expect(outcomes.every(({ message }) => message?.state === 'handled')).toBe(true);
  });

  it('are listed and counted by state, with and without a search', async () => {
    const word = randomUUID();
    const ids = [await write(word), await write(word), await write(word)];
    await mark([ids[1]!], 'handled');
    const found = async (state?: string) => {
      const { messages, newCount, handledCount } = await list({ q: word, state });
      return { ids: messages.map(({ id }) => id), newCount, handledCount };
    };
    const counts = { newCount: 2, handledCount: 1 };
    expect(await found('new')).toEqual({ ids: [ids[2], ids[0]], ...counts });
    expect(await found('handled')).toEqual({ ids: [ids[1]], ...counts });
    expect(await found()).toEqual({ ids: [...ids].reverse(), ...counts });
    await failsWith(list({ state: 'x' }), status.INVALID_ARGUMENT, 'state');
  });

  it.each<[string, object]>([
    ['no id', { ids: [], state: 'new' }],
    ['too many', { ids: Array.from({ length: 51 }, () => newId()), state: 'new' }],
    ['an unknown state', { ids: [newId()], state: 'pending' }],
  ])('are not marked with %s', (_name, request) =>
    failsWith(call('setMessagesState', request), status.INVALID_ARGUMENT),
  );
});

describe('an assignment', () => {
  const assign = (id: string, to?: Caller) =>
    call<ContactMessage>('assignMessage', { id, assigneeId: to?.id, assigneeName: to?.name });

  it('is kept until it ends, and listed for the user', async () => {
    const id = await write();
    const other = await write();
    expect(await assign(id, admin)).toMatchObject({ assignedTo: admin.id, assignedToName: 'Ada Admin' });
    await assign(id, admin);
    await assign(other, moderator);
    const lockedRows = await call<ListContactMessagesResponse>(
      'listContactMessages',
      { limit: 100, state: 'mine' },
      admin,
    );
    expect(lockedRows.messages.map((one) => one.id)).toEqual([id]);
    expect(lockedRows.mineCount).toBe(1);
    await mark([id], 'handled');
    expect((await list({ state: 'mine' })).messages.map((one) => one.id)).toEqual([other]);
    expect((await assign(id)).assignedTo).toBeUndefined();
    expect(await actionsOn(id)).toEqual(['contact.assign', 'contact.handle', 'contact.assign']);
  });

  it('requires a message and a user', async () => {
    for (const unknown of [newId(), 'x']) await failsWith(assign(unknown, admin), status.NOT_FOUND);
    await failsWith(call('assignMessage', { id: await write(), assigneeId: 'x' }), status.INVALID_ARGUMENT);
  });
});

it('lists the other messages from an address', async () => {
  const id = await write('First');
  const email = `${newId()}@example.com`;
  await submissions.query('UPDATE contact_messages SET email = $2 WHERE id = $1', [id, email.toUpperCase()]);
  const repeated = await write('Second');
  await submissions.query('UPDATE contact_messages SET email = $2 WHERE id = $1', [repeated, email]);
  const { messages } = await list({ sameSenderAs: repeated });
  expect(messages.map(({ feedback }) => feedback)).toEqual(['First']);
  await failsWith(list({ sameSenderAs: newId() }), status.NOT_FOUND);
});

describe('a note', () => {
  it('is stored and versioned, and conflicts when two users edit it', async () => {
    const id = await write();
    const message = await note(id, 'Called her back', 1);
    expect(message).toMatchObject({ note: 'Called her back', version: 2, state: 'new' });
    await failsWith(note(id, 'Somebody else’s', 1), status.ABORTED);
    expect(await note(id, '', 2)).toMatchObject({ note: '', version: 3 });
    expect((await note(id, 'Whatever is there')).version).toBe(4);
    expect(await actionsOn(id)).toEqual(Array(3).fill('contact.note'));
  });

  it('has a length limit, and requires a message', async () => {
    const id = await write();
    await failsWith(note(id, 'a'.repeat(5_001)), status.INVALID_ARGUMENT, 'note');
    for (const unknown of [newId(), 'x', '']) await failsWith(note(unknown, 'a'), status.NOT_FOUND);
    await call('deleteContactMessage', { id }, admin);
    await failsWith(note(id, 'a'), status.NOT_FOUND);
  });
});

it.each<[string, object]>([
  ['listContactMessages', { limit: 1 }],
  ['setMessagesState', { ids: [newId()], state: 'new' }],
  ['assignMessage', { id: newId() }],
  ['updateNote', { id: newId(), note: '' }],
  ['replyToMessage', { id: newId(), text: 'a', idempotency: { fingerprint: 'a' } }],
])('%s is for admins and moderators', async (method, request) => {
  await failsWith(call(method, request, editor), status.PERMISSION_DENIED);
  const noPrincipalId = submissions.service.call('submissions.v1.ContactService', method, request);
  await failsWith(noPrincipalId, status.UNAUTHENTICATED);
});
