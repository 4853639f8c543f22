import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import { until } from '@site/platform/testing/until';
import type { ContactMessage, ListContactMessagesResponse } from '@site/proto/gen/nest/submissions/v1/contact';
import type { ExportPersonalDataResponse } from '@site/proto/gen/nest/submissions/v1/personal_data';
import { sweepRetention } from '../retention.js';
import { MailHarness } from '../testing/mails.js';
import { admin, moderator, Submissions } from '../testing/submissions.js';

let submissions: Submissions;
let emails: MailHarness;
beforeAll(async () => {
  submissions = await Submissions.start({ requeueAfterSeconds: 1 });
  emails = await MailHarness.start(submissions);
  emails.work();
});
afterAll(async () => {
  await emails.stop();
  await submissions.stop();
});
afterEach(() => {
  emails.sink.rejectRecipient = () => undefined;
});

const call = <Response>(method: string, request: object, caller = moderator) =>
  submissions.service.call<Response>('submissions.v1.ContactService', method, request, caller);
async function write(change: object = {}) {
  const message = {
    name: 'Nora Example',
    phone: '501 555 0123',
    email: `${randomUUID()}@example.com`,
    feedback: 'Hail in Conway',
    idempotency: { key: randomUUID(), fingerprint: 'f' },
    ...change,
  };
  return { email: message.email, id: (await call<{ id: string }>('createContactMessage', message)).id };
}
const reply = (id: string, text: string, key: string = randomUUID()) =>
  call<ContactMessage>('replyToMessage', { id, text, idempotency: { key, fingerprint: text } });
const stored = async (id: string) =>
  (await call<ListContactMessagesResponse>('listContactMessages', { limit: 100 })).messages.find(
    (one) => one.id === id,
  );
const replyState = async (id: string) => (await stored(id))?.replies[0];
const inState = (id: string, state: string) =>
  until(`the reply to be ${state}`, async () => {
    const now = await replyState(id);
    return now?.state === state ? now : undefined;
  });

describe('a reply', () => {
  it('is sent with the message quoted below it, and marks the message as handled', async () => {
    const { id, email } = await write({ feedback: 'Was there <b>hail</b>?\nIn Conway?' });
    const now = await reply(id, 'Yes, 2 inches.\n\nAda');
    expect(now).toMatchObject({
      state: 'handled',
      handledByName: 'Mo Moderator',
      replies: [{ text: 'Yes, 2 inches.\n\nAda', byName: 'Mo Moderator', state: 'queued', reason: '' }],
    });
    const { headers, text, html, to } = await emails.first(email);
    expect(to).toEqual([email]);
    expect(headers).toMatchObject({
      subject: 'Re: your message to Arkansas Weather',
      'reply-to': 'Arkansas Weather <news@weather.example>',
      'message-id': `<reply.${now.replies[0]?.id}@weather.example>`,
    });
    for (const none of ['in-reply-to', 'references', 'list-unsubscribe', 'auto-submitted'])
      expect(headers[none]).toBeUndefined();
    expect(text).toContain('Yes, 2 inches.');
    expect(text).toContain('> Was there <b>hail</b>?\n> In Conway?');
    expect(html).toContain('&lt;b&gt;hail&lt;/b&gt;');
    const sent = await inState(id, 'sent');
    expect(sent?.sentAt).toMatch(/^2\d{3}-.*Z$/);
    expect(
      (
        await submissions.query<{ action: string }>('SELECT action FROM audit WHERE subject_id = $1 ORDER BY id', [id])
      ).map(({ action }) => action),
    ).toEqual(['contact.reply', 'contact.handle']);
  });

  it('joins the thread of the earlier replies', async () => {
    const { id, email } = await write();
    for (const text of ['One', 'Two', 'Three']) {
      await reply(id, text);
      await until(text, () => emails.to(email).some((mail) => mail.text.includes(text)));
    }
    const idOf = (index: number) => emails.to(email)[index]?.headers['message-id'] ?? 'none';
    const { headers } = emails.to(email)[2]!;
    expect(headers['in-reply-to']).toBe(idOf(1));
    expect(headers['references']).toBe(`${idOf(0)} ${idOf(1)}`);
  });

  it("can't inject a header, whatever visitor and user type", async () => {
    const evil = 'Ada\r\nBcc: victim@example.com';
    const { id, email } = await write({ name: evil, feedback: evil });
    await reply(id, `${evil}\r\n\r\n.\r\nRCPT TO:<victim@example.com>`);
    const { headers, to } = await emails.first(email);
    expect([to, headers['to'], headers['bcc']]).toEqual([[email], email, undefined]);
    expect(emails.to('victim@example.com')).toEqual([]);
  });

  it('is stored and sent once per claim, however often it is requested', async () => {
    const { id, email } = await write();
    const key = randomUUID();
    const publicResponses = await Promise.all(Array.from({ length: 5 }, () => reply(id, 'Once', key)));
    for (const { replies } of publicResponses) expect(replies).toHaveLength(1);
    await inState(id, 'sent');
    expect(emails.to(email)).toHaveLength(1);
    await expect(reply(id, 'Another text', key)).rejects.toMatchObject({ code: status.FAILED_PRECONDITION });
  });

  it('shows on the message that the mailbox rejected it', async () => {
    emails.sink.rejectRecipient = () => ({ code: 550, message: '5.1.1 No such user' });
    const { id } = await write();
    await reply(id, 'Hello');
    expect(await inState(id, 'failed')).toMatchObject({ reason: "This mailbox doesn't exist." });
  });

  it('that was given up shows why, is listed as a failed job, and is sent on a retry', async () => {
    emails.sink.rejectRecipient = () => ({ code: 554, message: '5.7.1 Your address is listed' });
    const { id, email } = await write();
    await reply(id, 'Hello');
    expect((await inState(id, 'failed'))?.reason).toMatch('Your address is listed');
    emails.sink.rejectRecipient = () => undefined;
    const [job] = await submissions.query<{ id: string }>(
      `SELECT id FROM outbox WHERE name = 'send-reply' AND failed_at IS NOT NULL`,
    );
    await submissions.service.call('jobs.v1.JobsService', 'retryJob', { queue: 'mail', id: job?.id }, admin);
    await inState(id, 'sent');
    expect(emails.to(email)).toHaveLength(1);
  });

  it.each<[string, (id: string) => object, status]>([
    ['to no message', () => ({ id: newId() }), status.NOT_FOUND],
    ['to something that is no id', () => ({ id: 'x' }), status.NOT_FOUND],
    ['without a text', () => ({ text: '' }), status.INVALID_ARGUMENT],
    ['that is too long', () => ({ text: 'a'.repeat(5_001) }), status.INVALID_ARGUMENT],
    ['without a claim', () => ({ idempotency: undefined }), status.INVALID_ARGUMENT],
  ])('%s is refused, and nothing is stored', async (_name, change, code) => {
    const { id } = await write();
    const request = { id, text: 'Hello', idempotency: { key: randomUUID(), fingerprint: 'a' }, ...change(id) };
    await expect(call('replyToMessage', request)).rejects.toMatchObject({ code });
    expect(await stored(id)).toMatchObject({ state: 'new', replies: [] });
  });

  it('has a limit per message', async () => {
    const { id } = await write();
    await submissions.query(
      `INSERT INTO contact_replies (id, message_id, text, by_id, by_name, outbox_id, sent_at)
       SELECT gen_random_uuid(), $1, 'x', $1, 'Ada', gen_random_uuid(), now() FROM generate_series(1, 20)`,
      [id],
    );
    await expect(reply(id, 'One more')).rejects.toMatchObject({ code: status.FAILED_PRECONDITION });
    expect((await stored(id))?.replies).toHaveLength(20);
  });
});

describe('notes and replies', () => {
  const respondedAt = async () => {
    const message = await write();
    await reply(message.id, 'Dear Nora');
    await inState(message.id, 'sent');
    await call('updateNote', { id: message.id, note: 'Her third message' });
    return message;
  };
  const replies = (id: string) => submissions.query('SELECT FROM contact_replies WHERE message_id = $1', [id]);

  it('are exported to the person they concern, and erased on request', async () => {
    const { id, email } = await respondedAt();
    const data = await submissions.service.call<ExportPersonalDataResponse>(
      'submissions.v1.PersonalDataService',
      'exportPersonalData',
      { email },
      admin,
    );
    expect(data.messages).toMatchObject([
      {
        id,
        note: 'Her third message',
        replies: [{ text: 'Dear Nora', sentAt: expect.stringMatching(/Z$/) as string }],
      },
    ]);
    await submissions.service.call('submissions.v1.PersonalDataService', 'erasePersonalData', { email }, admin);
    expect(await replies(id)).toEqual([]);
  });

  it('are exported in pages when they exceed one response', async () => {
    const email = `${randomUUID()}@example.com`;
    for (let n = 0; n < 6; n += 1) {
      const { id } = await write({ email });
      await submissions.query(
        `INSERT INTO contact_replies (id, message_id, text, by_id, by_name, outbox_id, sent_at)
         SELECT gen_random_uuid(), $1, repeat('天', 5000), $1, 'Ada', gen_random_uuid(), now() FROM generate_series(1, 20)`,
        [id],
      );
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page: ExportPersonalDataResponse = await submissions.service.call(
        'submissions.v1.PersonalDataService',
        'exportPersonalData',
        { email, cursor },
        admin,
      );
      seen.push(...page.messages.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(new Set(seen).size).toBe(6);
    expect(seen).toHaveLength(6);
  });

  it('are deleted with their message after 12 months', async () => {
    const { id } = await respondedAt();
    await submissions.query(`UPDATE contact_messages SET created_at = now() - interval '13 months' WHERE id = $1`, [
      id,
    ]);
    await sweepRetention(submissions.database.dataSource);
    expect(await replies(id)).toEqual([]);
  });
});
