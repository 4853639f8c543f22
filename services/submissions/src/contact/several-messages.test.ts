import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import type {
  CreateContactMessageResponse,
  CreateContactMessagesResponse,
} from '@site/proto/gen/nest/submissions/v1/contact';
import { Submissions } from '../testing/submissions.js';

let submissions: Submissions;
beforeAll(async () => {
  submissions = await Submissions.start();
});
afterAll(() => submissions.stop());

const aMessage = (idempotency: object = { key: randomUUID(), fingerprint: randomUUID() }, fields: object = {}) => ({
  name: 'Nora Example',
  phone: '501 555 0123',
  email: 'nora@example.com',
  feedback: `We were warned in time. "${randomUUID()}" \\ é`,
  idempotency,
  ...fields,
});
type Message = ReturnType<typeof aMessage>;

const call = <Response>(method: string, request: object) =>
  submissions.service.call<Response>('submissions.v1.ContactService', method, request);
const alone = (message: Message) => call<CreateContactMessageResponse>('createContactMessage', message);
const together = async (messages: Message[]) =>
  (await call<CreateContactMessagesResponse>('createContactMessages', { messages })).ids;
const kept = async ({ feedback }: Message) =>
  (await submissions.query<{ id: string }>('SELECT id FROM contact_messages WHERE feedback = $1', [feedback])).map(
    ({ id }) => id,
  );
const allKept = (messages: Message[]) => Promise.all(messages.map(kept));

describe('messages stored together', () => {
  it('are each stored once, as written, and answered with their own ids', async () => {
    const messages = Array.from({ length: 32 }, (_, n) => aMessage(undefined, { name: `Nora ${n}` }));
    const ids = await together(messages);
    expect(new Set(ids).size).toBe(32);
    expect(await allKept(messages)).toEqual(ids.map((id) => [id]));
    const rows = await submissions.query('SELECT name FROM contact_messages WHERE id = ANY($1) ORDER BY id', [ids]);
    expect(rows).toEqual(messages.map(({ name }) => ({ name })));
  });

  it('are recognized by key, whether sent again alone or with others', async () => {
    const messages = [aMessage(), aMessage({ fingerprint: randomUUID() }), aMessage()];
    const ids = await together(messages);
    expect(await Promise.all(messages.map(alone))).toEqual(ids.map((id) => ({ id, replayed: true })));
    expect(await together([...messages, aMessage()])).toEqual(['', '', '', expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    expect(await allKept(messages)).toEqual(ids.map((id) => [id]));
  });

  it('skip a message whose key was used for another; alone, it is refused', async () => {
    const key = randomUUID();
    await alone(aMessage({ key, fingerprint: 'a1' }));
    const before = aMessage();
    const wrong = aMessage({ key, fingerprint: 'a2' });
    const after = aMessage();
    const ids = await together([before, wrong, after]);
    expect(ids[1]).toBe('');
    expect(await allKept([before, wrong, after])).toEqual([[ids[0]], [], [ids[2]]]);
    await expect(alone(wrong)).rejects.toMatchObject({ code: status.FAILED_PRECONDITION });
  });

  it("skip the second message with the same key, which gets the first one's response", async () => {
    const twice = aMessage();
    const [first, second, other] = await together([twice, twice, aMessage()]);
    expect([second, typeof other]).toEqual(['', 'string']);
    expect(await alone(twice)).toEqual({ id: first, replayed: true });
    expect(await kept(twice)).toEqual([first]);
  });

  it('skip a message that came from another network before, with the same key and content', async () => {
    const key = randomUUID();
    const fingerprint = randomUUID();
    const from = (owner: string, content = fingerprint) =>
      aMessage({ key, owner: `${key} ${owner}`, fingerprint: content }, { feedback: key + content });
    const [id] = await together([from('at home'), aMessage()]);
    const moved = from('on the road');
    expect((await together([moved, aMessage()]))[0]).toBe('');
    expect(await alone(moved)).toEqual({ id, replayed: true });
    expect(await kept(moved)).toEqual([id]);
    // Another client's key.
    const stranger = from('elsewhere', randomUUID());
    expect(await together([stranger, aMessage()])).toEqual(
      (await allKept([stranger])).flat().concat(expect.any(String)),
    );
  });

  it("are all skipped when one can't be stored; alone, only that one fails", async () => {
    const good = aMessage();
    const wrong = aMessage(undefined, { phone: '' });
    const alsoGood = aMessage();
    expect(await together([good, wrong, alsoGood])).toEqual(['', '', '']);
    expect(await allKept([good, wrong, alsoGood])).toEqual([[], [], []]);
    const { id } = await alone(good);
    expect([await kept(good), (await alone(alsoGood)).replayed]).toEqual([[id], false]);
    await expect(alone(wrong)).rejects.toMatchObject({ code: status.INTERNAL });
  });

  it("don't wait for a message whose key another call holds", async () => {
    const free = aMessage();
    const current = aMessage();
    const runner = submissions.database.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query(
      `INSERT INTO idempotency (scope, key, fingerprint, response, expires_at)
       VALUES ('contact.create', $1, 'x', '{}', now())`,
      [`key:${(current.idempotency as { key: string }).key}`],
    );
    expect(await together([current, free])).toEqual(['', '']);
    expect(await alone(free)).toMatchObject({ replayed: false });
    await runner.rollbackTransaction();
    await runner.release();
    expect(await alone(current)).toMatchObject({ replayed: false });
    expect((await allKept([current, free])).map(({ length }) => length)).toEqual([1, 1]);
  });

  it('are stored once when concurrent calls have the same messages in different orders', async () => {
    const messages = Array.from({ length: 20 }, () => aMessage());
    const publicResponses = await Promise.all(
      [messages, [...messages].reverse(), messages, [...messages].reverse()].map(together),
    );
    expect((await allKept(messages)).map(({ length }) => length)).toEqual(
      messages.map((_, n) => publicResponses.filter((ids, of) => ids[of % 2 ? 19 - n : n] !== '').length),
    );
    for (const message of messages) await alone(message);
    expect((await allKept(messages)).map(({ length }) => length)).toEqual(Array(20).fill(1));
  });

  it('are 1 to 32, each with a claim', async () => {
    for (const messages of [[], Array.from({ length: 33 }, () => aMessage()), [aMessage(), { name: 'x' } as Message]])
      await expect(together(messages)).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
  });
});
